/**
 * The JSON body of a call. A name that comes twice at its top and a number with an exponent are kept as such, so that the call is refused
 * with the name of the field as it is in a query (decision D9.14); JSON.parse alone would silently take the last, and the number.
 */
import type { FastifyInstance } from 'fastify';

/**
 * A string as JSON writes it, with what follows it when that is a colon; a number; a bracket. Each character is looked at once: a number is taken
 * whole whether it has an exponent or not, since to look for one from every digit anew would take seconds of the event loop for a body of digits.
 */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[-\d][-+.\deE]*|[{}[\]]/g;
const HAS_EXPONENT = /e/i;

/** What JSON.parse would lose of a text that is known to be JSON: names that stand twice in the outermost object, numbers with an exponent. */
function lostByParsing(text: string): Record<string, unknown> {
  const seen = new Set<string>();
  const lost: Record<string, unknown> = {};
  let depth = 0;
  let name = '';
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth !== 1) continue;
    else if (colon !== undefined) {
      name = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      if (seen.has(name)) lost[name] = ['several'];
      seen.add(name);
    } else if (!token.startsWith('"') && HAS_EXPONENT.test(token) && !Array.isArray(lost[name])) lost[name] = token;
  }
  return lost;
}

/** Takes over the JSON bodies of an application. `__proto__` and `constructor` are refused as the framework does. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, String(text), (error, body) => done(error, error ? undefined : withLost(body, String(text)))),
  );
}

/** Such a field is refused by its name like any other that is no plain text or number. */
function withLost(body: unknown, text: string): unknown {
  return typeof body !== 'object' || body === null || Array.isArray(body) ? body : { ...body, ...lostByParsing(text) };
}
