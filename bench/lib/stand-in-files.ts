/** Files of a built page, with the product's own headers, so that what is measured runs under the policy that it ships with. */
import { readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { securityHeaders } from '../../server/routes/security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Sends the file of a path below `folder`; '/' is its index.html. */
export function sendFile(reply: ServerResponse, request: { folder: string; path: string; host: string | undefined }): void {
  const { folder, path, host } = request;
  const file = normalize(join(folder, path === '/' ? 'index.html' : decodeURIComponent(path)));
  const headers = securityHeaders({ host, isSecure: false, path });
  if (!file.startsWith(folder + sep) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    reply.writeHead(404, headers).end();
    return;
  }
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  reply.writeHead(200, { ...headers, 'content-type': type, 'cache-control': 'no-store' }).end(readFileSync(file));
}
