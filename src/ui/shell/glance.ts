/**
 * Live prices in the ghost, before the app has come that draws the screen: the engine tells a few, and they stand about where they will be.
 * A price that is not live is not told, and one that is not told again goes before it is old.
 */
import type { Glance, GlanceRow } from '#protocol/engine-api.ts';
import { ownFrame } from '../browser/own-task.ts';
import { priceText } from '../text/price-digits.ts';

/** Rows that the ghost of Home has room for. */
const ROWS_MAX = 8;

let timer: ReturnType<typeof setTimeout> | undefined;
let stop = (): void => undefined;

/** Listens to the worker until `endGlance`. */
export function startGlance(worker: Worker): void {
  const hear = ({ data }: MessageEvent<Partial<Glance>>) => {
    if (data.glance) showGlance(data.glance);
  };
  worker.addEventListener('message', hear);
  stop = () => worker.removeEventListener('message', hear);
}

/** Shows these prices, and no others, until the first of them is old. */
export function showGlance(rows: readonly GlanceRow[]): void {
  clearTimeout(timer);
  timer = setTimeout(() => show([]), Math.min(...rows.map(({ liveMs }) => liveMs)));
  show(rows);
}

/** True while prices stand in the ghost. */
export const hasGlance = (): boolean => document.querySelector('[data-glance]') !== null;

/** Resolves in another task: once the prices that stand in the ghost, or were waiting to, have been painted. */
export async function glancePainted(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (hasGlance()) await ownFrame();
}

/** The app draws the screen from here on; the ghost is as it was. */
export function endGlance(): void {
  stop();
  clearTimeout(timer);
  show([]);
}

/** These prices and no others, in the ghost of the address. */
function show(rows: readonly GlanceRow[]): void {
  const { route } = document.documentElement.dataset;
  const [first] = route === 'trade' ? rows : [];
  put('.ghost-home .ghost-rows', route === 'home' ? rows.slice(0, ROWS_MAX).map((row) => boxOf('p', nameOf(row), priceOf(row))) : []);
  put('.ghost-trade .ghost-title', first ? [nameOf(first)] : []);
  put('.ghost-trade .ghost-price', first ? [priceOf(first)] : []);
}

const put = (place: string, nodes: readonly Node[]): void => document.querySelector(place)?.replaceChildren(...nodes);

const nameOf = ({ name }: GlanceRow): HTMLElement => boxOf('b', name);

function priceOf({ code, digits, price }: GlanceRow): HTMLElement {
  const text = boxOf('span', priceText(price, digits));
  text.className = 'num';
  // Not the mark of a price that the app keeps: this one goes with the ghost.
  text.dataset.glance = code;
  return text;
}

function boxOf(tag: string, ...content: (string | Node)[]): HTMLElement {
  const box = document.createElement(tag);
  box.append(...content);
  return box;
}
