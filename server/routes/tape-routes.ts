/** `/tape/…`: the log of the tape for anybody, without login or envelope. The paths are those of c2sp.org/tlog-tiles and ours beside them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Limits } from '../limits/limits.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import { logFile } from '../tape/log/log-files.ts';
import type { TapeLog } from '../tape/log/tape-log.ts';
import type { Access } from './route.ts';

const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };
const ROOT = '/tape/';
const TYPES = { text: 'text/plain; charset=utf-8', bytes: 'application/octet-stream' } as const;

type TapeParts = { readonly db: Db; readonly clock: Clock; readonly limits: Limits['rest']; readonly tapeLog: TapeLog };

/** Whoever verifies is on any page, or on none. */
const open = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
const refuse = (reply: FastifyReply, status: number, words: string): FastifyReply =>
  open(reply).code(status).header('cache-control', 'no-store').type(TYPES.text).send(`${words}\n`);

export function registerTape(app: FastifyInstance, { db, clock, limits, tapeLog }: TapeParts): void {
  // Before anybody can come: those who hold a newer note than this log has are heard before its first signature.
  app.addHook('onListen', async () => tapeLog.listening());
  const limiter = new RateLimiter(clock, limits.bucketsMax);
  app.route({
    method: ['GET', 'HEAD'],
    url: `${ROOT}*`,
    config: { access: ACCESS },
    schema: { hide: true },
    handler: async (request, reply) => {
      const waitMs = limiter.takeOfNetwork('tape', request.ip, limits.tape);
      if (waitMs > 0) return refuse(reply.header('retry-after', String(Math.ceil(waitMs / 1_000))), 429, 'too many requests');
      const file = await logFile(db, tapeLog, (request.url.split('?')[0] ?? '').slice(ROOT.length));
      if (!file) return refuse(reply, 404, 'not in the log');
      const cache = `max-age=${file.maxAgeS}${file.isFinal ? ', immutable' : ''}`;
      return open(reply).headers({ 'cache-control': cache, 'content-type': TYPES[file.kind] }).send(Buffer.from(file.bytes));
    },
  });
}
