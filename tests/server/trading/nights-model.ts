/**
 * Nights and waits once more, written from the words of decisions D9.62, D9.66, D9.67 and D9.246 alone: its own zones, hours, clocks and sums. It imports
 * nothing of the product and is slow on purpose.
 */
import Big from 'big.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Zone = 'utc' | 'new-york' | 'berlin';
/** [from, hours from UTC], newest last. */
const SWITCHES: Readonly<Record<Zone, readonly (readonly [string, number])[]>> = {
  utc: [['2026-01-01T00:00Z', 0]],
  'new-york': [
    ['2026-01-01T00:00Z', -5],
    ['2026-03-08T07:00Z', -4],
    ['2026-11-01T06:00Z', -5],
  ],
  berlin: [
    ['2026-01-01T00:00Z', 1],
    ['2026-03-29T01:00Z', 2],
    ['2026-10-25T01:00Z', 1],
  ],
};
const offsetAt = (zone: Zone, ms: number): number => SWITCHES[zone].filter(([from]) => Date.parse(from) <= ms).at(-1)![1] * HOUR;
/** UTC of a time on the zone's clocks; asked for no time that a switch repeats or leaves out. */
const utcOf = (zone: Zone, wall: number): number =>
  SWITCHES[zone].map(([, hours]) => wall - hours * HOUR).find((ms) => ms + offsetAt(zone, ms) === wall)!;
const midnight = (zone: Zone, ms: number): number => Math.floor((ms + offsetAt(zone, ms)) / DAY) * DAY;

export type Rates = { long: string; short: string; triple: number };
export type ModelProduct = {
  readonly id: number;
  readonly zone: Zone;
  readonly contract: string;
  readonly quoteRate: string;
  rates: Rates;
};

/** fx: Sunday 17:00 to Friday 17:00 in New York; Berlin: 08:00 to 22:00, Monday to Friday; utc: always. No trade on 1 January and 25 December. */
export function isOpen({ zone }: ModelProduct, ms: number): boolean {
  if (zone === 'utc') return true;
  const local = new Date(ms + offsetAt(zone, ms));
  if (['01-01', '12-25'].includes(local.toISOString().slice(5, 10))) return false;
  const [day, hour] = [local.getUTCDay(), local.getUTCHours()];
  if (zone === 'berlin') return day >= 1 && day <= 5 && hour >= 8 && hour < 22;
  return (day === 0 && hour >= 17) || (day >= 1 && day <= 4) || (day === 5 && hour < 17);
}

/** 22:00 of the local day that begins at `start` on the zone's clocks. */
const night = (zone: Zone, start: number): number => utcOf(zone, start + 22 * HOUR);

/** The end of the trading day: the first 22:00 after the product trades now or next. */
export function tradingDayEnd(product: ModelProduct, ms: number): number {
  let open = ms;
  while (!isOpen(product, open)) open = Math.floor(open / MINUTE) * MINUTE + MINUTE;
  const today = night(product.zone, midnight(product.zone, open));
  return today > open ? today : night(product.zone, midnight(product.zone, open) + DAY);
}

type ModelOrder = {
  readonly id: number;
  readonly product: ModelProduct;
  readonly isBuy: boolean;
  lots: Big;
  state: 'pending' | 'holding' | 'closed' | 'cancelled' | 'expired';
  readonly target: Big;
  readonly isTargetBelow: boolean;
  /** 0: for ever. */
  readonly until: number;
  readonly nights: [dueMs: number, amount: string][];
};

export class NightsModel {
  readonly products: readonly ModelProduct[];
  readonly orders: ModelOrder[] = [];
  readonly prices = new Map<number, Big>();
  readonly counts = new Map<string, number>();
  #waitingRates: (() => void)[] = [];
  #doneMs: number;

  constructor(products: readonly ModelProduct[], startMs: number) {
    this.products = products;
    this.#doneMs = Math.floor(startMs / SECOND) * SECOND;
  }

  live(state: ModelOrder['state']): ModelOrder[] {
    return this.orders.filter((order) => order.state === state);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Rates that hold from the next group of ticks on. */
  setRates(product: ModelProduct, rates: Rates): void {
    this.#waitingRates.push(() => Object.assign(product, { rates }));
  }

  /** The next nights and ends of waits after a time: where it is worth to look closely. */
  moments(afterMs: number): number[] {
    const nights = this.products.flatMap(({ zone }) => {
      const start = midnight(zone, afterMs);
      return [start, start + DAY].map((day) => night(zone, day));
    });
    return [...nights, ...this.live('pending').map(({ until }) => until)].filter((ms) => ms > afterMs);
  }

  /** A group of ticks is committed: first what fell due by its second, then the rates that waited, then the ticks. */
  group(ms: number, ticks: readonly (readonly [productId: number, price: string])[]): void {
    this.#passDue(Math.floor(ms / SECOND) * SECOND);
    for (const begin of this.#waitingRates.splice(0)) begin();
    for (const [id, text] of ticks) {
      const price = Big(text);
      this.prices.set(id, price);
      for (const order of this.live('pending')) {
        if (order.product.id !== id || !isOpen(order.product, ms)) continue;
        if (order.isTargetBelow ? price.gt(order.target) : price.lt(order.target)) continue;
        order.state = 'holding';
        this.count('filled');
      }
    }
  }

  #passDue(toMs: number): void {
    type Event = { readonly ms: number; readonly run: () => void };
    const events: Event[] = [];
    for (const product of this.products) {
      for (let day = midnight(product.zone, this.#doneMs) - DAY; day <= midnight(product.zone, toMs) + DAY; day += DAY) {
        const ms = night(product.zone, day);
        const nights = !isOpen(product, ms - 1) ? 0 : new Date(day).getUTCDay() === product.rates.triple ? 3 : 1;
        events.push({ ms, run: () => this.#night(product, ms, nights) });
      }
    }
    for (const order of this.live('pending')) {
      if (order.until > 0) events.push({ ms: order.until, run: () => this.#expire(order) });
    }
    const due = events.filter(({ ms }) => ms > this.#doneMs && ms <= toMs).sort((a, b) => a.ms - b.ms);
    for (const { run } of due) run();
    this.#doneMs = Math.max(this.#doneMs, toMs);
  }

  #expire(order: ModelOrder): void {
    order.state = 'expired';
    this.count('expired');
  }

  #night(product: ModelProduct, ms: number, nights: number): void {
    const price = this.prices.get(product.id);
    if (nights === 0 || !price) {
      this.count('no night');
      return;
    }
    for (const order of this.live('holding')) {
      if (order.product !== product) continue;
      const rate = order.isBuy ? product.rates.long : product.rates.short;
      const amount = order.lots.times(product.contract).times(price).times(product.quoteRate).times(rate).times(nights).round(6, 1);
      if (amount.eq(0)) continue;
      order.nights.push([ms, amount.toFixed()]);
      this.count(nights === 3 ? 'triple' : 'night');
    }
  }
}
