/** Ends the connection of an upgrade that was answered and not granted: from the upgrade on, no timer of the HTTP server watches it. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Call it before anything can answer. An upgrade that is granted never finishes its answer, so its connection goes on. */
export function endRefusedUpgrade(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.headers.upgrade === undefined) return;
  reply.raw.once('finish', () => request.raw.socket.destroySoon());
}
