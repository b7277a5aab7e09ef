/** G8: from a tick to its pixels, on a page six times slower and on a fast one, seen from outside of the product. */
import type { Browser } from 'playwright';
import { ABSOLUTE_NOTE, assertOutput, type Bench, type BenchOptions, type BenchResult } from './lib/bench.ts';
import { type BuiltPages, breakModule, buildPages } from './lib/build-pages.ts';
import { launch, slowDown } from './lib/chromium.ts';
import { assertNewestPrices, openScreen } from './lib/screen-page.ts';
import { type StandIn, startStandIn } from './lib/stand-in-client.ts';
import { median, quantile } from './lib/statistics.ts';
import { ROWS, type ScreenFigures } from './pages/main-thread/screen-figures.ts';

const WARM_UP_MS = 2_000;
const TICKS_PER_SECOND = 10_000;
/** The page's own word may come this much before what is seen from outside: two messages behind one paint, on a slow page. */
const APART_MAX_MS = 5;
/** Rows that moved and were seen to move, of those that frames brought. */
const SEEN_MIN_SHARE = 0.9;

const BREAKS = {
  'frames are acknowledged unpainted': breakModule('src/ui/state/apply-frame.ts', '(await painting)', '0'),
} as const;

type Rig = { readonly browser: Browser; readonly standIn: StandIn; readonly built: BuiltPages; readonly quick: boolean };
type Latencies = { readonly p50: readonly number[]; readonly p99: readonly number[]; readonly updates: readonly number[] };

/** Samples of one page that stays open. */
async function latencies({ browser, standIn, built, quick }: Rig, rate: number): Promise<Latencies> {
  const screen = await openScreen(browser, standIn, built.path('worker'));
  const { page, cdp, context } = screen;
  const figures = (): Promise<ScreenFigures> => page.evaluate(() => window.screenUnderTest?.figures() as ScreenFigures);
  await page.waitForFunction(() => window.screenUnderTest !== undefined);
  await assertNewestPrices(screen, standIn, ROWS);
  await slowDown(cdp, rate);
  await standIn.set({ ticksPerSecond: TICKS_PER_SECOND });
  await page.evaluate(() => window.screenUnderTest?.probe());
  await page.waitForTimeout(WARM_UP_MS);
  const [p50, p99, updates]: [number[], number[], number[]] = [[], [], []];
  const sampleMs = quick ? 1_000 : 2_500;
  let before = await figures();
  let beforeMs = performance.now();
  for (let sample = 0; sample < (quick ? 2 : 5); sample++) {
    await page.waitForTimeout(sampleMs);
    const { latenciesMs, shownMs, ...after } = await figures();
    assertOutput(
      shownMs.length >= latenciesMs.length * SEEN_MIN_SHARE,
      `of ${latenciesMs.length} rows ${shownMs.length} were seen to change`,
    );
    const apartMs = median(shownMs) - median(latenciesMs);
    assertOutput(apartMs <= APART_MAX_MS, `a frame is acknowledged ${apartMs} ms before it is painted`);
    p50.push(quantile(shownMs, 0.5));
    p99.push(quantile(shownMs, 0.99));
    const nowMs = performance.now();
    updates.push(((after.updates - before.updates) * 1_000) / (nowMs - beforeMs));
    before = { ...after, latenciesMs, shownMs };
    beforeMs = nowMs;
  }
  await assertNewestPrices(screen, standIn, ROWS);
  await context.close();
  return { p50, p99, updates };
}

async function measure({ quick, broken }: BenchOptions): Promise<BenchResult> {
  const way = broken as keyof typeof BREAKS | undefined;
  const plugins = way ? [BREAKS[way]] : [];
  const built = await buildPages('main-thread', { plugins, variant: way ? 'latency-broken' : 'latency', pages: ['worker'] });
  const standIn = await startStandIn({ site: built.site });
  const browser = await launch();
  try {
    const rig = { browser, standIn, built, quick };
    const slow = await latencies(rig, 6);
    const fast = await latencies(rig, 1);
    return {
      load: `20 rows and a live chart, ${TICKS_PER_SECOND} ticks a second of 1,000 symbols in frames of 50; five samples of 2.5 s on a page slowed 6 times and on one that is not. From the tick's sending, so the socket's way is in it.`,
      figures: [
        { name: 'at 6x: to the pixels, p50', unit: 'ms', samples: slow.p50 },
        { name: 'at 6x: to the pixels, p99', unit: 'ms', samples: slow.p99 },
        { name: 'at 6x: frames', unit: '/s', samples: slow.updates },
        { name: 'at 1x: to the pixels, p50', unit: 'ms', samples: fast.p50 },
        { name: 'at 1x: to the pixels, p99', unit: 'ms', samples: fast.p99 },
        { name: 'at 1x: frames', unit: '/s', samples: fast.updates },
      ],
      goals: [
        { id: 'G8', text: 'tick to pixels at 6x, p50', value: median(slow.p50), unit: 'ms', limit: 60, note: ABSOLUTE_NOTE },
        { id: 'G8', text: 'tick to pixels at 6x, p99', value: median(slow.p99), unit: 'ms', limit: 115, note: ABSOLUTE_NOTE },
        { id: 'G8', text: 'tick to pixels on a fast page, p50', value: median(fast.p50), unit: 'ms', limit: 20, note: ABSOLUTE_NOTE },
        { id: 'G8', text: 'tick to pixels on a fast page, p99', value: median(fast.p99), unit: 'ms', limit: 35, note: ABSOLUTE_NOTE },
      ],
    };
  } finally {
    await browser.close();
    await standIn.stop();
  }
}

export const bench: Bench = {
  title: 'how old a price is when it is shown',
  breaks: ['frames are acknowledged unpainted'],
  run: measure,
};
