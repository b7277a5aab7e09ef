/** What a page would hold after the frames it got: the reading side of `src/protocol/frame.ts`, kept as plain as possible. */
import type { Order } from '#domain/order.ts';
import type { BarColumns, ChartRequest, EngineEvent, Frame, IndicatorColumns, Sink } from '#protocol/engine-api.ts';
import { ACCOUNT, BAR, ESTIMATE, HEADER, LINE, ORDER, QUOTE, SECTION } from '#protocol/frame.ts';
import type { EngineClock } from '#worker/engine-parts.ts';

type PageQuote = { close: number; open: number; high: number; low: number; change: number; timeMs: number; state: number };
type PageBar = { timeMs: number; open: number; high: number; low: number; close: number; volume: number };

export class PageModel {
  readonly quotes = new Map<number, PageQuote>();
  readonly orderNumbers = new Map<number, { price: number; profit: bigint }>();
  readonly events: EngineEvent[] = [];
  readonly closed: number[] = [];
  bars = new Map<number, PageBar>();
  /** Values of the indicators by the time of their bar. */
  lines = new Map<number, number[]>();
  request: ChartRequest | undefined;
  hasOlder = false;
  orders: Order[] = [];
  account: bigint[] = [];
  estimate:
    | { price: number; margin: bigint; fee: bigint; levelAfter: bigint; stopOutBuy: number; stopOutSell: number; problem: number }
    | undefined;
  link = 0;
  frames = 0;
  /** Of the newest frame's header. */
  bytes = 0;
  inFlight = 0;
  resyncs = 0;
  products = 0;
  /** The first promise that the frames broke. */
  fault: string | undefined;
  /** How long the page takes to apply a frame. */
  ackMs: () => number = () => 5;
  readonly #clock: EngineClock;

  constructor(clock: EngineClock) {
    this.#clock = clock;
  }

  readonly sink: Sink = (frame) => {
    this.frames++;
    this.inFlight++;
    if (this.inFlight > 1) this.fault ??= 'two frames in flight';
    this.#apply(frame);
    return new Promise((resolve) => {
      this.#clock.after(this.ackMs(), () => {
        this.inFlight--;
        resolve(structuredClone(frame.buffer, { transfer: [frame.buffer] }));
      });
    });
  };

  #apply(frame: Frame): void {
    for (const event of frame.events) this.#event(event);
    const slots = new Float64Array(frame.buffer);
    const money = new BigInt64Array(frame.buffer);
    const at = (slot: number) => slots[slot] as number;
    this.link = at(HEADER.link);
    this.bytes = at(HEADER.bytes);
    for (let row = 0; row < at(HEADER.quotes); row++) {
      const slot = SECTION.quotes + row * QUOTE.slots;
      this.quotes.set(at(slot), {
        close: at(slot + QUOTE.close),
        open: at(slot + QUOTE.open),
        high: at(slot + QUOTE.high),
        low: at(slot + QUOTE.low),
        change: at(slot + QUOTE.change),
        timeMs: at(slot + QUOTE.timeMs),
        state: at(slot + QUOTE.state),
      });
    }
    for (let row = 0; row < at(HEADER.bars); row++) {
      const slot = SECTION.bars + row * BAR.slots;
      this.#bar(at(slot), at(slot + BAR.open), at(slot + BAR.high), at(slot + BAR.low), at(slot + BAR.close), at(slot + BAR.volume));
      const from = SECTION.lines + row * LINE.slots;
      if (at(HEADER.lines) > 0) this.lines.set(at(slot), [...slots.subarray(from, from + at(HEADER.lines))]);
    }
    for (let row = 0; row < at(HEADER.orders); row++) {
      const slot = SECTION.orders + row * ORDER.slots;
      this.orderNumbers.set(at(slot), { price: at(slot + ORDER.price), profit: money[slot + ORDER.profit] as bigint });
    }
    if (at(HEADER.account) === 1) this.account = [...money.subarray(SECTION.account, SECTION.account + ACCOUNT.slots)];
    if (at(HEADER.estimate) === 1) this.#estimate(slots, money);
  }

  #estimate(slots: Float64Array, money: BigInt64Array): void {
    const at = SECTION.estimate;
    this.estimate = {
      price: slots[at + ESTIMATE.price] as number,
      margin: money[at + ESTIMATE.margin] as bigint,
      fee: money[at + ESTIMATE.fee] as bigint,
      levelAfter: money[at + ESTIMATE.marginLevelAfter] as bigint,
      stopOutBuy: slots[at + ESTIMATE.stopOutBuy] as number,
      stopOutSell: slots[at + ESTIMATE.stopOutSell] as number,
      problem: slots[at + ESTIMATE.problem] as number,
    };
  }

  #event(event: EngineEvent): void {
    this.events.push(event);
    if (event.type === 'products') this.products++;
    if (event.type === 'resync') this.resyncs++;
    if (event.type === 'closed') this.closed.push(...event.ids);
    if (event.type === 'orders') {
      const returned = event.orders.filter((order) => this.closed.includes(order.id));
      if (returned.length > 0) this.fault ??= `closed orders came back: ${returned.map((order) => order.id).join()}`;
      this.orders = event.orders;
      const open = new Set(event.orders.map((order) => order.id));
      for (const id of this.orderNumbers.keys()) if (!open.has(id)) this.orderNumbers.delete(id);
    }
    if (event.type === 'chart') {
      this.bars = new Map();
      this.request = event.request;
      this.hasOlder = event.older;
      this.#columns(event.bars);
      this.lines = new Map();
      this.#takeLines([...event.bars.time], event.lines);
    }
    if (event.type === 'chart-older') {
      this.hasOlder = event.older;
      this.#columns(event.bars);
      this.#takeLines(
        [...this.bars.keys()].sort((a, b) => a - b),
        event.lines,
      );
    }
  }

  #takeLines(times: readonly number[], lines: IndicatorColumns | undefined): void {
    if (!lines) return;
    for (const [bar, timeMs] of times.entries())
      this.lines.set(
        timeMs,
        lines.columns.map((column) => column[bar] as number),
      );
  }

  #columns(bars: BarColumns): void {
    const at = (column: Float64Array, row: number) => column[row] as number;
    for (let row = 0; row < bars.time.length; row++) {
      this.#bar(at(bars.time, row), at(bars.open, row), at(bars.high, row), at(bars.low, row), at(bars.close, row), at(bars.volume, row));
    }
  }

  #bar(timeMs: number, open: number, high: number, low: number, close: number, volume: number): void {
    this.bars.set(timeMs, { timeMs, open, high, low, close, volume });
  }
}
