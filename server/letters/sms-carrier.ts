/**
 * Short messages by one HTTP call: POST of JSON {id, to, text}. Any gateway is a few lines of adapter away from that. User and password of
 * the address travel as Basic authorization; `id` is the same at every try, so that the gateway can drop a repeat.
 */
import { type Carrier, LetterRefusedError } from './letter.ts';

const TIMEOUT_MS = 15_000;
/** Too early, or too much: of all refusals these pass. */
const PASSING = [408, 425, 429];

export function createSmsCarrier(address: string): Carrier {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { 'content-type': 'application/json', ...(username === '' ? {} : { authorization: `Basic ${login}` }) };
  return {
    async send({ id, to, text }) {
      const reply = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ id: String(id), to, text }),
        // Whoever is sent on would hand the message to somebody else.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.body?.cancel();
      if (reply.ok) return;
      if (reply.status >= 400 && reply.status < 500 && !PASSING.includes(reply.status))
        throw new LetterRefusedError(`HTTP ${reply.status}`);
      throw Object.assign(new Error('the gateway did not take it'), { code: `HTTP ${reply.status}` });
    },
    close: () => {},
  };
}
