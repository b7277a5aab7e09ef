/**
 * A file and not an envelope, so it does not pass through the request layer. Asked for with the token in a header, as everything is; a refusal
 * comes as an envelope and rejects with the `CallError` that the request layer would give.
 */
import { CALL_ERROR, CallError } from './call-error.ts';
import { asEnvelope } from './exchange.ts';

/** A long file is streamed; a minute is more than the slowest line takes for a year of trading. */
const FILE_TIMEOUT_MS = 60_000;

type FileReply = {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};
type Init = {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly cache: 'no-store';
  readonly signal: AbortSignal;
  readonly body?: string;
};
export type FileParts = {
  fetch(url: string, init: Init): Promise<FileReply>;
  now(): number;
  sleep(delayMs: number): Promise<void>;
  readonly origin: string;
  lang(): string;
  token(): string;
};
/** `path` with its query; `fields` go as a form by POST. */
type FileAsk = { readonly path: string; readonly fields?: Readonly<Record<string, string>> };

/** Text of the file. Rejects with a `CallError`: a code of the envelope, `HTTP_…`, or one of `CALL_ERROR`. */
export async function fetchedFile(parts: FileParts, ask: FileAsk): Promise<string> {
  const link = new AbortController();
  const late = parts.sleep(FILE_TIMEOUT_MS).then(() => Promise.reject(new CallError(CALL_ERROR.timeout)));
  const file = fileText(parts, ask, link.signal);
  for (const promise of [late, file]) promise.catch(() => undefined);
  try {
    return await Promise.race([file, late]);
  } finally {
    link.abort();
  }
}

async function fileText(parts: FileParts, { path, fields }: FileAsk, signal: AbortSignal): Promise<string> {
  const headers = { lang: parts.lang(), authorization: parts.token() };
  const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  const init: Init = fields
    ? { method: 'POST', headers: { ...headers, ...form }, cache: 'no-store', signal, body: new URLSearchParams(fields).toString() }
    : { method: 'GET', headers, cache: 'no-store', signal };
  const reply = await parts.fetch(`${parts.origin}${path}`, init).catch(() => undefined);
  if (!reply) throw new CallError(CALL_ERROR.network);
  const text = await reply.text().catch(() => Promise.reject(new CallError(CALL_ERROR.network)));
  if (!reply.ok) throw new CallError(`HTTP_${reply.status}`);
  // A file says what it is to be called; what does not, and is JSON, says why there is none.
  const isFile = reply.headers.get('content-disposition') !== null;
  if (!isFile && (reply.headers.get('content-type') ?? '').includes('json')) throw refusal(text);
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
