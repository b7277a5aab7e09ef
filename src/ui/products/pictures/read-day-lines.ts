/** Asks for the closes of the day, all products in one call, and draws them into `dayLineOf`, from the open to the price now. */
import { effect } from '@preact/signals';
import type { DayCloses, DayLine } from '#protocol/day-closes.ts';
import { dayCloses } from '#rest/day-closes.ts';
import { linePath } from '../../kit/line-path.ts';
import { request } from '../../requests/request.ts';
import { dayLineOf } from '../../state/day-lines.ts';
import { quoteOf } from '../../state/quotes.ts';
import { frameByFrame } from './frame-by-frame.ts';

/** As many as the server answers at once; of a longer catalogue the first have lines. */
const PRODUCTS_MAX = 100;
/** A line of hours is good for some minutes. */
const FRESH_MS = 300_000;
/** A back end that knows only one product a call is asked for so many, which are those that the page names first. */
const SINGLES_MAX = 4;
const NONE: DayCloses = new Map();

let readAtMs = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | undefined;
/** What keeps the lines drawn that were read last. */
const stops: (() => void)[] = [];

/** Draws the lines, unless they are fresh or nobody looks. Rejects when they cannot be had. */
export function showDayLines(productIds: readonly number[]): Promise<void> {
  if (performance.now() - readAtMs < FRESH_MS || document.hidden || productIds.length === 0) return Promise.resolve();
  reading ??= read(productIds.slice(0, PRODUCTS_MAX)).finally(() => {
    reading = undefined;
  });
  return reading;
}

async function read(productIds: readonly number[]): Promise<void> {
  const options = { silent: true, initial: true } as const;
  let closes = await dayCloses(request, productIds, options).catch(() => NONE);
  if (closes.size === 0) {
    const singles = await Promise.all(productIds.slice(0, SINGLES_MAX).map((id) => dayCloses(request, [id], options)));
    closes = new Map(singles.flatMap((one) => [...one]));
  }
  for (const stop of stops.splice(0)) stop();
  readAtMs = performance.now();
  await frameByFrame(
    [...closes].map(
      ([id, line]) =>
        () =>
          stops.push(effect(() => draw(id, line))),
    ),
  );
}

/**
 * The line of what its percent tells: it begins where that counts from and ends at the price now. Drawn anew when the percent changes its
 * sign, so that a line under a gain never falls (decision D9.181), and when a new day begins.
 */
function draw(id: number, { open, closes }: DayLine): void {
  const quote = quoteOf(id);
  void quote.tone.value;
  const [began, now] = [quote.open.value, quote.close.peek()];
  const points = open === undefined || !(began > 0) ? closes : [began, ...(began === open ? closes : []), now];
  dayLineOf(id).value = linePath(points);
}
