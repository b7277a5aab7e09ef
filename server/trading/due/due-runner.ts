/**
 * Sees to it that what accounts have due is applied though nobody acts: each second of the tape, and whenever the tape has come past the time of
 * exact work, it looks which accounts have work due, and has each judged by the one judge, several at a time. It decides nothing and keeps
 * nothing: which node was quicker changes nothing.
 */
import { SECOND_MS } from '#domain/time-units.ts';
import type { Stop } from '../../clock/clock.ts';
import { type DueOwner, nextExactMs, ownersOfDue, type TapePlace } from '../../repositories/due-work-repository.ts';
import { newestTapeMs } from '../../repositories/tape-repository.ts';
import { blockSecond } from '../../tape/price-book.ts';
import type { TapeGroup } from '../../tape/tape.ts';
import type { DeskParts } from '../desk-parts.ts';
import { judgeInSlices, judgeTogether } from '../judge/judge-account.ts';
import type { Ref } from '../judge/locked-account.ts';
import { COMMIT_MS_AIM, CommitPace } from './commit-pace.ts';
import { applyWhileStill } from './still-tape.ts';

/** Rows of one look. */
const ROWS_AT_ONCE = 512;
/** Commits that are worked on at the same time. SQLite has one writer, whose turns go to everybody else in between. */
const BATCHES_AT_ONCE = { sqlite: 1, postgres: 2 } as const;
/** Pause after a failure of the database. */
const RETRY_MS = 1_000;

