/** Reads a log over the net: one request after another, few enough for any log's limit, each answer no larger than it may be. */
import type { Clock } from '../clock/clock.ts';
import type { ReadLog } from './follow-log.ts';

/** Logs of ours take 50 requests a second of an address. */
const PAUSE_MS = 25;
const TRIES_MAX = 60;
const RETRY_MS = 1_000;
const ANSWER_MS_MAX = 30_000;
/** More than any tile: 16 bodies of the busiest seconds. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
/** Too many requests, or away for a moment. */
const AGAIN: readonly number[] = [429, 502, 503, 504];

/** What lies behind "fetch failed". */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

async function bodyOf(reply: Response, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > ANSWER_BYTES_MAX) throw new Error(`${path}: more than ${ANSWER_BYTES_MAX} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Reads what lies below an address, such as `https://trade.example/tape`. Throws a line that names the path when it cannot. */
export function logClient(address: string, clock: Pick<Clock, 'sleep'>, call: typeof fetch = fetch): ReadLog {
  const base = address.replace(/\/+$/, '');
  return async (path) => {
    for (let tries = 1; ; tries++) {
      await clock.sleep(PAUSE_MS);
      const reply = await call(`${base}/${path}`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).catch((error: unknown) => {
        throw new Error(`${base}/${path}: no answer (${causeOf(error)})`);
      });
      if (reply.status === 404) return undefined;
      if (reply.ok) return bodyOf(reply, path);
      if (!AGAIN.includes(reply.status) || tries === TRIES_MAX) throw new Error(`${path}: the server answers ${reply.status}`);
      await clock.sleep(RETRY_MS);
    }
  };
}
