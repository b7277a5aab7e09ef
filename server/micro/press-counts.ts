/**
 * What comes of trades whose moment and side are chosen by the last change of the price: with it or against it, a while after it. Counted for
 * one duration, by how lively the price was and for all of that together.
 */

import { AGES } from './last-change.ts';
import { LIVELINESSES } from './liveliness.ts';

/**
 * So many trades one after another, never two at once, must have been possible at an age: of fewer the better side is better by chance, by
 * 1.6 % of all trades at one standard error.
 */
const TRADES_MIN = 1_000;
/** A cell is a liveliness and an age. */
const CELLS = LIVELINESSES * AGES;
/** How a trade came out for somebody who goes with the last change. */
export const ONWARD = 0;
export const BACK = 1;
export const TIE = 2;
type Outcome = typeof ONWARD | typeof BACK | typeof TIE;
const OUTCOMES = 3;
type Counts = readonly [onward: number, back: number, ties: number];

/** Trades of one duration that are possible one after another. */
class TradesInTurn {
  readonly #lengthMs: number;
  readonly #counts: Float64Array;
  /** When the last of them is over. */
  readonly #overMs: Float64Array;

  constructor(cells: number, lengthMs: number) {
    this.#lengthMs = lengthMs;
    this.#counts = new Float64Array(cells);
    this.#overMs = new Float64Array(cells).fill(Number.NEGATIVE_INFINITY);
  }

  add(cell: number, openMs: number): void {
    if (openMs < (this.#overMs[cell] as number)) return;
    this.#counts[cell] = (this.#counts[cell] as number) + 1;
    this.#overMs[cell] = openMs + this.#lengthMs;
  }

  areEnough = (cell: number): boolean => (this.#counts[cell] as number) >= TRADES_MIN;
}

export class PressCounts {
  readonly #openings = new Float64Array(CELLS * OUTCOMES);
  /** By liveliness and age, and by age alone. */
  readonly #trades: TradesInTurn;
  readonly #tradesOfAge: TradesInTurn;

  constructor(lengthMs: number) {
    this.#trades = new TradesInTurn(CELLS, lengthMs);
    this.#tradesOfAge = new TradesInTurn(AGES, lengthMs);
  }

  /** So many openings from a time on, all of one outcome. In the order of time. */
  add(liveliness: number, age: number, openMs: number, openings: number, outcome: Outcome): void {
    const cell = liveliness * AGES + age;
    const at = cell * OUTCOMES + outcome;
    this.#openings[at] = (this.#openings[at] as number) + openings;
    this.#trades.add(cell, openMs);
    this.#tradesOfAge.add(age, openMs);
  }

  /**
   * By how much the best of these presses wins more often than a random side at a random moment, while the price is so lively; never below 0.
   * Ties are likelier at some ages than at others, which is compared at one liveliness alone: all together differ in it by that already.
   */
  edge(liveliness: number): number {
    const ages = Array.from({ length: AGES }, (_, age) => this.#of([liveliness], age));
    const random = randomShare(sumOf(ages));
    let best = 0;
    for (const [age, counts] of ages.entries()) {
      if (this.#trades.areEnough(liveliness * AGES + age)) best = Math.max(best, betterShare(counts) - random);
      if (!this.#tradesOfAge.areEnough(age)) continue;
      const all = this.#of(EVERY_LIVELINESS, age);
      best = Math.max(best, betterShare(all) - randomShare(all));
    }
    return best;
  }

  #of(livelinesses: readonly number[], age: number): Counts {
    const count = (liveliness: number, outcome: Outcome) => this.#openings[(liveliness * AGES + age) * OUTCOMES + outcome] as number;
    return sumOf(livelinesses.map((one): Counts => [count(one, ONWARD), count(one, BACK), count(one, TIE)]));
  }
}

const EVERY_LIVELINESS = Array.from({ length: LIVELINESSES }, (_, liveliness) => liveliness);

const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce<Counts>((sum, next) => [sum[0] + next[0], sum[1] + next[1], sum[2] + next[2]], [0, 0, 0]);
/** Of a side that is chosen by the way of the last change, the better of the two; a tie wins on both. */
const betterShare = ([onward, back, ties]: Counts): number => (ties + Math.max(onward, back)) / (onward + back + ties);
/** Without any opening 1: nothing is better than that. */
const randomShare = ([onward, back, ties]: Counts): number => (onward + back + ties > 0 ? (1 + ties / (onward + back + ties)) / 2 : 1);
