/**
 * A photo on its way to the server: a form with a file and not fields, so it does not pass through the request layer. A refusal rejects with
 * the `CallError` that the request layer would give.
 */
import { ERROR } from '#protocol/errors.ts';
import { uploadEndpoint } from '#protocol/rest/identity-endpoints.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import { asEnvelope } from './exchange.ts';

type UploadParts<File> = {
  /** Sends the file in a form as its field `file`; rejects with a `CallError` when no answer came. */
  send(url: string, headers: Record<string, string>, file: File): Promise<{ readonly status: number; readonly text: string }>;
  readonly origin: string;
  lang(): string;
  token(): string;
};

/** The address by which later calls name the photo. */
export async function uploadPhoto<File>(parts: UploadParts<File>, file: File): Promise<string> {
  const headers = { lang: parts.lang(), authorization: parts.token() };
  const { status, text } = await parts.send(`${parts.origin}${uploadEndpoint.path}`, headers, file);
  const envelope = envelopeOf(text);
  if (!envelope) throw new CallError(status >= 400 ? `HTTP_${status}` : CALL_ERROR.reply);
  if (envelope.code !== ERROR.ok) throw new CallError(envelope.code, envelope.msg, envelope.data);
  const { url } = (envelope.data ?? {}) as { url?: unknown };
  if (typeof url !== 'string' || url === '') throw new CallError(CALL_ERROR.reply);
  return url;
}

function envelopeOf(text: string) {
  try {
    return asEnvelope(JSON.parse(text));
  } catch {
    return undefined;
  }
}
