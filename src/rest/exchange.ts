/**
 * One exchange with the server: one request, one deadline over the head and the body of the reply, one envelope or a `CallError`.
 * It never retries and knows nothing of money; `request.ts` builds on it.
 */
import type { Envelope } from '#protocol/errors.ts';
import { CALL_ERROR, CallError } from './call-error.ts';

/** The part of a `Response` that is read. */
export type ReplyLike = {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
};
export type FetchLike = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; cache: 'no-store'; signal: AbortSignal },
) => Promise<ReplyLike>;

export type ExchangeParts = {
  /** May reject with a `CallError` of its own; anything else is a failure of the network. */
  readonly fetch: FetchLike;
  now(): number;
  sleep(delayMs: number): Promise<void>;
  /** Called with the `Date` header of a reply and the times around it; the engine estimates the server's clock with it in base. */
  onServerDate?(date: { serverMs: number; sentAtMs: number; receivedAtMs: number }): void;
};
export type Ask = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

/** Reads a JSON value as an envelope; only `code` and `msg` are required, since other back ends send no more. */
export function asEnvelope(value: unknown): Envelope | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, msg, data, ts, rid } = value as Partial<Record<keyof Envelope, unknown>>;
  const number = typeof code === 'string' && /^\d{1,6}$/.test(code) ? Number(code) : code;
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined;
  return {
    code: number,
    msg: typeof msg === 'string' ? msg : '',
    data: data ?? null,
    ts: typeof ts === 'number' ? ts : 0,
    rid: typeof rid === 'string' ? rid : '',
  };
}

/** Resolves with the envelope whatever its code; rejects with a `CallError` of `CALL_ERROR` or `HTTP_…`. */
export async function exchange(parts: ExchangeParts, ask: Ask): Promise<Envelope> {
  const link = new AbortController();
  let onAbort: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    onAbort = () => reject(new CallError(CALL_ERROR.cancelled));
    if (ask.signal?.aborted) onAbort();
    else ask.signal?.addEventListener('abort', onAbort, { once: true });
  });
  const late = parts.sleep(ask.timeoutMs).then(() => Promise.reject(new CallError(CALL_ERROR.timeout)));
  const answer = envelopeOf(parts, ask, link.signal);
  for (const promise of [cancelled, late, answer]) promise.catch(() => undefined);
  try {
    return await Promise.race([cancelled, answer, late]);
  } finally {
    // Harmless after a reply; stops the transfer after a deadline or a cancel.
    link.abort();
    if (onAbort) ask.signal?.removeEventListener('abort', onAbort);
  }
}

async function envelopeOf(parts: ExchangeParts, ask: Ask, signal: AbortSignal): Promise<Envelope> {
  const sentAtMs = parts.now();
  let reply: ReplyLike;
  let value: unknown;
  try {
    reply = await parts.fetch(ask.url, {
      method: ask.method,
      headers: ask.headers,
      ...(ask.body === undefined ? {} : { body: ask.body }),
      cache: 'no-store',
      signal,
    });
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(CALL_ERROR.network);
  }
  tellDate(parts, reply, sentAtMs);
  try {
    value = await reply.json();
  } catch (error) {
    if (reply.ok) throw new CallError(error instanceof SyntaxError ? CALL_ERROR.reply : CALL_ERROR.network);
  }
  if (!reply.ok) throw new CallError(`HTTP_${reply.status}`, undefined, value, reply.headers.get('retry-after'));
  const envelope = asEnvelope(value);
  if (!envelope) throw new CallError(CALL_ERROR.reply);
  return envelope;
}

function tellDate(parts: ExchangeParts, reply: ReplyLike, sentAtMs: number): void {
  if (!parts.onServerDate) return;
  const serverMs = Date.parse(reply.headers.get('date') ?? '');
  if (Number.isFinite(serverMs)) parts.onServerDate({ serverMs, sentAtMs, receivedAtMs: parts.now() });
}
