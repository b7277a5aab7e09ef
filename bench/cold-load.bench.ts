/** G15 to G18: a cold load of the built product on a phone four and six times slower, beside a bare page of the same stack in the same run. */
import type { Browser } from 'playwright';
import { type ColdLoad, coldLoad, type LoadOptions, type Screen } from './cold-load/cold-page.ts';
import { ColdSite } from './cold-load/cold-site.ts';
import { siteAnswers } from './cold-load/site-answers.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure, type Goal } from './lib/bench.ts';
import { type BuiltPages, breakModule, buildPages } from './lib/build-pages.ts';
import { launch } from './lib/chromium.ts';
import { geometricMean, median, ratios } from './lib/statistics.ts';

const AFTER_MS = 3_000;
/** Of a load that is timed to its first price and candles only. */
const AFTER_SHOWN_MS = 250;
const SHOWN_WITHIN_MS = 60_000;
/** Of a page that never shows a live price. */
const SILENT_WITHIN_MS = 5_000;
/** How far the bytes of JSON may be apart: some answers hold times and prices of their moment. */
const JSON_APART_MAX = 0.03;
/** How far the numbers of candles may be apart: how many have room beside the prices depends on the machine's font. */
const CANDLES_APART_MAX = 0.1;
const SCREENS: readonly Screen[] = ['home', 'trade'];
/** How many times slower; each in every round, so that a slow minute of the machine is in all of them. */
const RATES: readonly number[] = [6, 4];
const ROUNDS = 10;
/** One round in three, three of ten, is watched on for blocking time: the wait costs three times what the load does. Both orders are among them. */
const isWatchedRound = (round: number): boolean => round % 3 === 1;
/** Rows with a price that a load of the product ends with: its first price stands in a ghost. */
const ROWS_MIN: Readonly<Record<Screen, number>> = { home: 5, trade: 1 };
const PRODUCT_PATHS: Readonly<Record<Screen, string>> = { home: '/', trade: '/#/trade' };

const SILENT = 'no price ever comes';
const MADE_UP = 'prices are made up before the socket is live';
const UNDRAWN = 'candles are counted and not drawn';
const OTHER_PAGE = 'the bare page shows half of the rows';
/** Writes a price into every empty or listed one as soon as it is in the document. */
const MAKE_UP = `new MutationObserver(() => {
  for (const price of document.querySelectorAll('[data-symbol]'))
    if (price.textContent !== '9.87654') price.textContent = '9.87654';
}).observe(document, { subtree: true, childList: true });`;
const DRAW_NOTHING = 'CanvasRenderingContext2D.prototype.fillRect = () => undefined;';
const PAGE_SCRIPTS: Readonly<Record<string, string>> = { [MADE_UP]: MAKE_UP, [UNDRAWN]: DRAW_NOTHING };
const HALF = breakModule('pages/cold-load/home.tsx', 'rows.value.map', 'rows.value.slice(0, rows.value.length / 2).map');

/** `isWatched`: for as long as blocking time and the longest task are counted. */
type Pair = { readonly product: ColdLoad; readonly bare: ColdLoad; readonly isWatched: boolean };
type Page = 'product' | 'bare';
type Rig = {
  readonly browser: Browser;
  readonly product: ColdSite;
  readonly bare: ColdSite;
  readonly built: BuiltPages;
  readonly options: BenchOptions;
};

/** Both pages once, in the order of the turn. */
async function loadPair(rig: Rig, screen: Screen, rate: number, turn: number): Promise<Pair> {
  const { browser, options } = rig;
  const isWatched = options.quick || isWatchedRound(turn);
  const common = {
    screen,
    rate,
    afterMs: isWatched && !options.quick ? AFTER_MS : AFTER_SHOWN_MS,
    shownWithinMs: options.broken === SILENT ? SILENT_WITHIN_MS : SHOWN_WITHIN_MS,
    breakWith: PAGE_SCRIPTS[options.broken ?? ''],
  };
  const ours: LoadOptions = { ...common, site: rig.product, path: PRODUCT_PATHS[screen], rowsMin: ROWS_MIN[screen] };
  const theirs: LoadOptions = { ...common, site: rig.bare, path: rig.built.path(screen), rowsMin: 1 };
  const loads = new Map<LoadOptions, ColdLoad>();
  for (const each of turn % 2 ? [theirs, ours] : [ours, theirs]) loads.set(each, await coldLoad(browser, each));
  const pair = { product: loads.get(ours) as ColdLoad, bare: loads.get(theirs) as ColdLoad, isWatched };
  assertAlike(rig, screen, pair);
  return pair;
}

