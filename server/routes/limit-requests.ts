/**
 * Counts every request by the network it comes from before anything else is done for it: calls, files, addresses that do not exist and
 * upgrades alike. Token buckets of our own and not the web framework's plugin: that counts in fixed windows of wall time, lets through
 * twice its rate around their edges (239 of 120), and stands still for as long as a clock was set back.
 */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';
import { networkOf } from '../network-of.ts';
import { RateLimiter } from '../rate-limiter.ts';
import type { Settings } from '../site/settings.ts';
import { sendWait } from './gate.ts';

/** What a watcher asks: is it up, can it serve. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

type Parts = { readonly clock: Clock; readonly settings: Settings; readonly limits: Limits['rest'] };

/** Refuses with 429 and `Retry-After` what is beyond a network's bucket. Register it before every other hook that works. */
export function limitRequests(app: FastifyInstance, parts: Parts): void {
  const limiter = new RateLimiter(parts.clock, parts.limits.bucketsMax);
  app.addHook('onRequest', (request, reply, done) => {
    const bucket = HEALTH_PATHS.includes(request.routeOptions.url ?? '') ? 'health' : 'all';
    const waitMs = limiter.take(`${bucket} ${networkOf(request.ip)}`, parts.limits[bucket]);
    if (waitMs > 0) sendWait(reply, waitMs, parts);
    else done();
  });
}
