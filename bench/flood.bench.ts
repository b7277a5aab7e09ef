/** G19: how much later the server says that it is up while one network asks 300 times at once for an expensive call, for each of the ten most expensive. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../server/limits/limits.ts';
import { type ServerProcess, startServer } from '../tests/e2e/server-process.ts';
import { demoPerson, EXPENSIVE_CALLS, type ExpensiveCall } from '../tests/fault/expensive-calls.ts';
import type { FloodReport } from './flood/flood-plan.ts';
import { type Flooder, startFlooder } from './flood/flooder.ts';
import { watchHealth } from './flood/watch-health.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure } from './lib/bench.ts';
import { median, quantile } from './lib/statistics.ts';
import { buildServer } from './orders/build-server.ts';
import { startServer as startUnlimited } from './orders/server-process.ts';

const AT_ONCE = 300;
const LATER_MS_MAX = 100;
/** Before each flood, to see the same server without one. */
const CALM_MS = 300;
const UNLIMITED = 'a call has no limit';
const UNREACHED = 'the flood does not reach the server';
const NOBODY_URL = 'http://127.0.0.1:9';

/** Also measured from connections of the flood's own, which are bounded as they come. */
const WITHOUT_PROXY = ['every product', 'a statement'];

/** Floods of each call. */
const FULL = 7;
const QUICK = 3;
const BROKEN = 1;

/** p95 of the answers of `/healthz`, ms, by flood. */
type Samples = { readonly calm: number[]; readonly flooded: number[] };
type Rig = { readonly url: string; readonly floodUrl: string; readonly flooder: Flooder };
type Named = readonly [name: string, call: ExpensiveCall];
/** Where the floods of a call come from, one network each: through a proxy, or from addresses of their own. */
type Way = { readonly isDirect: boolean; network(flood: number): string };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const p95 = (times: readonly number[]): number => quantile(times, 0.95);

/**
 * Every request has an answer of the server, and no more of them what they asked for than the limit allows; of connections that are no proxy's
 * those beyond a network's are closed as they come.
 */
function assertLimited([name, { limit }]: Named, { statuses, tookMs }: FloodReport, closedMax: number): void {
  const { 200: answered = 0, 429: refused = 0, ECONNRESET: closed = 0 } = statuses;
  const said = `a flood of ${name} was answered ${JSON.stringify(statuses)}`;
  assertOutput(answered + refused + closed === AT_ONCE && closed <= closedMax, `${said}: allowed are 200, 429 and ${closedMax} ECONNRESET`);
  assertOutput(answered > 0, `${said}: nothing of it was what it asked for`);
  const most = limit.burst + limit.perSecond * (tookMs / 1_000) + 1;
  assertOutput(answered <= most, `${said}: the limit allows ${Math.floor(most)} in ${Math.round(tookMs)} ms`);
}

/** People so far: each comes from a network of its own to make their account. */
let persons = 0;

/** Each flood comes from a network, and for a person, with full buckets. */
async function measure({ url, floodUrl, flooder }: Rig, named: Named, { isDirect, network }: Way, floods: number): Promise<Samples> {
  const samples: Samples = { calm: [], flooded: [] };
  for (let flood = 0; flood < floods; flood++) {
    const { token } = await demoPerson(url, `203.1.${persons >> 8}.${persons++ & 255}`);
    samples.calm.push(p95(await watchHealth(url, sleep(CALM_MS), isDirect)));
    const caller = { token, network: network(flood), isDirect };
    const report = flooder.flood({ url: floodUrl, name: named[0], caller, atOnce: AT_ONCE });
    samples.flooded.push(p95(await watchHealth(url, report, isDirect)));
    assertLimited(named, await report, isDirect ? AT_ONCE - LIMITS.http.connectionsPerNetwork : 0);
  }
  return samples;
}

type Server = { readonly url: string; stop(): Promise<unknown> };

/** The built product; or the product with limits that nobody reaches. */
async function start(isUnlimited: boolean, dataDir: string): Promise<Server> {
  const env = { DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' };
  if (isUnlimited) return startUnlimited(await buildServer(), env);
  const server: ServerProcess = await startServer(env);
  return { url: server.url, stop: () => server.remove() };
}

const laterMs = ({ calm, flooded }: Samples): number => median(flooded.map((ms, at) => ms - (calm[at] as number)));

function figuresOf(name: string, { calm, flooded }: Samples): Figure[] {
  const figure = (what: string, samples: readonly number[]): Figure => ({ name: `${name}: ${what}`, unit: 'ms', samples, isWall: true });
  return [figure('/healthz during the flood, p95', flooded), figure('/healthz just before, p95', calm)];
}

function resultOf(samples: ReadonlyMap<string, Samples>, floods: number): BenchResult {
  const [worst, value] = [...samples].map(([name, each]) => [name, laterMs(each)] as const).reduce((a, b) => (b[1] > a[1] ? b : a));
  return {
    load: `${AT_ONCE} requests at once, each on a connection of its own, for each of ${Object.keys(EXPENSIVE_CALLS).length} calls through a proxy and ${WITHOUT_PROXY.length} without, ${floods} times, from a process on the same machine; /healthz asked every 5 ms from other networks, during the flood and for ${CALM_MS} ms before it. Every request must be answered, with 200 within the limit and with 429 beyond it; without a proxy those beyond ${LIMITS.http.connectionsPerNetwork} connections may be closed.`,
    figures: [...samples].flatMap(([name, each]) => figuresOf(name, each)),
    goals: [
      {
        id: 'G19',
        text: `/healthz during ${AT_ONCE} requests at once of one network, p95, above that without them, the dearest call`,
        value,
        unit: 'ms',
        limit: LATER_MS_MAX,
        isWall: true,
      },
    ],
    notes: [`The dearest call was ${worst}.`],
  };
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const floods = broken ? BROKEN : quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-flood-'));
  const server = await start(broken === UNLIMITED, join(folder, 'data'));
  const flooder = await startFlooder();
  try {
    const rig: Rig = { url: server.url, floodUrl: broken === UNREACHED ? NOBODY_URL : server.url, flooder };
    const samples = new Map<string, Samples>();
    for (const [at, named] of Object.entries(EXPENSIVE_CALLS).entries()) {
      const proxied: Way = { isDirect: false, network: (flood) => `203.0.${at}.${flood}` };
      samples.set(named[0], await measure(rig, named, proxied, floods));
      const direct: Way = { isDirect: true, network: (flood) => `127.9.${at}.${1 + flood}` };
      if (WITHOUT_PROXY.includes(named[0])) samples.set(`${named[0]}, without a proxy`, await measure(rig, named, direct, floods));
    }
    return resultOf(samples, floods);
  } finally {
    flooder.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'What a flood of one network costs everybody else',
  breaks: [UNLIMITED, UNREACHED],
  run,
};
