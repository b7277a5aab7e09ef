/**
 * Whether an answer, or how long it takes, tells that an address has an account (decision D9.25, security S22): pairs of calls, one with a
 * known address and one with an unknown, in turns, each from a network of its own.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../tests/e2e/server-process.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { quantile } from './lib/statistics.ts';

const TELLS = 'the site asks for no code';
const LATER = 'a known address is answered later';
/** So much later than three of four unknown addresses so far: less than the raster that answers come on, and to be told on any machine. */
const LATER_MS = 2;
const FULL = 500;
const QUICK = 40;
const PASSWORD = 'Long-enough-7';
const root = fileURLToPath(new URL('..', import.meta.url));

type Answer = { readonly said: string; readonly tookMs: number };
type Call = { readonly path: string; fields(account: string): Readonly<Record<string, string>> };
type Side = 'known' | 'unknown';
type Size = { readonly pairs: number; readonly isKnownLater: boolean };

const NEW = { new_password: 'Even-better-42', secondary_password: 'Even-better-42' };
const CALLS: Readonly<Record<string, Call>> = {
  'a code to register': { path: '/api/notify/send_email', fields: (to) => ({ to, type: '1' }) },
  'registering by a wrong code': {
    path: '/api/user/register',
    fields: (account) => ({ type: 'email', area_id: '1', account, password: PASSWORD, re_password: PASSWORD, sms_code: '000000' }),
  },
  'a code for a new password': { path: '/api/notify/send_email', fields: (to) => ({ to, type: '2' }) },
  'a new password by a wrong code': {
    path: '/api/user/forget_password',
    fields: (account) => ({ type: 'email', account, ...NEW, auth_code: '000000' }),
  },
};

let networks = 0;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `afterMs`: an answer that takes less counts as one that took so long. */
async function ask(url: string, path: string, fields: Readonly<Record<string, string>>, afterMs = 0): Promise<Answer> {
  const from = `198.${18 + (networks >> 16)}.${(networks >> 8) & 255}.${networks++ & 255}`;
  const startMs = performance.now();
  const reply = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers: { 'x-forwarded-for': from } });
  const { code, msg, data } = (await reply.json()) as { code: number; msg: string; data: unknown };
  const tooEarlyMs = afterMs - (performance.now() - startMs);
  if (tooEarlyMs > 0) await sleep(tooEarlyMs);
  return { said: JSON.stringify([reply.status, code, msg, data]), tookMs: performance.now() - startMs };
}

/** Changes a setting as the operator does. */
function set({ dataDir, port }: ServerProcess, name: string, value: string): void {
  const words = ['out/operator.js', 'setting', name, value, '--reason', 'bench'];
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
  });
  assertOutput(status === 0, `the operator could not set ${name}: ${stderr}`);
}

/** Largest difference between the shares of two samples below any time (Kolmogorov and Smirnov): what the best threshold would tell. */
function largestGap(a: readonly number[], b: readonly number[]): number {
  const share = (times: readonly number[], limit: number) => times.filter((time) => time <= limit).length / times.length;
  return Math.max(...[...a, ...b].map((limit) => Math.abs(share(a, limit) - share(b, limit))));
}

/** By chance alone two samples of the same times differ by more than this once in 1,000 (Smirnov's bound), in percent. */
const chanceGap = (pairs: number): number => 195 * Math.sqrt(2 / pairs);

/** What the time of the call that tells most tells. */
function goalOf(figures: readonly Figure[], pairs: number): Goal {
  const told = figures.filter(({ unit }) => unit === '%').map(({ name, samples }) => ({ name, value: samples[0] ?? Number.NaN }));
  const most = told.reduce((one, other) => (other.value > one.value ? other : one));
  return {
    ...{ id: 'G21', text: 'what the time of an answer tells of whether an account exists, the call that tells most' },
    ...{ isWall: true, isDifference: true },
    ...{
      value: most.value,
      unit: '%',
      limit: chanceGap(pairs),
      note: `${most.name}; the limit is what chance alone does once in 1,000 times`,
    },
  };
}

/** What the clock says is a goal and no error, but a measure that sees nothing would reach it always: so it must not where answers are late. */
function assertNotLater(figures: readonly Figure[], pairs: number): void {
  const { value, limit } = goalOf(figures, pairs);
  assertOutput(value <= limit, `the times of known addresses tell ${value.toFixed(1)} %, chance alone ${limit.toFixed(1)} %`);
}

async function measure(url: string, name: string, call: Call, { pairs, isKnownLater }: Size): Promise<Figure[]> {
  const times: Record<Side, number[]> = { known: [], unknown: [] };
  for (let pair = 0; pair < pairs; pair++) {
    const said: Partial<Record<Side, string>> = {};
    const turns: readonly Side[] = pair % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const side of turns) {
      const afterMs = isKnownLater && side === 'known' && pair > 0 ? quantile(times.unknown, 0.75) + LATER_MS : 0;
      const answer = await ask(url, call.path, call.fields(`${side}${pair}@example.com`), afterMs);
      said[side] = answer.said;
      times[side].push(answer.tookMs);
    }
    assertOutput(said.known === said.unknown, `${name}: a known address is answered ${said.known}, an unknown one ${said.unknown}`);
  }
  const sides = (['known', 'unknown'] as const).map((side) => ({
    name: `${name}: ${side}`,
    unit: 'ms',
    samples: times[side],
    isWall: true,
  }));
  return [
    ...sides,
    { name: `${name}: what its time tells`, unit: '%', samples: [100 * largestGap(times.known, times.unknown)], isWall: true },
  ];
}

async function run({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const size: Size = { pairs: quick || broken ? QUICK : FULL, isKnownLater: broken === LATER };
  const { pairs } = size;
  const server = await startServer({ TRUST_PROXY: '127.0.0.1' });
  try {
    for (let person = 0; person < pairs; person++) {
      const fields = { type: 'email', area_id: '1', account: `known${person}@example.com`, password: PASSWORD, re_password: PASSWORD };
      const { said } = await ask(server.url, '/api/user/register', fields);
      assertOutput(said.startsWith('[200,1,'), `a person could not register: ${said}`);
    }
    if (broken !== TELLS) set(server, 'verify_reg_type', '1');
    const figures: Figure[] = [];
    for (const [name, call] of Object.entries(CALLS)) {
      figures.push(...(await measure(server.url, name, call, size)));
      if (broken === LATER) assertNotLater(figures, pairs);
    }
    return {
      load: `${pairs} pairs of each of ${Object.keys(CALLS).length} calls, one after another, a known and an unknown address in turns; each pair must be answered alike, word for word.`,
      figures,
      goals: [goalOf(figures, pairs)],
    };
  } finally {
    await server.remove();
  }
}

export const bench: Bench = { title: 'Whether an answer tells who has an account', breaks: [TELLS, LATER], run };
