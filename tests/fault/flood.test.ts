/**
 * One network asks 300 times at once for each of the dearest calls; somebody else's health check is answered soon all the while. The flood
 * comes from a thread of its own, so that only the server's delay is measured.
 */
import { Agent, get } from 'node:http';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../e2e/server-process.ts';

const AT_ONCE = 300;
const HEALTH_P95_MS_MAX = 100;
/** Each flood is made so often, each time from a network and for a person with full buckets; the median counts. */
const FLOODS = 3;
/** Watchers side by side: a flood is over in a second, and each of its moments is to be seen. */
const WATCHERS = 4;

/** Sends what it is told, all at once, and says how each was answered. */
const FLOOD = `
const { parentPort } = require('node:worker_threads');
const { Agent, request } = require('node:http');
parentPort.on('message', ({ url, headers, method, bodies }) => {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  Promise.all(bodies.map((body) => new Promise((resolve) => {
    const sent = request(body.path ? url + body.path : url, { method, headers, agent }, (reply) => {
      reply.resume();
      reply.on('close', () => resolve(reply.statusCode));
    });
    sent.on('error', (error) => resolve(error.code));
    sent.end(body.form);
  }))).then((statuses) => parentPort.postMessage(statuses));
});`;

let server: ServerProcess;
let worker: Worker;
const tokens: string[] = [];
const floodNetwork = (flood: number) => `203.0.113.${flood}`;
let floods = 0;

async function enterDemo(): Promise<string> {
  const made = (await (await fetch(`${server.url}/api/user/createAccountDemoForU`)).json()) as { data: { demo_id: string } };
  const body = new URLSearchParams({ demo_id: made.data.demo_id });
  const reply = await fetch(`${server.url}/api/user/loginDemoForU`, { method: 'POST', body });
  return ((await reply.json()) as { data: { token: string } }).data.token;
}

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '127.0.0.1' });
  worker = new Worker(FLOOD, { eval: true });
  for (let flood = 0; flood < FLOODS; flood++) tokens.push(await enterDemo());
});
afterAll(async () => {
  await worker?.terminate();
  await server?.remove();
});

type Flood = { readonly path: string; readonly method?: 'POST'; readonly bodies?: (at: number) => { path?: string; form?: string } };
const kline = (period: string) => ({
  path: '/v2/api/forex/kline',
  bodies: (at: number) => ({ path: `?forex_id=${1 + (at % 42)}&period=${period}&limit=1000&end=${Date.now() - at * 86_399_123}` }),
});
const CALLS: Readonly<Record<string, Flood>> = {
  'every product': { path: '/v2/api/forex/trade_list' },
  search: { path: '/v2/api/forex/search?name=u' },
  'bars of days': kline('1day'),
  'bars of weeks': kline('1week'),
  'bars of minutes': kline('1min'),
  'small charts': {
    path: '/v2/api/forex/abbreviated_cache_kline',
    bodies: (at) => ({ path: `?forex_id=${1 + (at % 42)}&period=${at % 2 ? '1day' : '5min'}` }),
  },
  'the document of the calls': { path: '/docs/json' },
  'a login': {
    path: '/api/user/loginForU',
    method: 'POST',
    bodies: (at) => ({ form: `account=u${at}%40example.com&password=a-guess-999&login_type=email` }),
  },
  'orders that were closed': { path: '/v2/api/forex/my_deal?status=3' },
  'a statement': { path: '/v2/api/main/accountLog/statement' },
};

/** Asks for `/healthz` again and again until `isDone`; ms of each answer, ascending. */
async function watchHealth(isDone: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const tookMs: number[] = [];
  while (!isDone()) {
    const startMs = performance.now();
    const status = await new Promise((resolve, reject) => {
      get(`${server.url}/healthz`, { agent, headers: { 'x-forwarded-for': '198.51.100.7' } }, (reply) => {
        reply.resume();
        reply.on('end', () => resolve(reply.statusCode));
      }).on('error', reject);
    });
    expect(status).toBe(200);
    tookMs.push(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  return tookMs.sort((a, b) => a - b);
}

type Seen = { readonly p95Ms: number; readonly words: string; readonly statuses: readonly unknown[] };

async function flooded(call: Flood, token: string): Promise<Seen> {
  let statuses: unknown[] | undefined;
  worker.once('message', (answered: unknown[]) => {
    statuses = answered;
  });
  const headers = {
    authorization: token,
    'x-forwarded-for': floodNetwork(++floods),
    'accept-encoding': 'br',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const bodies = Array.from({ length: AT_ONCE }, (_, at) => call.bodies?.(at) ?? {});
  worker.postMessage({ url: server.url + call.path, headers, method: call.method ?? 'GET', bodies });
  const watchers = Array.from({ length: WATCHERS }, () => watchHealth(() => statuses !== undefined));
  const tookMs = (await Promise.all(watchers)).flat().sort((a, b) => a - b);
  const p95Ms = tookMs[Math.floor(tookMs.length * 0.95)] ?? Number.NaN;
  const answered = (statuses ?? []).filter((status) => status === 200).length;
  return { p95Ms, statuses: statuses ?? [], words: `p95 ${p95Ms.toFixed(1)} ms of ${tookMs.length}, ${answered} of ${AT_ONCE} answered` };
}

it.each(Object.entries(CALLS))(
  `${AT_ONCE} requests at once for %s from one network leave /healthz under ${HEALTH_P95_MS_MAX} ms (p95)`,
  async (name, call) => {
    const seen: Seen[] = [];
    for (const token of tokens) seen.push(await flooded(call, token));
    const words = `${name}: ${seen.map((flood) => flood.words).join('; ')}`;
    console.info(words);
    const medianMs = seen.map((flood) => flood.p95Ms).sort((a, b) => a - b)[Math.floor(FLOODS / 2)];
    expect(medianMs, words).toBeLessThan(HEALTH_P95_MS_MAX);
    const known = [200, 429, 503];
    expect(
      seen.flatMap((flood) => flood.statuses).filter((status) => !known.includes(status as number)),
      words,
    ).toEqual([]);
  },
);
