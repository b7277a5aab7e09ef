/**
 * One network asks for each of the most expensive calls 300 times at once, again and again, until somebody else has had an answer to all that they
 * asked meanwhile. How soon they have it is measured in bench/.
 */
import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../e2e/server-process.ts';
import { type Answer, askCall, type Caller, demoPerson, EXPENSIVE_CALLS, type ExpensiveCall, floodCall } from './expensive-calls.ts';
import { type TimeClient, timeClient } from './time-client.ts';

const AT_ONCE = 300;
/** What the neighbour asks during a flood: fewer than the smallest bucket holds. */
const NEIGHBOUR_ASKS = 4;

let server: ServerProcess;
let trader: TimeClient;
let calls = 0;

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '127.0.0.1' });
  trader = await timeClient(server);
});
afterAll(() => server?.remove());

type Flood = { readonly answers: readonly Answer[]; readonly seconds: number };

/** Floods for as long as the work goes on. */
async function floodDuring(call: ExpensiveCall, caller: Caller, work: Promise<unknown>): Promise<Flood> {
  let isDone = false;
  const stop = () => {
    isDone = true;
  };
  work.then(stop, stop);
  const answers: Answer[] = [];
  const startMs = performance.now();
  while (!isDone) answers.push(...(await floodCall(server.url, call, caller, AT_ONCE)));
  return { answers, seconds: (performance.now() - startMs) / 1_000 };
}

/** What the neighbour got: whether the process is up, and the flooded call itself, in turns. */
async function askAsNeighbour(call: ExpensiveCall, neighbour: Caller): Promise<(number | string)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const health: ExpensiveCall = { ...call, path: '/healthz', method: 'GET', ask: () => ({}) };
  const statuses = [];
  for (let at = 0; at < NEIGHBOUR_ASKS; at++)
    for (const asked of [health, call]) statuses.push((await askCall(server.url, asked, neighbour, AT_ONCE + at, agent)).status);
  agent.destroy();
  return statuses;
}

it.each(Object.entries(EXPENSIVE_CALLS))(
  `of ${AT_ONCE} requests at once for %s a network gets its bucket, and everybody else all that they ask`,
  async (_name, call) => {
    const at = ++calls;
    const flooder = await demoPerson(server.url, `203.0.113.${at}`);
    const neighbour = await demoPerson(server.url, `198.51.100.${at}`);
    // The first requests of the flood are on their way before anybody else asks.
    const others = Promise.resolve().then(() =>
      Promise.all([askAsNeighbour(call, neighbour), trader.order(trader.open[0] as number).then(({ code }) => code)]),
    );
    const { answers, seconds } = await floodDuring(call, flooder, others);
    const [neighbourGot, orderCode] = await others;

    expect(neighbourGot).toEqual(Array(2 * NEIGHBOUR_ASKS).fill(200));
    expect(orderCode, 'code of the order').toBe(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ status, retryAfter }) => status !== 429 || !(Number(retryAfter) >= 1))).toEqual([]);
    const { burst, perSecond } = call.limit;
    expect(answers.length - refused.length).toBeLessThanOrEqual(burst + perSecond * seconds + 1);
    expect(answers.length - refused.length).toBeGreaterThan(0);
  },
);
