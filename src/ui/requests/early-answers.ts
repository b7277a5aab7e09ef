/**
 * Answers that every start needs, asked for before the code that reads them is here: by then they have come. Each is given out once, to
 * the first read of the same caller in the same language; whatever differs asks for itself.
 */
import type { Endpoint } from '#protocol/rest/endpoint.ts';

/** Who asks, as the request layer says it in every call. */
type Asker = { readonly lang: string; readonly authorization: string };

const early = new Map<string, Promise<Response>>();
const keyOf = (path: string, { lang, authorization }: Record<string, string | undefined>): string => `${lang} ${authorization} ${path}`;

/** Asks now. What fails is told to whoever reads it, and asked for again by the rules of the request layer. */
export function askEarly(endpoints: readonly Endpoint[], asker: Asker): void {
  for (const { path } of endpoints) {
    const answer = fetch(`${path}?t=${Date.now()}`, { headers: asker, cache: 'no-store' });
    answer.catch(() => undefined);
    early.set(keyOf(path, asker), answer);
  }
}

/** The early answer to a read, if there is one; its address has no fields but the stamp `t`. */
export function earlyAnswer(url: string, headers: Record<string, string>): Promise<Response> | undefined {
  const key = keyOf(url.replace(/\?t=\d+$/, ''), headers);
  const answer = early.get(key);
  early.delete(key);
  return answer;
}
