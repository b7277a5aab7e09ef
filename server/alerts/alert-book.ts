/**
 * Every active alert, found by the prices at which a tick can matter to it, and what each tick does to them. In memory alone: the same
 * changes and ticks in the same order give the same effects, on any node and at any time. Doubles say where to look; what is met is decided
 * exactly.
 */
import type { Price } from '#domain/decimal.ts';
import { ALERT_REST_S, alertLevel, isSameAlert, movedFrom } from '#domain/price-alert.ts';
import { isMet, type Level } from '#domain/stops.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { AlertChange } from '../repositories/alert-change-repository.ts';
import { blockSecond } from '../tape/price-book.ts';
import { type Owner, Thresholds } from '../trading/evaluator/thresholds.ts';
import { ExtremesWindow } from './extremes-window.ts';
import type { Step } from './in-turns.ts';
import { moveBand } from './move-band.ts';
import { RestingQueue } from './resting-queue.ts';

/** It fired at this tick. `from`: the extreme that a move counted from; `restUntil`: second until which it rests, 0 of one that fires once. */
export type Fired = {
  readonly kind: 'fired';
  readonly alert: AlertChange;
  readonly tick: TapeTick;
  readonly from: Price | undefined;
  readonly restUntil: number;
};
type OfChange = { readonly changeId: number; readonly tick: { readonly seq: number } };
/**
 * What has to be written. 'rests': until that second, 0 when its price was left again; 'over': no further tick is evaluated by this change.
 */
export type AlertEffect =
  | Fired
  | ({ readonly kind: 'rests'; readonly restUntil: number } & OfChange)
  | ({ readonly kind: 'over' } & OfChange);

/** A change in force. `restUntil`: it rests until then at least, and one that waits for a price until that is left; 0: it has not fired. */
type Entry = { readonly alert: AlertChange; readonly level: Level | undefined; owner: Owner; restUntil: number };
type Product = { readonly levels: Thresholds; readonly window: ExtremesWindow };

/** Levels that are taken out in one step. */
const MET_AT_ONCE = 16;

/** It goes on as it was: it may have fired after the act that asked for this had looked whether it rests. */
const isOnlyHowOften = (known: AlertChange, change: AlertChange): boolean =>
  !change.isDrop && isSameAlert(known, change) && known.repeat !== change.repeat;

export class AlertBook {
  readonly #entries = new Map<number, Entry>();
  readonly #products = new Map<number, Product>();
  readonly #resting = new RestingQueue<Entry>();

  clear(): void {
    this.#entries.clear();
    this.#products.clear();
    this.#resting.clear();
  }

  /** A tick that has had its effects: later extremes count it. */
  remember(tick: TapeTick, second: number): void {
    if (!tick.confirm) this.#of(tick.productId).window.add(second, tick.price);
  }

  /** A change holds from its tick on, which is the next. Those of one alert come in order. Returns the changes that are over by it. */
  put(change: AlertChange): AlertEffect[] {
    const known = this.#entries.get(change.alertId);
    if (known) this.#remove(known);
    const restUntil = known && isOnlyHowOften(known.alert, change) ? known.restUntil : change.restUntil;
    if (!change.isDrop) this.#add(change, restUntil);
    const tick = { seq: change.fromSeq };
    const over = [...(known ? [known.alert.id] : []), ...(change.isDrop ? [change.id] : [])];
    const ends = over.map((changeId) => ({ kind: 'over', changeId, tick }) as const);
    return restUntil === change.restUntil ? ends : [...ends, { kind: 'rests', changeId: change.id, restUntil, tick }];
  }

