/**
 * Sees to it that what accounts have due is applied though nobody acts: each second of the tape it looks which accounts have work due, and has
 * each judged by the one judge, several at a time. It decides nothing and keeps nothing: who was quicker, and on which node, changes nothing.
 */
import type { Stop } from '../../clock/clock.ts';
import { type DueOwner, ownersOfDue } from '../../repositories/due-work-repository.ts';
import { newestTapeMs } from '../../repositories/tape-repository.ts';
import { blockSecond } from '../../tape/price-book.ts';
import type { DeskParts } from '../desk-parts.ts';
import { judgeInSlices, judgeTogether } from '../judge/judge-account.ts';
import type { Ref } from '../judge/locked-account.ts';

/** Rows of one look. */
const ROWS_AT_ONCE = 512;
/** Rows that one commit applies, unless they are all of one account: nobody waits long for it. */
const COMMIT_ROWS_MAX = 48;
/** Commits that are worked on at the same time. SQLite has one writer, whose turns go to everybody else in between. */
const BATCHES_AT_ONCE = { sqlite: 1, postgres: 3 } as const;
/** Pause after a failure of the database. */
const RETRY_MS = 1_000;
const SECOND_MS = 1_000;

export class DueRunner {
  readonly #parts: DeskParts;
  readonly #committed: () => void;
  #stops: Stop[] = [];
  #isStarted = false;
  /** The newest second that the tape has come to, and the newest that was looked at. */
  #second = 0;
  #doneSecond = 0;
  #running: Promise<void> | undefined;

  /** `committed` is called after each transaction that may have left events in the outbox. */
  constructor(parts: DeskParts, committed: () => void) {
    this.#parts = parts;
    this.#committed = committed;
  }

  /** Begins with what fell due while nobody looked. Starting twice does nothing. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#stops.push(this.#parts.tape.onGroup((group) => this.#hear(blockSecond(group.committedAtMs))));
    this.#doneSecond = 0;
    this.#hear(blockSecond(await newestTapeMs(this.#parts.db.kysely)));
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#running;
  }

  /** Resolves when everything that the tape has come to is applied. */
  async caughtUp(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #hear(second: number): void {
    this.#second = Math.max(this.#second, second);
    if (!this.#isStarted || this.#second <= this.#doneSecond) return;
    this.#running ??= this.#runOrPause().finally(() => {
      this.#running = undefined;
      // A second that came while the last one was worked on.
      if (this.#doneSecond > 0) this.#hear(this.#second);
    });
  }

  async #runOrPause(): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      while (this.#isStarted && this.#doneSecond < this.#second) {
        const second = this.#second;
        await this.#applyAll(second * SECOND_MS);
        this.#doneSecond = second;
      }
    } catch (error) {
      if (!this.#isStarted) return;
      log.error({ err: error }, 'work that fell due could not be applied and will be tried again');
      this.#doneSecond = 0;
      const stopPause = clock.after(RETRY_MS, () => {
        this.#stops = this.#stops.filter((stop) => stop !== stopPause);
        this.#hear(this.#second);
      });
      this.#stops.push(stopPause);
    }
  }

  /** Has every account judged that has work due by a time, in the order of that work. */
  async #applyAll(dueMs: number): Promise<void> {
    const failed: unknown[] = [];
    let after: DueOwner | undefined;
    for (;;) {
      const rows = await ownersOfDue(this.#parts.db.kysely, { dueMs, after, limit: ROWS_AT_ONCE });
      const batches = batchesOf(rows);
      const work = async () => {
        for (let batch = batches.shift(); batch && this.#isStarted; batch = batches.shift()) failed.push(...(await this.#judge(batch)));
      };
      await Promise.all(Array.from({ length: BATCHES_AT_ONCE[this.#parts.db.dialect] }, work));
      after = rows.at(-1);
      if (!this.#isStarted || rows.length < ROWS_AT_ONCE) break;
    }
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} accounts could not be judged`);
  }

  /** Judges some accounts; what goes wrong with one does not hold up the others. Returns what went wrong. */
  async #judge(refs: readonly Ref[]): Promise<unknown[]> {
    let rest = refs;
    try {
      rest = await judgeTogether(this.#parts, refs);
      this.#committed();
    } catch {
      // One of them, or the commit: each by itself, and it will be seen which.
    }
    const failed: unknown[] = [];
    for (const ref of rest) {
      await judgeInSlices(this.#parts, ref, undefined, { slicesMax: Number.POSITIVE_INFINITY }).catch((error: unknown) =>
        failed.push(error),
      );
      this.#committed();
    }
    return failed;
  }
}

/** The accounts of rows in their order, each once, together with as much work as one commit takes. */
function batchesOf(rows: readonly DueOwner[]): Ref[][] {
  const counts = new Map<string, { ref: Ref; count: number }>();
  for (const { user_id: userId, account_type: type } of rows) {
    const known = counts.get(`${userId}:${type}`);
    if (known) known.count++;
    else counts.set(`${userId}:${type}`, { ref: { userId, type }, count: 1 });
  }
  const batches: Ref[][] = [];
  let room = 0;
  for (const { ref, count } of counts.values()) {
    if (count > room) {
      batches.push([]);
      room = COMMIT_ROWS_MAX;
    }
    batches.at(-1)?.push(ref);
    room -= count;
  }
  return batches;
}