/** The bare page fetched the same JSON and shows the same market; else it is no floor of this product. */
function assertAlike({ product, bare }: Rig, screen: Screen, pair: Pair): void {
  const [ours, theirs] = [product.asked(), bare.asked()];
  // The product may ask for more: for the newest candles again, when a period ends while it loads.
  const missing = theirs.calls.filter((call) => !ours.calls.includes(call));
  assertOutput(missing.length === 0, `${screen}: the bare page asked for ${missing.join(', ')}, the product did not`);
  const apart = Math.abs(theirs.bytes / ours.bytes - 1);
  assertOutput(apart <= JSON_APART_MAX, `${screen}: the product read ${ours.bytes} bytes of JSON, the bare page ${theirs.bytes}`);
  const rows = screen === 'home' ? bare.products : 1;
  assertOutput(pair.bare.symbols === rows, `${screen}: the bare page shows ${pair.bare.symbols} prices, not ${rows}`);
  assertOutput(
    Math.abs(pair.product.candles - pair.bare.candles) <= pair.bare.candles * CANDLES_APART_MAX,
    `${screen}: the product draws ${pair.product.candles} candles, the bare page ${pair.bare.candles}`,
  );
}

/** Nothing is known of what comes after a load that was not watched. */
const WATCHED: readonly (keyof ColdLoad)[] = ['blockingMs', 'longestTaskMs', 'busyMs'];
const of = (pairs: readonly Pair[], page: Page, figure: keyof ColdLoad): number[] =>
  pairs.flatMap((pair) => (pair.isWatched || !WATCHED.includes(figure) ? [pair[page][figure]] : []));

const FIGURES: readonly { readonly figure: keyof ColdLoad; readonly name: string; readonly unit: string }[] = [
  { figure: 'firstPaintMs', name: 'first contentful paint', unit: 'ms' },
  { figure: 'livePriceMs', name: 'first live price', unit: 'ms' },
  { figure: 'rowPriceMs', name: 'first live price in a row', unit: 'ms' },
  { figure: 'candlesMs', name: 'first candles', unit: 'ms' },
  { figure: 'blockingMs', name: 'blocking time', unit: 'ms' },
  { figure: 'longestTaskMs', name: 'longest task', unit: 'ms' },
  { figure: 'busyMs', name: 'main thread, CPU', unit: 'ms' },
  { figure: 'shift', name: 'layout shift', unit: '' },
];

function figuresOf(title: string, pairs: readonly Pair[], screen: Screen): Figure[] {
  return FIGURES.filter(({ figure }) => figure !== 'candlesMs' || screen === 'trade').flatMap(({ figure, name, unit }) =>
    (['product', 'bare'] as const).map((page) => ({
      name: `${title}, ${page}: ${name}`,
      unit,
      samples: of(pairs, page, figure),
      isWall: unit === 'ms' && figure !== 'busyMs',
    })),
  );
}

type Limits = {
  readonly blocking: number;
  readonly longest: number;
  readonly price: number;
  /** Of a price in a row of the app itself. */
  readonly row: number;
  readonly candles?: number;
  readonly shift: number;
};
const DIFFERENCE = { isWall: true, isDifference: true } as const;
/** The aims, or a little above a quiet run: see docs/performance.md. */
const LIMITS: Readonly<Record<string, Limits>> = {
  'home 6': { blocking: 0.27, longest: 0.15, price: 1.5, row: 1.5, shift: 0.02 },
  'trade 6': { blocking: 0.5, longest: 0.24, price: 1.5, row: 1.5, candles: 2, shift: 0.02 },
  'home 4': { blocking: 0.15, longest: 0.1, price: 1.5, row: 1.5, shift: 0.02 },
  'trade 4': { blocking: 0.35, longest: 0.24, price: 1.5, row: 1.5, candles: 2.4, shift: 0.02 },
};

/**
 * A ratio is the geometric mean of the pairs' own: of what a slow moment of the machine does to both pages nothing is left, and of what it does to
 * one a tenth. Blocking time and the longest task, of which the bare page has nearly none, are measured in its time to the first price.
 */
