/**
 * The JSON body of a call. A name that stands twice at its top keeps both values, so that the call is refused with the name of the
 * field as it is in a query (decision D9.14); JSON.parse alone would silently take the last.
 */
import type { FastifyInstance } from 'fastify';

/** A string as JSON writes it, with what follows it when that is a colon. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/** Names that stand more than once in the outermost object of a text that is known to be JSON. */
export function repeatedNames(text: string): string[] {
  const seen = new Map<string, number>();
  let depth = 0;
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && colon !== undefined) {
      const name = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  return [...seen].flatMap(([name, count]) => (count > 1 ? [name] : []));
}

/** Takes over the JSON bodies of an application. `__proto__` and `constructor` are refused as the framework does. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, String(text), (error, body) => done(error, error ? undefined : withRepeats(body, String(text)))),
  );
}

function withRepeats(body: unknown, text: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return { ...body, ...Object.fromEntries(repeatedNames(text).map((name) => [name, ['twice']])) };
}
