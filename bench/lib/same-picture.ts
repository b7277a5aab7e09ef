/** Two screens on one market must show the same at rest: the texts and marks of every row, and the pixels of the chart. */
import type { Browser } from 'playwright';
import { assertOutput } from './bench.ts';
import { assertChart, assertNewestPrices, openScreen, type ScreenPage } from './screen-page.ts';
import type { StandIn } from './stand-in-client.ts';

const MOVES_MS = 1_000;
/** A moved price has lost its colour, and a chart has painted. */
const REST_MS = 600;
/** Edges of letters and round corners may fall on another side of a byte; a rectangle more or less may not. */
const CHANNEL_APART_MAX = 48;
const PIXELS_APART_MAX = 40;
/** The charts' period. A bar that began while the market stood still is a dash, and a chart without it looks nearly the same. */
const PERIOD_MS = 300_000;
const TRIES_MAX = 3;

type Picture = { readonly rows: readonly string[]; readonly width: number; readonly pixels: string };

type Market = { readonly rows: number; readonly ticksPerSecond: number };

/** Throws `WrongOutput` unless both paths show the same rows and the same chart after the same ticks. */
export async function assertSamePicture(
  browser: Browser,
  standIn: StandIn,
  paths: readonly [string, string],
  market: Market,
): Promise<void> {
  const [one, other] = await picturesOf(browser, standIn, paths, market);
  assertOutput(one.rows.length >= market.rows, `${one.rows.length} rows are shown`);
  for (const [at, row] of one.rows.entries()) assertOutput(row === other.rows[at], `a row shows ${row} here and ${other.rows[at]} there`);
  const apart = pixelsApart(one, other);
  assertOutput(apart <= PIXELS_APART_MAX, `${apart} pixels of the two charts differ`);
}

/**
 * Of both paths, whose newest bar is the one with which they were opened: where another began meanwhile, they are opened anew. Each try has
 * a market of its own, whose charts begin with a newest bar of full size: of a bar that began in the try before there is only a dash.
 */
async function picturesOf(
  browser: Browser,
  standIn: StandIn,
  paths: readonly [string, string],
  { rows, ticksPerSecond }: Market,
): Promise<readonly [Picture, Picture]> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    await standIn.set({ ticksPerSecond: 0, seed: tries });
    const bar = Math.floor(Date.now() / PERIOD_MS);
    const screens = [await openScreen(browser, standIn, paths[0]), await openScreen(browser, standIn, paths[1])] as const;
    try {
      for (const { page } of screens) await page.waitForFunction(() => 'screenUnderTest' in globalThis);
      for (const screen of screens) await assertNewestPrices(screen, standIn, rows);
      for (const screen of screens) await assertChart(screen);
      await standIn.set({ ticksPerSecond });
      await screens[0].page.waitForTimeout(MOVES_MS);
      for (const screen of screens) await assertNewestPrices(screen, standIn, rows);
      const pictures = [await pictureOf(screens[0]), await pictureOf(screens[1])] as const;
      if (Math.floor(Date.now() / PERIOD_MS) === bar) return pictures;
    } finally {
      for (const { context } of screens) await context.close();
    }
  }
  throw new Error(`a new bar began in each of ${TRIES_MAX} tries`);
}

/** Both charts are asked to paint all of themselves, so that neither shows a scale of an earlier moment. */
async function pictureOf({ page }: ScreenPage): Promise<Picture> {
  await page.evaluate(() => document.documentElement.classList.toggle('painted-anew'));
  await page.waitForTimeout(REST_MS);
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('.product-link')].map((link) =>
      [...link.querySelectorAll<HTMLElement>('.num, b, .monogram')]
        .map((cell) => [cell.textContent, cell.dataset.tone ?? '', cell.dataset.flash ?? '', getComputedStyle(cell).color].join(' '))
        .join(' | '),
    );
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>('.candle-chart canvas')].filter(({ width }) => width > 0);
    const all = document.createElement('canvas');
    all.width = canvases[0]?.width ?? 1;
    all.height = canvases[0]?.height ?? 1;
    const context = all.getContext('2d') as CanvasRenderingContext2D;
    for (const canvas of canvases) context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, all.width, all.height);
    let pixels = '';
    for (let at = 0; at < data.length; at += 0x4000) pixels += String.fromCharCode(...data.subarray(at, at + 0x4000));
    return { rows, width: all.width, pixels: btoa(pixels) };
  });
}

function pixelsApart(one: Picture, other: Picture): number {
  const [here, there] = [Buffer.from(one.pixels, 'base64'), Buffer.from(other.pixels, 'base64')];
  if (one.width !== other.width || here.length !== there.length) return Number.POSITIVE_INFINITY;
  let apart = 0;
  const isApart = (at: number) => Math.abs((here[at] as number) - (there[at] as number)) > CHANNEL_APART_MAX;
  for (let at = 0; at < here.length; at += 4) if (isApart(at) || isApart(at + 1) || isApart(at + 2) || isApart(at + 3)) apart++;
  return apart;
}
