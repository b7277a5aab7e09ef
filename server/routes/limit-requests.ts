/**
 * Counts connections as they come, and every request by the network it comes from before anything else is done for it: calls, files, addresses that do not exist and
 * upgrades alike; what is within the limits begins when it is its network's turn. Token buckets of our own and not the web framework's
 * plugin: that counts in fixed windows of wall time, lets through twice its rate around their edges (239 of 120), and stands still for as
 * long as a clock was set back.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config.ts';
import { guardConnections } from '../limits/connection-door.ts';
import type { Limits } from '../limits/limits.ts';
import { networkOf } from '../limits/network-of.ts';
import { createNetworkTurns } from '../limits/network-turns.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import type { Metrics } from '../metrics.ts';
import type { Settings } from '../site/settings.ts';
import { sendWait } from './gate.ts';

/** What a watcher asks: is it up, can it serve. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];
/** Until the turns of a whole bucket are over. */
const FULL_WAIT_MS = 1_000;

type Parts = {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly config: Pick<Config, 'trustProxy'>;
};

/** Refuses with 429 and `Retry-After` what is beyond a network's bucket or queue. Register it before every other hook that works. */
export function limitRequests(app: FastifyInstance, parts: Parts): void {
  const { rest, http } = parts.limits;
  const limiter = new RateLimiter(parts.clock, rest.bucketsMax);
  const turns = createNetworkTurns({ clock: parts.clock, waitingMax: rest.waitingMax });
  guardConnections(app.server, { ...parts, limits: http, trustProxy: parts.config.trustProxy, connected: turns.connected });
  const refused = new WeakSet<object>();
  /** The connection ends with the refusal: thousands of requests that came in one piece behind it would each cost an answer, in one turn. */
  const refuse = (reply: FastifyReply, waitMs: number): void => {
    refused.add(reply.request.raw.socket);
    void sendWait(reply.header('connection', 'close'), waitMs, parts);
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (refused.has(request.raw.socket)) return void reply.hijack();
    const { url, config } = request.routeOptions;
    const network = networkOf(request.ip);
    const isHealth = HEALTH_PATHS.includes(url ?? '');
    const waitMs = limiter.take(`${isHealth ? 'health' : 'all'} ${network}`, rest[isHealth ? 'health' : 'all']);
    if (waitMs > 0) return refuse(reply, waitMs);
    // Money waits for no list; what moves it has the smallest buckets, and those that come together share a commit.
    if (isHealth || config.access?.money) return done();
    // Who has gone meanwhile is not served.
    const begin = () => (request.raw.destroyed ? undefined : done());
    if (!turns.wait(network, begin)) refuse(reply, FULL_WAIT_MS);
  });
}
