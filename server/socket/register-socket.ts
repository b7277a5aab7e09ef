/** Opens the hub's door in the application: who may upgrade, how large a frame may be, and how the hub is told to stop. */
import { isIP } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_FRAME_BYTES_MAX, SOCKET_PATH } from '#protocol/socket.ts';
import { refused } from '../outcome.ts';
import { sendOutcome, sendWait } from '../routes/gate.ts';
import type { Access } from '../routes/route.ts';
import type { Settings } from '../site/settings.ts';
import { type HubParts, SocketHub } from './socket-hub.ts';

export type SocketParts = HubParts & {
  readonly settings: Settings;
  /** Origins whose pages may open a socket; empty: pages that were loaded from this very address. */
  readonly publicOrigins: readonly string[];
};

const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };

export async function registerSocket(app: FastifyInstance, parts: SocketParts): Promise<void> {
  const hub = new SocketHub(parts);
  await app.register(websocket, {
    options: {
      maxPayload: CLIENT_FRAME_BYTES_MAX,
      perMessageDeflate: false,
      // Profiles are agreed on by `hello` (docs/socket.md); a name that was offered is no promise of ours (RFC 6455, section 4.2.2).
      handleProtocols: () => false,
    },
    // The hub hears of a broken connection by itself and writes the one line about it.
    errorHandler: () => {},
    preClose(done) {
      hub.shutdown();
      this.websocketServer.close();
      done();
    },
  });
  // Answered with an HTTP status before anything is upgraded. Nothing waits between this look and `accept`.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws || !refusesUpgrade(hub, request, reply, parts)) done();
  });
  app.route({
    method: 'GET',
    url: SOCKET_PATH,
    config: { access: ACCESS },
    schema: { hide: true },
    websocket: true,
    handler: (socket, request) => hub.accept(socket, request.ip),
  });
  app.addHook('onReady', async () => hub.start());
}

/** Answers an upgrade that is not to be; false for one that may go on. */
function refusesUpgrade(hub: SocketHub, request: FastifyRequest, reply: FastifyReply, parts: SocketParts): boolean {
  if (request.routeOptions.url !== SOCKET_PATH) {
    sendOutcome(reply, refused('notFound', undefined, 'noRoute'), parts, 404);
    return true;
  }
  const { origin, host } = request.headers;
  if (!isOwnOrigin(origin, host, parts.publicOrigins)) {
    parts.log.warn({ origin: origin?.slice(0, 200) }, 'a page of an origin that PUBLIC_ORIGIN does not name asked for a socket');
    sendOutcome(reply, refused('notFound', undefined, 'noRoute'), parts, 403);
    return true;
  }
  const waitMs = hub.waitMs(request.ip);
  if (waitMs > 0) sendWait(reply, waitMs, parts);
  return waitMs > 0;
}

/**
 * A page of another site must not open our socket (security S38); a client that is no browser sends no Origin. Without a list only an
 * address or `localhost` counts as ours: a name that equals the Host header may be anybody's, pointed at this server.
 */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicOrigins: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (publicOrigins.length > 0) return publicOrigins.includes(origin);
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const isAddress = page.hostname === 'localhost' || isIP(page.hostname.replace(/^\[|\]$/g, '')) > 0;
  return isAddress && page.host === host;
}
