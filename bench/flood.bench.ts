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
import { mean, quantile } from './lib/statistics.ts';
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

/** Floods of each call that count, and how many more of those that looked dearest: only the dearest is the goal. */
type Size = { readonly each: number; readonly more: number };
const FULL: Size = { each: 3, more: 6 };
const QUICK: Size = { each: 1, more: 1 };
const BROKEN: Size = { each: 1, more: 0 };
const DEAREST = 2;

/** p95 of the answers of `/healthz`, ms, by flood. */
type Samples = { readonly calm: number[]; readonly flooded: number[] };
type Rig = { readonly url: string; readonly floodUrl: string; readonly flooder: Flooder };
type Named = readonly [name: string, call: ExpensiveCall];
/** Where the floods of a call come from, one network each: through a proxy, or from addresses of their own. */
type Way = { readonly isDirect: boolean; network(flood: number): string };
type Flooded = { readonly title: string; readonly named: Named; readonly way: Way; readonly samples: Samples };

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

/** One flood, from a network and for a person with full buckets; gives the answers of `/healthz` meanwhile, p95. */
async function floodOnce({ url, floodUrl, flooder }: Rig, { named, way: { isDirect, network } }: Flooded, at: number): Promise<number> {
  const { token } = await demoPerson(url, `203.1.${persons >> 8}.${persons++ & 255}`);
  const caller = { token, network: network(at), isDirect };
  const report = flooder.flood({ url: floodUrl, name: named[0], caller, atOnce: AT_ONCE });
  const flooded = p95(await watchHealth(url, report, isDirect));
  assertLimited(named, await report, isDirect ? AT_ONCE - LIMITS.http.connectionsPerNetwork : 0);
  return flooded;
}

async function measure(rig: Rig, each: Flooded, floods: number): Promise<void> {
  const { calm, flooded } = each.samples;
  for (let flood = 0; flood < floods; flood++) {
    calm.push(p95(await watchHealth(rig.url, sleep(CALM_MS), each.way.isDirect)));
    // The network of number nought had the flood that does not count.
    flooded.push(await floodOnce(rig, each, 1 + flooded.length));
  }
}

/** Every call through a proxy, some without. */
function allFlooded(): Flooded[] {
  return Object.entries(EXPENSIVE_CALLS).flatMap((named, at) => {
    const [name] = named;
    const proxied: Way = { isDirect: false, network: (flood) => `203.0.${at}.${flood}` };
    const direct: Way = { isDirect: true, network: (flood) => `127.9.${at}.${1 + flood}` };
    const made = (title: string, way: Way): Flooded => ({ title, named, way, samples: { calm: [], flooded: [] } });
    return WITHOUT_PROXY.includes(name) ? [made(name, proxied), made(`${name}, without a proxy`, direct)] : [made(name, proxied)];
  });
}

type Server = { readonly url: string; stop(): Promise<unknown> };

/** The built product; or the product with limits that nobody reaches. */
async function start(isUnlimited: boolean, dataDir: string): Promise<Server> {
  const env = { DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' };
  if (isUnlimited) return startUnlimited(await buildServer(), env);
  const server: ServerProcess = await startServer(env);
  return { url: server.url, stop: () => server.remove() };
}

/** The mean of its floods: some cost ten times the others, and a median falls to either side. */
const laterMs = ({ calm, flooded }: Samples): number => mean(flooded.map((ms, at) => ms - (calm[at] as number)));

function figuresOf(name: string, { calm, flooded }: Samples): Figure[] {
  const figure = (what: string, samples: readonly number[]): Figure => ({ name: `${name}: ${what}`, unit: 'ms', samples, isWall: true });
  return [figure('/healthz during the flood, p95', flooded), figure('/healthz just before, p95', calm)];
}

function resultOf(all: readonly Flooded[], worst: Flooded, { each, more }: Size): BenchResult {
  return {
    load: `${AT_ONCE} requests at once, each on a connection of its own, for each of ${Object.keys(EXPENSIVE_CALLS).length} calls through a proxy and ${WITHOUT_PROXY.length} without, ${each} times behind one that does not count, and ${more} times more for each of the ${DEAREST} dearest in turns, from a process on the same machine; /healthz asked every 5 ms from other networks, during the flood and for ${CALM_MS} ms before it. Every request must be answered, with 200 within the limit and with 429 beyond it; without a proxy those beyond ${LIMITS.http.connectionsPerNetwork} connections may be closed.`,
    figures: all.flatMap(({ title, samples }) => figuresOf(title, samples)),
    goals: [
      {
        id: 'G19',
        text: `/healthz during ${AT_ONCE} requests at once of one network, p95, above that without them, the dearest call, mean of its floods`,
        value: laterMs(worst.samples),
        unit: 'ms',
        limit: LATER_MS_MAX,
        isWall: true,
        isDifference: true,
      },
    ],
    notes: [`The dearest call was ${worst.title}.`],
  };
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const size = broken ? BROKEN : quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-flood-'));
  const server = await start(broken === UNLIMITED, join(folder, 'data'));
  const flooder = await startFlooder();
  try {
    const rig: Rig = { url: server.url, floodUrl: broken === UNREACHED ? NOBODY_URL : server.url, flooder };
    const all = allFlooded();
    // The first floods that a server meets, before its code is compiled, would choose the dearest by which call came first.
    for (const each of all) await floodOnce(rig, each, 0);
    for (const each of all) await measure(rig, each, size.each);
    const dearest = [...all].sort((a, b) => laterMs(b.samples) - laterMs(a.samples)).slice(0, DEAREST);
    for (let more = 0; more < size.more; more++)
      for (const each of more % 2 ? [...dearest].reverse() : dearest) await measure(rig, each, 1);
    return resultOf(
      all,
      // More floods of a call that looked dear by chance bring its mean down, below that of another maybe.
      all.reduce((a, b) => (laterMs(b.samples) > laterMs(a.samples) ? b : a)),
      size,
    );
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
