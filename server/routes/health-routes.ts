/** Is the process up, can it take orders; and where browsers report violations. What only an operator may see is in `server/operations`. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../limits/limits.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Access } from './route.ts';
import { CSP_REPORT_PATH } from './security-headers.ts';

const ACCESS: Access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };
const REPORT_TYPES = ['application/reports+json', 'application/csp-report'];

type HealthParts = {
  readonly metrics: Metrics;
  /** What keeps the server from taking orders; empty when it can. */
  readonly obstacles: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly limits: Limits['rest'];
  readonly log: Log;
};

export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const config = { access: ACCESS };
  const schema = { hide: true };
  app.route({ method: 'GET', url: '/healthz', config, schema, handler: async (_q, reply) => plain(reply, 200, { status: 'up' }) });
  app.route({ method: 'GET', url: '/readyz', config, schema, handler: (_q, reply) => ready(reply, parts) });
  registerReports(app, parts);
}

const plain = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body));

async function ready(reply: FastifyReply, parts: HealthParts): Promise<FastifyReply> {
  const obstacles = await parts.obstacles();
  return plain(reply, obstacles.length === 0 ? 200 : 503, { status: obstacles.length === 0 ? 'ready' : 'not ready', obstacles });
}

function registerReports(app: FastifyInstance, parts: HealthParts): void {
  app.addContentTypeParser(REPORT_TYPES, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const limiter = new RateLimiter(parts.clock, parts.limits.bucketsMax);
  app.route({
    method: 'POST',
    url: CSP_REPORT_PATH,
    config: { access: ACCESS },
    schema: { hide: true },
    handler: async (request, reply) => {
      if (limiter.takeOfNetwork('report', request.ip, parts.limits.report) === 0) {
        parts.metrics.policyReport();
        const directive = /"(?:effectiveDirective|effective-directive)"\s*:\s*"([a-z-]{1,40})"/.exec(String(request.body))?.[1];
        parts.log.warn({ directive: directive ?? 'unknown' }, 'content policy violated');
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
}
