/** Reads the one file of a multipart form into memory, within its bounds. Nothing here looks at its name or the type that it claims. */
import type { FastifyRequest } from 'fastify';
import type { Limits } from '../limits/limits.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';
import { MEGABYTE } from '../uploads/uploads.ts';

/** Boundaries, names and headers around the file. */
const FORM_BYTES_MAX = 16_384;
const FIELDS_MAX = 8;
const FIELD_BYTES_MAX = 1_024;
const HEADER_PAIRS_MAX = 32;

const problem = (field: string, value: string, allowed: string): Outcome<never> =>
  invalidField({ field, value, allowed }) as Outcome<never>;

/** Other fields of the form are passed over. Rejects only when the connection ends before the form does. */
export async function readUpload(
  request: FastifyRequest,
  { fileBytesMax }: Limits['uploads'],
): Promise<{ readonly bytes: Uint8Array } | Outcome<never>> {
  const bound = { megabytes: String(fileBytesMax / MEGABYTE) };
  const tooLarge = refused('uploadRefused', bound, 'uploadTooLarge');
  if (!request.isMultipart()) return problem('content-type', '', 'multipart/form-data with one file');
  if (Number(request.headers['content-length']) > fileBytesMax + FORM_BYTES_MAX) return tooLarge;
  const limits = { files: 1, fileSize: fileBytesMax, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, headerPairs: HEADER_PAIRS_MAX };
  let bytes: Uint8Array | undefined;
  try {
    for await (const part of request.parts({ limits })) if (part.type === 'file') bytes = await part.toBuffer();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge;
    return problem('file', '', code === 'FST_FILES_LIMIT' ? 'one file' : 'a whole multipart form with one file');
  }
  return bytes && bytes.byteLength > 0 ? { bytes } : problem('file', '', 'a photo');
}
