/** Reads the one file of a multipart form into memory, within its bounds. Nothing here looks at its name or the type that it claims. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../limits/limits.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';
import type { Arrival } from '../uploads/upload-places.ts';
import { MEGABYTE } from '../uploads/uploads.ts';

/** Boundaries, names and headers around the file. */
const FORM_BYTES_MAX = 16_384;
const FIELDS_MAX = 8;
const FILE_FIELD = 'file';
const FIELD_BYTES_MAX = 1_024;
const HEADER_PAIRS_MAX = 32;

const problem = (field: string, value: string, allowed: string): Outcome<never> =>
  invalidField({ field, value, allowed }) as Outcome<never>;

type Received = { readonly bytes: Uint8Array } | Outcome<never>;

/**
 * Other fields of the form are passed over. `undefined` when the place was lost meanwhile: the connection then ends with the reply, and what still
 * comes by it is read by nobody. Rejects only when the connection ends before the form does.
 */
export async function readUpload(reply: FastifyReply, limits: Limits['uploads'], { came, lost }: Arrival): Promise<Received | undefined> {
  const { raw } = reply.request;
  raw.on('data', (chunk: Uint8Array) => came(chunk.byteLength));
  const losing = new Promise<undefined>((resolve) => {
    lost.addEventListener('abort', () => {
      reply.header('connection', 'close');
      resolve(undefined);
    });
  });
  const reading = readForm(reply.request, limits);
  // Of a body that lost its place nobody asks any more how it ended.
  reading.catch(() => undefined);
  return Promise.race([reading, losing]);
}

async function readForm(request: FastifyRequest, { fileBytesMax }: Limits['uploads']): Promise<Received> {
  const bound = { megabytes: String(fileBytesMax / MEGABYTE) };
  const tooLarge = refused('uploadRefused', bound, 'uploadTooLarge');
  if (!request.isMultipart()) return problem('content-type', '', 'multipart/form-data with one file');
  if (Number(request.headers['content-length']) > fileBytesMax + FORM_BYTES_MAX) return tooLarge;
  const limits = { files: 1, fileSize: fileBytesMax, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, headerPairs: HEADER_PAIRS_MAX };
  let bytes: Uint8Array | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      if (part.fieldname === FILE_FIELD) bytes = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge;
    return problem('file', '', code === 'FST_FILES_LIMIT' ? 'one file' : 'a whole multipart form with one file');
  }
  return bytes ? { bytes } : problem('file', '', 'a photo');
}
