/**
 * The statement of an account: a file and not an envelope, so it does not pass through the request layer. Asked for with the token in a
 * header, as everything is; a refusal comes as an envelope and rejects with the `CallError` that the request layer would give.
 */
import type { SecondsRange } from '#domain/trading-day.ts';
import { statementEndpoint } from '#protocol/rest/endpoints.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import { asEnvelope } from './exchange.ts';

/** A long statement is streamed; a minute is more than the slowest line takes for a year of trading. */
const STATEMENT_TIMEOUT_MS = 60_000;

type FileReply = {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};
type FileParts = {
  fetch(url: string, init: { method: 'GET'; headers: Record<string, string>; cache: 'no-store'; signal: AbortSignal }): Promise<FileReply>;
  now(): number;
  sleep(delayMs: number): Promise<void>;
  readonly origin: string;
  lang(): string;
  token(): string;
};
type StatementFields = SecondsRange & { readonly format: 'csv' | 'html' };

/** Text of the file. Rejects with a `CallError`: a code of the envelope, `HTTP_…`, or one of `CALL_ERROR`. */
export async function statement(parts: FileParts, fields: StatementFields): Promise<string> {
  const link = new AbortController();
  const late = parts.sleep(STATEMENT_TIMEOUT_MS).then(() => Promise.reject(new CallError(CALL_ERROR.timeout)));
  const file = fileText(parts, fields, link.signal);
  for (const promise of [late, file]) promise.catch(() => undefined);
  try {
    return await Promise.race([file, late]);
  } finally {
    link.abort();
  }
}

async function fileText(parts: FileParts, fields: StatementFields, signal: AbortSignal): Promise<string> {
  const query = new URLSearchParams({
    startTime: String(fields.startS),
    endTime: String(fields.endS),
    format: fields.format,
    t: String(parts.now()),
  });
  const headers = { lang: parts.lang(), authorization: parts.token() };
  const url = `${parts.origin}${statementEndpoint.path}?${query.toString()}`;
  const reply = await parts.fetch(url, { method: 'GET', headers, cache: 'no-store', signal }).catch(() => undefined);
  if (!reply) throw new CallError(CALL_ERROR.network);
  const text = await reply.text().catch(() => Promise.reject(new CallError(CALL_ERROR.network)));
  if (!reply.ok) throw new CallError(`HTTP_${reply.status}`);
  if ((reply.headers.get('content-type') ?? '').includes('json')) throw refusal(text);
  return text;
}

function refusal(text: string): CallError {
  try {
    const envelope = asEnvelope(JSON.parse(text));
    if (envelope) return new CallError(envelope.code, envelope.msg, envelope.data);
  } catch {
    // Not an envelope after all.
  }
  return new CallError(CALL_ERROR.reply);
}
