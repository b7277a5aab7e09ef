/** G13: how long `npm start` takes from the built product to taking calls, and what it then holds while nobody asks anything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ABSOLUTE_NOTE, assertOutput, type Bench, type BenchOptions } from './lib/bench.ts';
import { median } from './lib/statistics.ts';
import { hastyServer, NPM_START, startProduct } from './start/product-process.ts';

const BREAK = 'ready is said before it listens';
const READY_SECONDS_MAX = 2;
const IDLE_MB_MAX = 150;

type Size = { readonly starts: number; readonly idleMs: number };
const FULL: Size = { starts: 5, idleMs: 20_000 };
const QUICK: Size = { starts: 2, idleMs: 2_000 };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was called ready must answer at once, and with prices. */
async function assertServes(url: string): Promise<void> {
  const answers = await Promise.allSettled([fetch(`${url}/readyz`), fetch(`${url}/v2/api/forex/trade_list`)]);
  for (const answer of answers) {
    const said = answer.status === 'fulfilled' ? `HTTP ${answer.value.status}` : String((answer.reason as Error).cause ?? answer.reason);
    assertOutput(answer.status === 'fulfilled' && answer.value.ok, `ready was said, and the next call got: ${said}`);
  }
  const list = answers[1] as PromiseFulfilledResult<Response>;
  const { data } = (await list.value.json()) as { data: { MarketStatus: number; ForexQuotations: { Time: number } }[] };
  const open = data.filter((product) => product.MarketStatus === 1);
  assertOutput(open.length > 0, 'no product is open');
  assertOutput(
    open.every((product) => product.ForexQuotations.Time > 0),
    'ready was said before every open product had a price',
  );
}

/** Resident memory of the server's process, as its own metrics tell it, MB. */
async function residentMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const bytes = Number(/^outcry_memory_rss_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
  assertOutput(bytes > 10e6, `memory was said to be ${bytes} bytes`);
  return bytes / 1e6;
}

async function run({ quick, broken }: BenchOptions) {
  const size = quick ? QUICK : FULL;
  const command = broken === BREAK ? hastyServer() : NPM_START;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-start-'));
  const dataDir = join(folder, 'data');
  /** Seconds from the command to the line; `work` is done before the server is stopped. */
  const start = async (work?: (url: string) => Promise<void>): Promise<number> => {
    const server = await startProduct(command, dataDir);
    try {
      await assertServes(server.url);
      await work?.(server.url);
    } finally {
      await server.stop();
    }
    return server.readyMs / 1_000;
  };
  try {
    const first = await start();
    const warm: number[] = [];
    while (warm.length < size.starts) warm.push(await start());
    const idle: number[] = [];
    await start(async (url) => {
      await sleep(size.idleMs);
      idle.push(await residentMb(url));
    });
    const idleMb = Math.max(...idle);
    return {
      load: `npm start of the built product, ${size.starts} times on the same data; then ${size.idleMs / 1_000} s with the demo feed running and nobody asking`,
      figures: [
        { name: 'npm start to the ready line, new data folder', unit: 's', samples: [first] },
        { name: 'npm start to the ready line', unit: 's', samples: warm },
        { name: 'resident memory when idle', unit: 'MB', samples: idle },
      ],
      goals: [
        {
          id: 'G13' as const,
          text: 'npm start to ready, built and warm',
          value: median(warm),
          unit: 's',
          limit: READY_SECONDS_MAX,
          note: ABSOLUTE_NOTE,
        },
        { id: 'G13' as const, text: 'memory of an idle server', value: idleMb, unit: 'MB', limit: IDLE_MB_MAX },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'From npm start to ready, and what an idle server holds',
  breaks: ['ready is said before it listens'],
  run,
};
