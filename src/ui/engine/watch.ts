/**
 * What the screen watches, counted and told to the engine: quotes by the rows that can be seen, one chart, the orders, one ticket.
 * Two watchers of one thing are one watch; the last one to leave ends it. The engine may come later: it is then told everything.
 *   const stop = watchRow(element, productId)   useWatchRow(productId) -> ref   watchProduct(id)   watchChart(request)   watchOrders()
 */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { Order } from '#domain/order.ts';
import type { ChartRequest, EngineApi, TicketInput } from '#protocol/engine-api.ts';
import type { ReceiptAsk, ReceiptReply } from '#protocol/receipts.ts';
import { forgetEstimate } from '../state/estimate.ts';

/** The part of the engine that screens use. A comlink remote fits, and so does a fake of a test. */
export type EnginePort = {
  [K in 'ensure' | 'refresh' | 'olderBars']: () => unknown;
} & {
  watchQuotes(productIds: number[]): unknown;
  watchChart(request: ChartRequest | null): unknown;
  watchOrders(on: boolean): unknown;
  watchTicket(ticket: TicketInput | null): unknown;
  putOrder(order: Order | MicroTrade): unknown;
  putReply(data: unknown): unknown;
  /** Missing before there is an engine. */
  receipts?(ask: ReceiptAsk): Promise<ReceiptReply | undefined> | undefined;
};
const idle: EnginePort = {
  ensure: () => undefined,
  refresh: () => undefined,
  olderBars: () => undefined,
  watchQuotes: () => undefined,
  watchChart: () => undefined,
  watchOrders: () => undefined,
  watchTicket: () => undefined,
  putOrder: () => undefined,
  putReply: () => undefined,
} satisfies { [K in keyof EnginePort]: EngineApi[K] | (() => undefined) };
let engine: EnginePort = idle;

const counts = new Map<number, number>();
let chart: ChartRequest | null = null;
let ticket: TicketInput | null = null;
let orderWatchers = 0;
let isFlushing = false;
let lastSent = '';

/** Sets the engine and tells it what is watched now; `null` takes it away. */
export function connectEngine(port: EnginePort | null): void {
  engine = port ?? idle;
  lastSent = '';
  if (!port) return;
  flushQuotes();
  if (chart) engine.watchChart(chart);
  if (orderWatchers > 0) engine.watchOrders(true);
  if (ticket) engine.watchTicket(ticket);
}

/** Every navigation calls it: the socket is started if there is none. */
export const ensureLink = (): void => void engine.ensure();
/** Reads the trade list again; old data is shown meanwhile. */
export const refreshProducts = (): void => void engine.refresh();
/** Hands the engine an order that a reply brought, so that it need not wait for a push. */
export const putOrder = (order: Order | MicroTrade): void => void engine.putOrder(order);
/** Hands the engine the data of an answer to a money call, as the server sent it. */
export const putReply = (data: unknown): void => void engine.putReply(data);
/** The engine for what only late code asks of it: older bars, receipts. It may be another at the next call. */
export const enginePort = (): EnginePort => engine;

/** Watches the quote of a product until the returned function is called. */
export function watchProduct(productId: number): () => void {
  counts.set(productId, (counts.get(productId) ?? 0) + 1);
  flushSoon();
  let isOn = true;
  return () => {
    if (!isOn) return;
    isOn = false;
    const left = (counts.get(productId) ?? 1) - 1;
    if (left > 0) counts.set(productId, left);
    else counts.delete(productId);
    flushSoon();
  };
}

/** One message for all rows that came or went in one task. */
function flushSoon(): void {
  if (isFlushing) return;
  isFlushing = true;
  queueMicrotask(() => {
    isFlushing = false;
    flushQuotes();
  });
}

function flushQuotes(): void {
  const ids = [...counts.keys()].sort((a, b) => a - b);
  const text = ids.join();
  if (text === lastSent) return;
  lastSent = text;
  engine.watchQuotes(ids);
}

/** Rows a little outside the screen are watched too, so that a scrolled list shows no old price. */
const ROW_MARGIN = '120px';
const rows = new WeakMap<Element, { productId: number; stop: (() => void) | undefined }>();
let observer: IntersectionObserver | undefined;

function rowObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const row = rows.get(target);
        if (!row || isIntersecting === (row.stop !== undefined)) continue;
        row.stop?.();
        row.stop = isIntersecting ? watchProduct(row.productId) : undefined;
      }
    },
    { rootMargin: ROW_MARGIN },
  );
  return observer;
}

/** Watches a product while the element can be seen; a hidden page's elements cannot. */
function watchRow(element: Element, productId: number): () => void {
  rows.set(element, { productId, stop: undefined });
  rowObserver().observe(element);
  return () => {
    rowObserver().unobserve(element);
    rows.get(element)?.stop?.();
    rows.delete(element);
  };
}

/** `watchRow` for a component: put the ref on the row's element. */
export function useWatchRow<E extends Element>(productId: number): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => (ref.current ? watchRow(ref.current, productId) : undefined), [productId]);
  return ref;
}

/** Watches one chart; a later one takes its place. */
export function watchChart(request: ChartRequest): () => void {
  chart = request;
  engine.watchChart(request);
  return () => {
    if (chart !== request) return;
    chart = null;
    engine.watchChart(null);
  };
}

/** Asks for the live numbers of open orders. */
export function watchOrders(): () => void {
  if (++orderWatchers === 1) engine.watchOrders(true);
  let isOn = true;
  return () => {
    if (!isOn) return;
    isOn = false;
    if (--orderWatchers === 0) engine.watchOrders(false);
  };
}

/** Sets the ticket to estimate on every tick; `null` for none. The old estimate goes when the product changes. */
export function watchTicket(next: TicketInput | null): void {
  if (next?.productId !== ticket?.productId) forgetEstimate();
  ticket = next;
  engine.watchTicket(next);
}