export class DueRunner {
  readonly #parts: DeskParts;
  readonly #committed: () => void;
  readonly #pace = new CommitPace();
  #stops: Stop[] = [];
  #isStarted = false;
  /** The newest second and the newest time of a tick that the tape has come to, and those that were looked at. */
  #second = 0;
  #doneSecond = 0;
  #tickMs = 0;
  #doneTickMs = 0;
  /** Time of the exact work that comes next, as of the last look: none is ever noted for sooner than the next look. */
  #exactMs = Number.POSITIVE_INFINITY;
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
    this.#stops.push(
      this.#parts.tape.onGroup((group) => this.#note(blockSecond(group.committedAtMs), newestTimeOf(group))),
      this.#parts.clock.every(SECOND_MS, () => this.#lookWhileStill()),
    );
    this.#doneSecond = 0;
    // Nobody knows here which ticks the tape has: the judge looks.
    this.#doneTickMs = 0;
    this.#note(blockSecond(await newestTapeMs(this.#parts.db.kysely)), 0);
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

  get #isBehind(): boolean {
    return this.#doneSecond < this.#second || (this.#doneTickMs < this.#tickMs && this.#exactMs < this.#tickMs);
  }

  #note(second: number, tickMs: number): void {
    this.#second = Math.max(this.#second, second);
    this.#tickMs = Math.max(this.#tickMs, tickMs);
    if (!this.#isStarted || !this.#isBehind) return;
    this.#running ??= this.#runOrPause().finally(() => {
      this.#running = undefined;
      // A second that came while the last one was worked on.
      if (this.#doneSecond > 0) this.#note(this.#second, this.#tickMs);
    });
  }

  async #runOrPause(): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      while (this.#isStarted && this.#isBehind) {
        const [second, tickMs] = [this.#second, this.#tickMs];
        const exactMs = this.#doneSecond === 0 ? Number.MAX_SAFE_INTEGER : tickMs;
        await this.#applyAll({ dueMs: second * SECOND_MS, exactMs });
        this.#exactMs = await nextExactMs(this.#parts.db.kysely);
        this.#doneSecond = second;
        this.#doneTickMs = tickMs;
      }
    } catch (error) {
      if (!this.#isStarted) return;
      log.error({ err: error }, 'work that fell due could not be applied and will be tried again');
      this.#doneSecond = 0;
      const stopPause = clock.after(RETRY_MS, () => {
        this.#stops = this.#stops.filter((stop) => stop !== stopPause);
        this.#note(this.#second, this.#tickMs);
      });
      this.#stops.push(stopPause);
    }
  }

  /** While no tick comes, exact work ends by the clock; not while ticks wait for their commit, which may be earlier than its time. */
  async #lookWhileStill(): Promise<void> {
    const { tape, db, log } = this.#parts;
    const stillMs = tape.watermarkMs();
    if (this.#running || stillMs <= this.#tickMs || stillMs <= this.#exactMs || tape.waiting() > 0) return;
    this.#running = this.#applyWhileStill(stillMs)
      .catch((error: unknown) => log.error({ err: error }, 'micro trades could not be ended while no ticks come and will be tried again'))
      .finally(() => {
        this.#running = undefined;
        this.#note(this.#second, this.#tickMs);
      });
    await this.#running;
    this.#exactMs = await nextExactMs(db.kysely).catch(() => this.#exactMs);
  }

  async #applyWhileStill(stillMs: number): Promise<void> {
    const failed: unknown[] = [];
    let after: DueOwner | undefined;
    do {
      const rows = await ownersOfDue(this.#parts.db.kysely, { dueMs: stillMs, exactMs: stillMs, after, limit: ROWS_AT_ONCE });
      for (const owner of ownersOf(rows)) {
        if (!this.#isStarted) return;
        await applyWhileStill(this.#parts, owner, stillMs).catch((error: unknown) => failed.push(error));
        this.#committed();
      }
      after = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
    } while (after);
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} accounts could not be judged`);
  }

  /** Has every account judged that has work due by a place of the tape, in the order of that work. */
  async #applyAll(place: TapePlace): Promise<void> {
    const failed: unknown[] = [];
    let after: DueOwner | undefined;
    for (;;) {
      const rows = await ownersOfDue(this.#parts.db.kysely, { ...place, after, limit: ROWS_AT_ONCE });
      const owners = ownersOf(rows);
      const work = async () => {
        while (owners.length > 0 && this.#isStarted) failed.push(...(await this.#judgeSome(owners)));
      };
      await Promise.all(Array.from({ length: BATCHES_AT_ONCE[this.#parts.db.dialect] }, work));
      after = rows.at(-1);
      if (!this.#isStarted || rows.length < ROWS_AT_ONCE) break;
    }
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} accounts could not be judged`);
  }

  /** Judges as many of the accounts as one commit takes, and puts back those that are not there yet. Returns what went wrong. */
  async #judgeSome(owners: Owner[]): Promise<unknown[]> {
    const some = takeSome(owners, this.#pace.rows);
    try {
      const { rest, effects, tookMs } = await judgeTogether(this.#parts, some, { effectsMax: this.#pace.rowsMost, msMax: COMMIT_MS_AIM });
      this.#pace.took(effects, tookMs);
      this.#committed();
      owners.unshift(...rest);
      return [];
    } catch {
      // One of them, or the commit: each by itself, and it will be seen which.
      return this.#judgeEach(some);
    }
  }

  /** What goes wrong with one does not hold up the others. */
  async #judgeEach(owners: readonly Owner[]): Promise<unknown[]> {
    const failed: unknown[] = [];
    for (const owner of owners) {
      const slices = { slicesMax: Number.POSITIVE_INFINITY };
      await judgeInSlices(this.#parts, owner, undefined, slices).catch((error: unknown) => failed.push(error));
      this.#committed();
    }
    return failed;
  }
}

/** The latest time of a group's ticks. */
const newestTimeOf = ({ ticks }: TapeGroup): number => ticks.reduce((newest, { timeMs }) => Math.max(newest, timeMs), 0);

/** An account, and how much of its work is known to be due. */
type Owner = Ref & { rows: number };

/** The accounts of rows in their order, each once. */
function ownersOf(rows: readonly DueOwner[]): Owner[] {
  const owners = new Map<string, Owner>();
  for (const { user_id: userId, account_type: type } of rows) {
    const known = owners.get(`${userId}:${type}`);
    if (known) known.rows++;
    else owners.set(`${userId}:${type}`, { userId, type, rows: 1 });
  }
  return [...owners.values()];
}

/** Takes the first of them off: as many as have so many rows together, and one at least. */
function takeSome(owners: Owner[], rowsMax: number): Owner[] {
  const some: Owner[] = [];
  let room = rowsMax;
  for (let next = owners[0]; next && (some.length === 0 || next.rows <= room); next = owners[0]) {
    some.push(next);
    owners.shift();
    room -= next.rows;
  }
  return some;
}
