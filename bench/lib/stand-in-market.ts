/** The stand-in's prices: a seeded walk per symbol in steps of a hundred-thousandth, written as frames of the base profile. */
import type { QuotationRow } from '../../src/protocol/socket.ts';
import { seededRandom } from './statistics.ts';

const LETTERS = 26;
const SYMBOLS_MAX = LETTERS ** 3;
/** Prices are whole numbers of this many parts; every price has at most 5 fraction digits. */
const PARTS = 100_000;
const STEPS_MAX = 3;
/** A walk that has gone so far from its open turns round, so that days of ticks leave the price one. */
const WANDER_MAX = 2_000;

/** 0 -> AAAUSD, 1 -> AABUSD. */
function symbolCode(index: number): string {
  const letter = (place: number) => String.fromCharCode(65 + (Math.floor(index / LETTERS ** place) % LETTERS));
  return `${letter(2)}${letter(1)}${letter(0)}USD`;
}

export class StandInMarket {
  readonly codes: readonly string[];
  readonly #random: () => number;
  readonly #open: Int32Array;
  readonly #close: Int32Array;
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  readonly #timeMs: Float64Array;
  /** Turn to symbol: shuffled, so that neighbours of a list do not tick in one and the same frame, as they never do. */
  readonly #order: Int32Array;
  #turn = 0;

  constructor(symbols: number, seed: number) {
    if (!(symbols > 0 && symbols <= SYMBOLS_MAX)) throw new RangeError(`symbols: ${symbols}, allowed: 1 to ${SYMBOLS_MAX}`);
    this.codes = Array.from({ length: symbols }, (_, index) => symbolCode(index));
    this.#random = seededRandom(seed);
    this.#open = Int32Array.from({ length: symbols }, () => Math.round((1 + this.#random()) * PARTS));
    this.#close = this.#open.slice();
    this.#high = this.#open.slice();
    this.#low = this.#open.slice();
    this.#timeMs = new Float64Array(symbols).fill(Date.now());
    this.#order = shuffled(symbols, this.#random);
  }

  price(index: number): number {
    return (this.#close[index] as number) / PARTS;
  }

  quotation(index: number): QuotationRow {
    const [open, close, high, low] = [this.#open, this.#close, this.#high, this.#low].map(
      (column) => (column[index] as number) / PARTS,
    ) as [number, number, number, number];
    return { open, close, high, low, change: this.#change(index), time: this.#timeMs[index] as number };
  }

  /** Moves the next symbol in turn, always to another price. Gives its index. `timeMs` is when the tick is sent: a page computes its latency from it. */
  tick(timeMs: number): number {
    const index = this.#order[this.#turn] as number;
    this.#turn = (this.#turn + 1) % this.codes.length;
    const open = this.#open[index] as number;
    const close = this.#close[index] as number;
    const steps = 1 + Math.floor(this.#random() * STEPS_MAX);
    const isUp = Math.abs(close - open) >= WANDER_MAX ? close < open : this.#random() < 0.5;
    const moved = isUp ? close + steps : close - steps;
    this.#close[index] = moved;
    if (moved > (this.#high[index] as number)) this.#high[index] = moved;
    if (moved < (this.#low[index] as number)) this.#low[index] = moved;
    this.#timeMs[index] = timeMs;
    return index;
  }

  /** The newest quotation of a symbol as one message of the socket, its keys in the order in which the server writes them. */
  message(index: number): string {
    const { open, close, high, low, change, time } = this.quotation(index);
    return `{"type":"DAY_MARKET","symbol":"${this.codes[index]}","quotation":{"open":${open},"close":${close},"high":${high},"low":${low},"change":${change},"time":${time}}}`;
  }

  /** Percent of the open, 2 decimals. */
  #change(index: number): number {
    const open = this.#open[index] as number;
    return Math.round((((this.#close[index] as number) - open) * 10_000) / open) / 100;
  }
}

/** 0 to `length` - 1 in a chance order (Fisher and Yates). */
function shuffled(length: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length }, (_, index) => index);
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] as number;
    order[at] = order[other] as number;
    order[other] = kept;
  }
  return order;
}
