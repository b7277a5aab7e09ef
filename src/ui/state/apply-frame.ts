/**
 * Takes one frame of the engine into the signals, all in one batch, and measures how long the newest tick took to the pixels.
 * The promise resolves when the frame has been painted (at once on a hidden page): that answer is the engine's leave to send the next,
 * and it says what the frame cost here, by which the engine sets its pace. A frame that comes while a finger taps waits for that picture.
 */
import { batch } from '@preact/signals';
import type { EngineApi, EngineEvent, EngineStats, Frame } from '#protocol/engine-api.ts';
import { FRAME_BARS_MAX, FRAME_ORDERS_MAX, FRAME_QUOTES_MAX, HEADER, LINE, numberAt, ORDER, QUOTE, SECTION } from '#protocol/frame.ts';
import { writeAccount } from './account.ts';
import { emitChart, writeBars } from './chart.ts';
import { writeEstimate } from './estimate.ts';
import { emit } from './events.ts';
import { type LinkState, writeLink } from './link.ts';
import { putOrders, writeOrder } from './orders.ts';
import { endFlashes } from './price-flash.ts';
import { productsFailed, putProducts } from './products.ts';
import { writeQuote } from './quotes.ts';

const LINK_STATES: readonly LinkState[] = ['connecting', 'open', 'closed'];
/** A page that is not drawn (covered window) gets no animation frame; the engine must not wait for ever. */
const PAINT_WAIT_MAX_MS = 250;

export type PageStats = EngineStats & { framesApplied: number; lastTickToPaintMs: number };
const counted: PageStats = {
  ticks: 0,
  frames: 0,
  dropped: 0,
  reconnects: 0,
  bytes: 0,
  waitedMs: 0,
  socket: 'connecting',
  framesApplied: 0,
  lastTickToPaintMs: 0,
};
/** What a page of the demo profile offers as `window.outcry`. */
export type ExposedStats = { stats(): PageStats; engine: Pick<EngineApi, 'stats'> };
export const pageStats = (): PageStats => ({ ...counted });

/** What a frame has to wait for; undefined, and no turn lost, while nobody taps. Set by `state/tap-hold.ts`. */
export const tapHold: { painted?: () => Promise<void> | undefined } = {};

export async function applyFrame(frame: Frame): Promise<ArrayBuffer> {
  const slots = new Float64Array(frame.buffer);
  const ints = new BigInt64Array(frame.buffer);
  const header = (slot: number) => numberAt(slots, slot);
  const arrivedMs = performance.now();
  const held = tapHold.painted?.();
  if (held) await held;
  const startedMs = performance.now();
  // Asked for first, so that what the page does in the same display frame counts as this frame's cost.
  const painting = painted();
  batch(() => {
    endFlashes();
    // Events first: a new list of products or orders must be before the numbers that belong to it.
    for (const event of frame.events) applyEvent(event);
    writeLink(LINK_STATES[header(HEADER.link)] ?? 'connecting', header(HEADER.silenceMs) + startedMs - arrivedMs);
    applyQuotes(slots, Math.min(header(HEADER.quotes), FRAME_QUOTES_MAX), arrivedMs);
    applyOrders(slots, ints, Math.min(header(HEADER.orders), FRAME_ORDERS_MAX));
    if (header(HEADER.account) === 1) writeAccount(ints, SECTION.account);
    if (header(HEADER.estimate) === 1) writeEstimate(slots, ints, SECTION.estimate);
  });
  const bars = Math.min(header(HEADER.bars), FRAME_BARS_MAX);
  if (bars > 0) writeBars(slots, bars, Math.min(header(HEADER.lines), LINE.slots));
  count(slots);
  const appliedMs = performance.now() - startedMs;
  slots[HEADER.costMs] = appliedMs + (await painting);
  const arrivedAt = header(HEADER.arrivedAt);
  if (arrivedAt > 0) counted.lastTickToPaintMs = performance.timeOrigin + performance.now() - arrivedAt;
  return frame.buffer;
}

function applyEvent(event: EngineEvent): void {
  switch (event.type) {
    case 'products':
      putProducts(event.rows);
      break;
    case 'products-failed':
      productsFailed();
      break;
    case 'chart':
    case 'chart-failed':
    case 'chart-older':
      emitChart(event);
      break;
    case 'orders':
      putOrders(event.orders);
      break;
    default:
  }
  emit(event);
}

function applyQuotes(slots: Float64Array, count: number, nowMs: number): void {
  for (let row = 0; row < count; row++) {
    const at = SECTION.quotes + row * QUOTE.slots;
    writeQuote(numberAt(slots, at + QUOTE.productId), {
      close: numberAt(slots, at + QUOTE.close),
      open: numberAt(slots, at + QUOTE.open),
      high: numberAt(slots, at + QUOTE.high),
      low: numberAt(slots, at + QUOTE.low),
      change: numberAt(slots, at + QUOTE.change),
      timeMs: numberAt(slots, at + QUOTE.timeMs),
      state: numberAt(slots, at + QUOTE.state),
      heardAt: nowMs - numberAt(slots, at + QUOTE.ageMs),
    });
  }
}

function applyOrders(slots: Float64Array, ints: BigInt64Array, count: number): void {
  for (let row = 0; row < count; row++) {
    const at = SECTION.orders + row * ORDER.slots;
    writeOrder(numberAt(slots, at + ORDER.id), numberAt(slots, at + ORDER.price), ints[at + ORDER.profit] as bigint);
  }
}

function count(slots: Float64Array): void {
  counted.framesApplied++;
  counted.ticks = numberAt(slots, HEADER.ticks);
  counted.frames = numberAt(slots, HEADER.frames);
  counted.dropped = numberAt(slots, HEADER.dropped);
  counted.reconnects = numberAt(slots, HEADER.reconnects);
  counted.bytes = numberAt(slots, HEADER.bytes);
  counted.waitedMs = numberAt(slots, HEADER.waitedMs);
  counted.socket = LINK_STATES[numberAt(slots, HEADER.link)] ?? 'connecting';
}

/** One channel for the life of the page: a message task runs right behind the frame that was drawn. */
const afterPaint = new MessageChannel();

/** Resolves just after the next paint with the ms that its display frame took. At most one frame is in flight, so at most one caller waits. */
function painted(): Promise<number> {
  if (document.hidden) return Promise.resolve(0);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAINT_WAIT_MAX_MS, 0);
    requestAnimationFrame(() => {
      const startedMs = performance.now();
      afterPaint.port1.onmessage = () => {
        clearTimeout(timer);
        resolve(performance.now() - startedMs);
      };
      afterPaint.port2.postMessage(0);
    });
  });
}