function goalsOf(screen: Screen, rate: number, pairs: readonly Pair[]): Goal[] {
  const limits = LIMITS[`${screen} ${rate}`] as Limits;
  const middle = (page: Page, figure: keyof ColdLoad) => median(of(pairs, page, figure));
  const where = `${screen === 'home' ? 'Home' : 'Trade'} at ${rate}x`;
  const inBare = (figure: 'blockingMs' | 'longestTaskMs') =>
    (middle('product', figure) - middle('bare', figure)) / middle('bare', 'livePriceMs');
  const timesBare = (figure: 'livePriceMs' | 'rowPriceMs' | 'candlesMs') =>
    geometricMean(ratios(of(pairs, 'product', figure), of(pairs, 'bare', figure)));
  const beyond = "beyond the bare page's, in its times to the first live price";
  return [
    { id: 'G15', text: `${where}: blocking time ${beyond}`, value: inBare('blockingMs'), unit: 'x', limit: limits.blocking, ...DIFFERENCE },
    {
      id: 'G15',
      text: `${where}: longest task ${beyond}`,
      value: inBare('longestTaskMs'),
      unit: 'x',
      limit: limits.longest,
      ...DIFFERENCE,
    },
    {
      id: 'G16',
      text: `${where}: first live price, drawn before the app is, beside the bare page`,
      value: timesBare('livePriceMs'),
      unit: 'x',
      limit: limits.price,
      isWall: true,
    },
    {
      id: 'G16',
      text: `${where}: first live price in the app itself, beside the bare page`,
      value: timesBare('rowPriceMs'),
      unit: 'x',
      limit: limits.row,
      isWall: true,
    },
    ...(limits.candles === undefined
      ? []
      : [
          {
            id: 'G17' as const,
            text: `${where}: first candles, beside the bare page`,
            value: timesBare('candlesMs'),
            unit: 'x',
            limit: limits.candles,
            isWall: true,
          },
        ]),
    {
      id: 'G18',
      text: `${where}: layout shift, worst load`,
      value: Math.max(...of(pairs, 'product', 'shift')),
      unit: '',
      limit: limits.shift,
      isDifference: true,
      note: 'absolute: a share of the screen, whatever the machine',
    },
  ];
}

type Loaded = { readonly rate: number; readonly screen: Screen; readonly pairs: Pair[] };

/** Every screen at every rate, in turns. What is broken on purpose is broken at any speed, on one of the two screens. */
async function loadAll(rig: Rig): Promise<Loaded[]> {
  const { quick, broken } = rig.options;
  const brokenScreens: readonly Screen[] = [broken === UNDRAWN ? 'trade' : 'home'];
  const rates = quick ? [broken ? 1 : 4] : RATES;
  const screens = broken ? brokenScreens : SCREENS;
  const loaded = rates.flatMap((rate) => screens.map((screen): Loaded => ({ rate, screen, pairs: [] })));
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
    for (const { rate, screen, pairs } of loaded) pairs.push(await loadPair(rig, screen, rate, round));
  return loaded;
}

async function measure(options: BenchOptions): Promise<BenchResult> {
  const isOther = options.broken === OTHER_PAGE;
  const [answers, built] = await Promise.all([
    siteAnswers(),
    buildPages('cold-load', { plugins: isOther ? [HALF] : [], ...(isOther ? { variant: 'broken' } : {}) }),
  ]);
  const product = await ColdSite.start('dist', answers, options.broken === SILENT);
  const bare = await ColdSite.start(built.site, answers);
  const browser = await launch();
  try {
    const loaded = await loadAll({ browser, product, bare, built, options });
    return {
      load: `The built product and a bare page (Preact, signals, one worker, the same JSON) in turns, each in a fresh context of a phone of 360 x 740, its main thread slowed; served as in production, over loopback, with ${answers.products.length} products that are all open. Each ${ROUNDS} times, at both rates in every round; three of them, for blocking time, to ${AFTER_MS / 1_000} s after the first live price (Home) or candles (Trade).`,
      figures: loaded.flatMap(({ rate, screen, pairs }) => figuresOf(`${screen} at ${rate}x`, pairs, screen)),
      goals: loaded.flatMap(({ rate, screen, pairs }) => goalsOf(screen, rate, pairs)),
    };
  } finally {
    await browser.close();
    await Promise.all([product.stop(), bare.stop()]);
  }
}

export const bench: Bench = {
  title: 'A cold load on a slow phone',
  breaks: [
    'no price ever comes',
    'prices are made up before the socket is live',
    'candles are counted and not drawn',
    'the bare page shows half of the rows',
  ],
  run: measure,
};
