/**
 * Serves the built client from memory: only files that the build made have an address, so no path can reach anything else. Hashed
 * files are immutable, documents are asked for again each time; compressed forms of the build are used, or made once.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from './route.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = ['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt'];
/** Smaller files gain nothing. */
const COMPRESS_FROM_BYTES = 512;
/** What a client build may hold at most; more is not one. */
const FILES_MAX = 2_000;
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };

type ClientFile = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly cache: string;
  br?: Buffer;
  gz?: Buffer;
};

/** Loads the folder; one that does not exist serves nothing (a server without a client, as in tests). */
export async function serveClient(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const files = folder === undefined ? new Map<string, ClientFile>() : await loadFiles(folder);
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  for (const [path, file] of files) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { access: ACCESS },
      schema: { hide: true },
      handler: (q, r) => sendFile(file, q, r),
    });
  }
}

async function loadFiles(folder: string): Promise<Map<string, ClientFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > FILES_MAX) throw new Error(`${folder}: ${paths.length} files, a client has at most ${FILES_MAX}`);
  const files = new Map<string, ClientFile>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    const bytes = await readFile(path);
    const file: ClientFile = {
      bytes,
      type,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      cache: cacheOf(path),
    };
    if (COMPRESSED.includes(extname(path)) && bytes.length >= COMPRESS_FROM_BYTES) await compress(file, path, paths);
    files.set(`/${relative(folder, path).split(sep).map(encodeURIComponent).join('/')}`, file);
  }
  return files;
}

const cacheOf = (path: string): string =>
  path.includes(`${sep}assets${sep}`) && HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';

/** Takes what the build compressed at its leisure; what it did not is compressed here, faster and a little larger. */
async function compress(file: ClientFile, path: string, paths: readonly string[]): Promise<void> {
  const known = (name: string) => (paths.includes(name) ? readFile(name) : undefined);
  file.br =
    (await known(`${path}.br`)) ?? (await promisify(brotliCompress)(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  file.gz = (await known(`${path}.gz`)) ?? (await promisify(gzip)(file.bytes, { level: 6 }));
}

function sendFile(file: ClientFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'content-type': file.type, 'cache-control': file.cache, etag: file.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gz && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gz);
  return reply.send(file.bytes);
}
