/** Opens the hub's door in the application: who may upgrade, how large a frame may be, and how the hub is told to stop. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_FRAME_BYTES_MAX, SOCKET_PATH } from '#protocol/socket.ts';
import { refused } from '../outcome.ts';
import { sendOutcome, sendWait } from '../routes/gate.ts';
import type { Access } from '../routes/route.ts';
import type { Settings } from '../site/settings.ts';
import { type HubParts, SocketHub } from './socket-hub.ts';

export type SocketParts = HubParts & { readonly settings: Settings };

const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };
const FULL_WAIT_MS = 5_000;

export async function registerSocket(app: FastifyInstance, parts: SocketParts): Promise<void> {
  const hub = new SocketHub(parts);
  await app.register(websocket, {
    options: { maxPayload: CLIENT_FRAME_BYTES_MAX, perMessageDeflate: false },
    preClose(done) {
      hub.shutdown();
      this.websocketServer.close();
      done();
    },
  });
  app.route({
    method: 'GET',
    url: SOCKET_PATH,
    config: { access: ACCESS },
    schema: { hide: true },
    websocket: true,
    preValidation: async (request, reply) => {
      if (!isOwnOrigin(request)) return sendOutcome(reply, refused('notFound', undefined, 'noRoute'), parts, 403);
      return hub.refusal(request.ip) ? sendWait(reply, FULL_WAIT_MS, parts) : undefined;
    },
    handler: (socket, request) => hub.accept(socket, request.ip),
  });
  app.addHook('onReady', async () => hub.start());
}

/** A page of another site must not open our socket (security S38); whoever is no browser sends no Origin. */
function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
