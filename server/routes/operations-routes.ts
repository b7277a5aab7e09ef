/** Addresses for whoever runs the server: is the process up, can it take orders, what does it count; and where browsers report violations. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { refused } from '../outcome.ts';
import { RateLimiter } from '../rate-limiter.ts';
import type { Settings } from '../site/settings.ts';
import { sendOutcome } from './gate.ts';
import type { Access } from './route.ts';
import { CSP_REPORT_PATH } from './security-headers.ts';

const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const REPORT_TYPES = ['application/reports+json', 'application/csp-report'];

export type OperationsParts = {
  readonly metrics: Metrics;
  /** What keeps the server from taking orders; empty when it can. */
  readonly obstacles: () => Promise<readonly string[]>;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly limits: Limits['rest'];
  readonly log: Log;
};

export function registerOperations(app: FastifyInstance, parts: OperationsParts): void {
  const config = { access: ACCESS };
  const schema = { hide: true };
  app.route({ method: 'GET', url: '/healthz', config, schema, handler: async (_q, reply) => plain(reply, 200, { status: 'up' }) });
  app.route({ method: 'GET', url: '/readyz', config, schema, handler: (_q, reply) => ready(reply, parts) });
  app.route({ method: 'GET', url: '/metrics', config, schema, handler: (request, reply) => metrics(request, reply, parts) });
  registerReports(app, parts);
}

const plain = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));

async function ready(reply: FastifyReply, parts: OperationsParts): Promise<FastifyReply> {
  const obstacles = await parts.obstacles();
  return plain(reply, obstacles.length === 0 ? 200 : 503, { status: obstacles.length === 0 ? 'ready' : 'not ready', obstacles });
}

/** The peer itself must be on this machine: a forwarded address proves nothing. */
async function metrics(request: FastifyRequest, reply: FastifyReply, parts: OperationsParts): Promise<FastifyReply> {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) {
    return sendOutcome(reply, refused('notFound', undefined, 'noRoute'), parts, 404);
  }
  return reply
    .header('cache-control', 'no-store')
    .type('text/plain; version=0.0.4; charset=utf-8')
    .send(await parts.metrics.text());
}

function registerReports(app: FastifyInstance, parts: OperationsParts): void {
  app.addContentTypeParser(REPORT_TYPES, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const limiter = new RateLimiter(parts.clock, parts.limits.bucketsMax);
  app.route({
    method: 'POST',
    url: CSP_REPORT_PATH,
    config: { access: ACCESS },
    schema: { hide: true },
    handler: async (request, reply) => {
      if (limiter.take(request.ip, parts.limits.report) === 0) {
        parts.metrics.policyReport();
        const directive = /"(?:effectiveDirective|effective-directive)"\s*:\s*"([a-z-]{1,40})"/.exec(String(request.body))?.[1];
        parts.log.warn({ directive: directive ?? 'unknown' }, 'content policy violated');
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
