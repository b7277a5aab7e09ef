/** What the server counts about itself, as Prometheus text. The library is known in this file only. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Registry } from 'prom-client';
import type { DoubtKind } from './clock/clock-watch.ts';

export interface Metrics {
  request(route: string, code: number): void;
  /** A client's socket frame that was not taken, by reason. */
  frameDropped(reason: string): void;
  sockets(open: number): void;
  /** A connection that was closed as it came, since its network, or everybody, held too many. */
  connectionRefused(): void;
  /** Violations of the content policy that browsers reported. */
  policyReport(): void;
  /** Problems that the check at the start found in the books. */
  brokenLaws(count: number): void;
  text(): Promise<string>;
  stop(): void;
}

/** Highest number of different routes or reasons that become labels. */
const LABELS_MAX = 200;

/** `doubts`: how often prices were doubted since the start, by what happened. */
type MetricSources = { readonly doubts: () => Readonly<Record<DoubtKind, number>> };

export function createMetrics({ doubts }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({ name: 'outcry_requests_total', help: 'Answered requests', labelNames: ['route', 'status'], registers });
  const dropped = new Counter({ name: 'outcry_socket_dropped_total', help: 'Client frames not taken', labelNames: ['reason'], registers });
  const refused = new Counter({ name: 'outcry_connections_refused_total', help: 'Connections closed as they came', registers });
  const reports = new Counter({ name: 'outcry_policy_reports_total', help: 'Content policy violations reported', registers });
  const broken = new Gauge({ name: 'outcry_books_problems', help: 'Problems in the books found at the start', registers });
  const open = new Gauge({ name: 'outcry_sockets', help: 'Open sockets', registers });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  new Gauge({
    name: 'outcry_loop_delay_p99_seconds',
    help: 'Event loop delay, 99th percentile since the last look',
    registers,
    collect() {
      this.set(delay.percentile(99) / 1e9);
      delay.reset();
    },
  });
  new Gauge({
    name: 'outcry_memory_rss_bytes',
    help: 'Resident memory',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: 'outcry_clock_doubts_total',
    help: 'Times that the wall clock was set forward or back, or the process stood still, so that every price became stale',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(doubts())) this.inc({ kind }, count);
    },
  });
  const routes = new Set<string>();
  return {
    request(route, status) {
      if (routes.size < LABELS_MAX) routes.add(route);
      requests.inc({ route: routes.has(route) ? route : 'other', status: String(status) });
    },
    frameDropped: (reason) => dropped.inc({ reason }),
    sockets: (count) => open.set(count),
    connectionRefused: () => refused.inc(),
    policyReport: () => reports.inc(),
    brokenLaws: (count) => broken.set(count),
    text: () => registry.metrics(),
    stop: () => delay.disable(),
  };
}
