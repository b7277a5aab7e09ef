/**
 * `/docs`: every call as OpenAPI, with the pages of a library around it. The library answers each address once, in an application of
 * its own that nobody else reaches; what it said is kept compressed, since making and compressing the document anew takes tens of ms.
 */
import swagger from '@fastify/swagger';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { BoundedMap } from '../limits/bounded-map.ts';
import { type MemoryFile, memoryFile, sendMemoryFile } from './memory-file.ts';
import type { Access } from './route.ts';

const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };
/** The addresses that there can be; no dots that lead anywhere, no folders. */
const ADDRESS = /^\/docs(\/|\/json|\/yaml|\/static\/[a-z0-9-]+(\.[a-z0-9-]+)+)?$/;
/** More than the library has files. */
const FILES_MAX = 64;

/** Collects the document from here on: every route comes after it. */
export async function collectDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Outcry', version: '1', description: 'Every call of the API' } },
  });
}

/** Serves the document and its pages. What does not exist goes the way of every unknown address. */
export function serveDocs(app: FastifyInstance): void {
  const files = new BoundedMap<Promise<MemoryFile | undefined>>(FILES_MAX);
  let library: Promise<FastifyInstance> | undefined;
  const fileAt = (path: string): Promise<MemoryFile | undefined> => {
    const known = files.get(path);
    if (known) return known;
    library ??= openLibrary(app);
    const made = library.then((pages) => makeFile(pages, path));
    files.set(path, made);
    // What is not there is not kept, and after a failure the next call tries again.
    const forget = () => {
      if (files.get(path) === made) files.delete(path);
    };
    made.then((file) => file ?? forget(), forget);
    return made;
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const file = ADDRESS.test(path) ? await fileAt(path) : undefined;
    if (!file) return reply.callNotFound();
    return sendMemoryFile(file, request, reply);
  };
  for (const url of ['/docs', '/docs/*'])
    app.route({ method: ['GET', 'HEAD'], url, config: { access: ACCESS }, schema: { hide: true }, handler });
}

async function openLibrary(app: FastifyInstance): Promise<FastifyInstance> {
  // Loaded by the first who looks.
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const pages = fastify();
  await pages.register(swagger, { mode: 'static', specification: { document: app.swagger() as never } });
  await pages.register(swaggerUi, { routePrefix: '/docs' });
  await pages.ready();
  return pages;
}

async function makeFile(pages: FastifyInstance, path: string): Promise<MemoryFile | undefined> {
  const reply = await pages.inject({ method: 'GET', url: path });
  if (reply.statusCode !== 200) return undefined;
  const type = String(reply.headers['content-type'] ?? 'application/octet-stream');
  return memoryFile(reply.rawPayload, { type, cache: 'no-cache' });
}
