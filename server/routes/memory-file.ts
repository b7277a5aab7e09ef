/** A file that is served from memory: made once, compressed once, asked for again by its hash. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedForm } from './accepted-form.ts';

export type MemoryFile = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Its `Cache-Control`. */
  readonly cache: string;
  /** Compressed forms; undefined where they gain nothing. */
  readonly br?: Buffer | undefined;
  readonly gz?: Buffer | undefined;
};

/** Smaller files gain nothing. */
const COMPRESS_FROM_BYTES = 512;
const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json|javascript|yaml|x-yaml)|image\/svg)/;

/** Takes the compressed forms that are `known`; what is not is compressed here, faster and a little larger than a build does. */
export async function memoryFile(
  bytes: Buffer,
  { type, cache, known = {} }: { type: string; cache: string; known?: { br?: Buffer | undefined; gz?: Buffer | undefined } },
): Promise<MemoryFile> {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const file = { bytes, type, etag, cache };
  if (!COMPRESSIBLE.test(type) || bytes.length < COMPRESS_FROM_BYTES) return file;
  const br = known.br ?? (await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  return { ...file, br, gz: known.gz ?? (await promisify(gzip)(bytes, { level: 6 })) };
}

export function sendMemoryFile(file: MemoryFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'content-type': file.type, 'cache-control': file.cache, etag: file.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const form = acceptedForm(request);
  const compressed = form === 'br' ? file.br : form === 'gzip' ? file.gz : undefined;
  return form && compressed ? reply.header('content-encoding', form).send(compressed) : reply.send(file.bytes);
}
