/** Serves a built page on a port of its own, under the product's policy and isolated, so that its clock counts in 5 us and not in 100. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendFile } from './stand-in-files.ts';

type ServedFolder = { readonly url: string; close(): void };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `site`: the folder, below the repository's root. */
export async function serveFolder(site: string): Promise<ServedFolder> {
  const server = createServer((request, reply) => {
    reply.setHeader('cross-origin-embedder-policy', 'require-corp');
    sendFile(reply, { folder: join(root, site), path: new URL(request.url ?? '/', 'http://page').pathname, host: request.headers.host });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
