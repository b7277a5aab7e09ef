/**
 * Serves the built client from memory: only files that the build made have an address, so no path can reach anything else. Hashed
 * files are immutable, documents are asked for again each time; compressed forms of the build are used, or made once.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type MemoryFile, memoryFile, sendMemoryFile } from './memory-file.ts';
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
/** What a client build may hold at most; more is not one. */
const FILES_MAX = 2_000;
const HASHED = /[-.][A-Za-z0-9_-]{7,}\.[a-z0-9]+$/;
const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };

/** Loads the folder; one that does not exist serves nothing (a server without a client, as in tests). */
export async function serveClient(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const files = folder === undefined ? new Map<string, MemoryFile>() : await loadFiles(folder);
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  for (const [path, file] of files) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { access: ACCESS },
      schema: { hide: true },
      handler: (q, r) => sendMemoryFile(file, q, r),
    });
  }
}

async function loadFiles(folder: string): Promise<Map<string, MemoryFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const isHidden = (path: string) =>
    relative(folder, path)
      .split(sep)
      .some((name) => name.startsWith('.'));
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // What a build tool leaves for itself, as `.vite/`, is nobody else's.
    .filter((path) => !isHidden(path));
  if (paths.length > FILES_MAX) throw new Error(`${folder}: ${paths.length} files, a client has at most ${FILES_MAX}`);
  const files = new Map<string, MemoryFile>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    // The build compresses at its leisure and puts the result beside the file.
    const beside = (ending: string) => (paths.includes(path + ending) ? readFile(path + ending) : undefined);
    const known = { br: await beside('.br'), gz: await beside('.gz') };
    const file = await memoryFile(await readFile(path), { type, cache: cacheOf(path), known });
    files.set(`/${relative(folder, path).split(sep).map(encodeURIComponent).join('/')}`, file);
  }
  return files;
}

const cacheOf = (path: string): string =>
  path.includes(`${sep}assets${sep}`) && HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
