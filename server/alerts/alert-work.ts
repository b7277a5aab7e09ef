/**
 * Evaluates alerts by the tape, at a cursor of its own: before each tick the changes that hold from it, then the tick. What comes of it is
 * written with the cursor, so that a crash repeats nothing and misses nothing. Memory runs ahead of the table only within a group.
 */
import { SECOND_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type AlertChange, alertChangesBetween, firstAlertSeq } from '../repositories/alert-change-repository.ts';
import { ALERTS } from '../repositories/cursor-repository.ts';
import { lastSeqBefore } from '../repositories/tape-repository.ts';
import { GROUPS_READ_MAX } from '../tape/group-queue.ts';
import { GroupRunner, type GroupWork } from '../tape/group-runner.ts';
import { blockSecond } from '../tape/price-book.ts';
import type { Tape, TapeGroup } from '../tape/tape.ts';
import { TapeCursor } from '../tape/tape-cursor.ts';
import { AlertBook, type AlertEffect } from './alert-book.ts';
import { WINDOW_S_MAX } from './extremes-window.ts';
import { inTurns, type Step } from './in-turns.ts';
import { type ProductOf, settleAlerts } from './settle-alerts.ts';

/** `db`: as only the leading node may write to it. */
export type AlertParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly tape: Tape;
  readonly log: Log;
  readonly productOf: ProductOf;
  /** Called after each transaction that may have left events in the outbox. */
  readonly committed: () => void;
};

/** Steps in one turn of the event loop: looks at alerts, some microseconds each. */
const STEPS_AT_ONCE = 256;
/** Effects of one transaction: what fires at once goes out in several. */
const EFFECTS_MAX = 256;

/** Runs on the leading node alone. */
export const createAlertEvaluator = (parts: AlertParts): GroupRunner => new GroupRunner(parts, new AlertWork(parts));

class AlertWork implements GroupWork {
  readonly name = 'the evaluator of alerts';
  readonly cursor: TapeCursor;
  readonly #parts: AlertParts;
  readonly #book = new AlertBook();
  /** Read and not reached by the cursor, in the order of their ticks. */
  #changes: AlertChange[] = [];
  #learnedTo = 0;

  constructor(parts: AlertParts) {
    this.#parts = parts;
    this.cursor = new TapeCursor(parts.db, ALERTS);
  }

  async load(isWanted: () => boolean): Promise<void> {
    const { db, tape } = this.#parts;
    const tapeEnd = tape.lastSeq();
    // Nobody has evaluated yet: what was asked for until this first start holds from its own tick still.
    await this.cursor.load(Math.min(tapeEnd, (await firstAlertSeq(db.kysely)) - 1));
    const { judged } = this.cursor;
    this.#book.clear();
    this.#changes = [];
    this.#learnedTo = judged;
    const standing = await alertChangesBetween(db.kysely, -1, judged);
    await this.#remember(standing, isWanted);
    if (!isWanted()) return;
    const effects = await inTurns(this.#putAll(standing), STEPS_AT_ONCE);
    await this.#settle(effects, judged);
  }

  async take(group: TapeGroup): Promise<void> {
    await this.#learn(group);
    await this.#settle(await inTurns(this.#effectsOf(group), STEPS_AT_ONCE), group.lastSeq);
    this.cursor.judged = Math.max(this.cursor.judged, group.lastSeq);
  }

  /** The book has had ticks whose effects were not written. */
  isLost(): boolean {
    return true;
  }

  /** Reads what holds from ticks up to the tape's end: all of it was committed with them. */
  async #learn(group: TapeGroup): Promise<void> {
    if (group.lastSeq <= this.#learnedTo) return;
    const { db, tape } = this.#parts;
    const tapeEnd = Math.max(tape.lastSeq(), group.lastSeq);
    const changes = await alertChangesBetween(db.kysely, this.#learnedTo, tapeEnd);
    this.#changes.push(...changes.sort((a, b) => a.fromSeq - b.fromSeq || a.id - b.id));
    this.#learnedTo = tapeEnd;
  }

  /** Before each tick the changes that hold from it, then the tick. */
  *#effectsOf({ ticks, committedAtMs }: TapeGroup): Generator<Step<AlertEffect>> {
    const second = blockSecond(committedAtMs);
    for (const tick of ticks) {
      if (tick.seq <= this.cursor.judged) continue;
      yield* this.#putAll(this.#changesUpTo(tick.seq));
      yield* this.#book.judge(tick, second);
    }
  }

  #changesUpTo(seq: number): AlertChange[] {
    const later = this.#changes.findIndex((change) => change.fromSeq > seq);
    return this.#changes.splice(0, later < 0 ? this.#changes.length : later);
  }

  *#putAll(changes: readonly AlertChange[]): Generator<Step<AlertEffect>> {
    for (const change of changes) {
      yield* this.#book.put(change);
      yield;
    }
  }

  /** Writes effects with the cursor: all of them belong to ticks up to `seq`. */
  async #settle(effects: readonly AlertEffect[], seq: number): Promise<void> {
    const { db, clock, productOf, committed } = this.#parts;
    for (let from = 0; from < effects.length; from += EFFECTS_MAX) {
      const some = effects.slice(from, from + EFFECTS_MAX);
      const next = effects[from + EFFECTS_MAX];
      // What comes again after a crash before the rest is written finds these done.
      const to = next ? next.tick.seq - 1 : seq;
      await db.transaction(async (trx) => {
        await this.cursor.move(trx, to);
        await settleAlerts(trx, some, { nowMs: clock.now(), productOf });
      });
      this.cursor.moved(to);
      committed();
    }
  }

  /**
   * Reads back as much of the tape as the windows of active alerts reach; at least the second that the cursor is in. Hours of it, where
   * an alert watches a move within hours: a stop waits for the step under way only.
   */
  async #remember(standing: readonly AlertChange[], isWanted: () => boolean): Promise<void> {
    const { db, tape } = this.#parts;
    const { judged } = this.cursor;
    const [last] = judged > 0 ? await tapeAfter(db, tape, judged - 1, 1) : [];
    if (!last) return;
    const now = blockSecond(last.committedAtMs);
    const moves = standing.filter(({ kind }) => kind === 'move');
    const since = moves.map(({ fromMs, windowS = 0 }) => Math.max(blockSecond(fromMs), now - windowS + 1, now - WINDOW_S_MAX + 1));
    let seq = await lastSeqBefore(db.kysely, Math.min(now, ...since) * SECOND_MS);
    while (seq < judged && isWanted()) {
      const groups = await tapeAfter(db, tape, seq, GROUPS_READ_MAX);
      for (const group of groups)
        for (const tick of group.ticks) if (tick.seq <= judged) this.#book.remember(tick, blockSecond(group.committedAtMs));
      const end = groups.at(-1)?.lastSeq;
      if (end === undefined) return;
      seq = end;
    }
  }
}

const tapeAfter = (db: Db, tape: Tape, seq: number, limit: number): Promise<TapeGroup[]> =>
  db.transaction((trx) => tape.groupsAfter(trx, seq, limit));