  /**
   * What the next tick does, step by step: many alerts may wait for the same, and nothing else may be done to the book before the last step.
   * `second`: of its block. A confirm is no tick.
   */
  *judge(tick: TapeTick, second: number): Generator<Step<AlertEffect>> {
    if (tick.confirm) return;
    // An alert that has rested long enough is looked at again.
    for (const entry of this.#resting.until(second)) {
      if (entry.owner.isLive) this.#watch(entry);
      yield;
    }
    const { levels, window } = this.#of(tick.productId);
    window.add(second, tick.price);
    // All of them before any is looked at, which may put it where this tick meets it again.
    for (const { key } of [...(yield* this.#met(levels, Number(tick.price)))]) {
      const entry = this.#entries.get(Number(key));
      yield entry && this.#look(entry, tick, second);
    }
  }

  *#met(levels: Thresholds, price: number): Generator<undefined, ReadonlySet<Owner>> {
    const met = new Set<Owner>();
    for (let some = levels.meet(price, MET_AT_ONCE).owners; some.size > 0; some = levels.meet(price, MET_AT_ONCE).owners) {
      for (const owner of some) met.add(owner);
      yield;
    }
    return met;
  }

  /** Decides exactly what a tick does to one alert, and from where on it is looked at again. */
  #look(entry: Entry, tick: TapeTick, second: number): AlertEffect | undefined {
    const { alert, level } = entry;
    if (!level) return this.#lookAtMove(entry, tick, second);
    const isAtLevel = isMet(level, tick.price);
    if (entry.restUntil === 0 && isAtLevel) return this.#fire(entry, tick, second, undefined);
    const isArmed = entry.restUntil > 0 && !isAtLevel;
    if (isArmed) entry.restUntil = 0;
    this.#watch(entry);
    return isArmed ? { kind: 'rests', changeId: alert.id, restUntil: 0, tick } : undefined;
  }

  /** The window reaches back so many whole seconds, but not behind the second in which the alert was armed. */
  #lookAtMove(entry: Entry, tick: TapeTick, second: number): AlertEffect | undefined {
    const { productId, percent = 0n, windowS = 0, fromMs } = entry.alert;
    const since = Math.max(blockSecond(fromMs), entry.restUntil, second - windowS + 1);
    const extremes = this.#of(productId).window.since(since);
    if (!extremes) throw new Error(`no extremes of product ${productId} since second ${since}, at tick ${tick.seq}`);
    const from = movedFrom(tick.price, extremes, percent);
    if (from !== undefined) return this.#fire(entry, tick, second, from);
    const { below, above } = moveBand(tick.price, extremes, percent);
    const owner = this.#newOwner(entry);
    const { levels } = this.#of(productId);
    levels.below(below, owner);
    levels.above(above, owner);
    return undefined;
  }

  #fire(entry: Entry, tick: TapeTick, second: number, from: Price | undefined): Fired {
    const { alert } = entry;
    const restUntil = alert.repeat === 'every' ? second + ALERT_REST_S : 0;
    if (restUntil === 0) this.#remove(entry);
    else {
      entry.restUntil = restUntil;
      this.#newOwner(entry);
      this.#resting.push(restUntil, entry);
    }
    return { kind: 'fired', alert, tick, from, restUntil };
  }

  /** Puts the prices at which a tick can matter to it: its own, the way back from it while it rests, or any for a move. */
  #watch(entry: Entry): void {
    const { alert, level, restUntil } = entry;
    const { levels } = this.#of(alert.productId);
    const owner = this.#newOwner(entry);
    if (!level) {
      levels.always(owner);
      return;
    }
    const isRise = level.metBy === 'rise';
    if (restUntil > 0 && isRise) levels.below(Number(level.price - 1n), owner);
    else if (restUntil > 0) levels.above(Number(level.price + 1n), owner);
    else if (isRise) levels.above(Number(level.price), owner);
    else levels.below(Number(level.price), owner);
  }

  /** From now on nothing counts that was put for it before. */
  #newOwner(entry: Entry): Owner {
    entry.owner.isLive = false;
    entry.owner = { key: entry.owner.key, isLive: true };
    return entry.owner;
  }

  #add(alert: AlertChange, restUntil: number): void {
    const { alertId } = alert;
    const entry = { alert, level: alertLevel(alert), owner: { key: String(alertId), isLive: true }, restUntil };
    this.#entries.set(alertId, entry);
    if (restUntil > 0) this.#resting.push(restUntil, entry);
    else this.#watch(entry);
  }

  #remove(entry: Entry): void {
    entry.owner.isLive = false;
    this.#entries.delete(entry.alert.alertId);
  }

  #of(productId: number): Product {
    const known = this.#products.get(productId);
    if (known) return known;
    const made = { levels: new Thresholds(), window: new ExtremesWindow() };
    this.#products.set(productId, made);
    return made;
  }
}
