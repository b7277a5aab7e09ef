/**
 * Follows the tape that another process writes: looks for new groups and hands them on in order. A group counts as heard at the
 * look before the one that found it: then it was not there yet, so it is never taken for younger than it is, whatever other clocks say.
 */
import type { Clock, Stop } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { groupRowsAfter, newestBlock } from '../repositories/tape-repository.ts';
import type { TapeLog } from './log/tape-log.ts';
import type { TapeGroup } from './tape.ts';
import { NEVER, type TapeMemory } from './tape-memory.ts';
import { groupOfRow, readGroupsAfter } from './tape-reader.ts';
import type { TapeTime } from './tape-time.ts';

/** How often it looks. */
const LOOK_MS = 50;
/** Groups of one look. */
const GROUPS_MAX = 500;
/** Pause after a failure of the database. */
const RETRY_MS = 500;
/** The checkpoint is read so often at least. */
const REFRESH_MS = 1_000;

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly time: TapeTime;
  readonly log: Log;
  readonly memory: TapeMemory;
  readonly tapeLog: TapeLog;
  readonly publish: (group: TapeGroup) => void;
};

export class TapeFollower {
  readonly #parts: Parts;
  /** Count when the last look began that came to the end of the tape. */
  #lookedMs = NEVER;
  #isLogLost = false;
  /** Count when the checkpoint was last read. */
  #refreshedMs = NEVER;
  /** Count at the last failure, until a look succeeds. */
  #failedMs = NEVER;
  #looking: Promise<void> = Promise.resolve();
  #stop: Stop | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Everything that was committed before is known here. */
  get lookedMs(): number {
    return this.#lookedMs;
  }

  async start(): Promise<void> {
    if (this.#stop) return;
    this.#lookedMs = NEVER;
    this.#stop = this.#parts.clock.every(LOOK_MS, () => this.#lookOrPause());
    await this.#lookOrPause();
  }

  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    await this.#looking;
  }

  /** Reads to the end of the tape. Rejects with the database's error. */
  async catchUp(): Promise<void> {
    let isAtEnd = false;
    while (!isAtEnd) isAtEnd = await this.#look();
  }

  #lookOrPause(): Promise<void> {
    const { clock, log } = this.#parts;
    if (clock.monotonicMs() - this.#failedMs < RETRY_MS) return Promise.resolve();
    this.#looking = this.catchUp().then(
      () => {
        this.#failedMs = NEVER;
      },
      (error: unknown) => {
        if (this.#failedMs === NEVER) log.error({ err: error }, 'the tape could not be followed and will be looked at again');
        this.#failedMs = clock.monotonicMs();
      },
    );
    return this.#looking;
  }

  /** The checkpoint of the leader, as soon as there is a block that it may be over; and once in a while whether somebody has objected. */
  async #followLog(nowMs: number, height: number): Promise<void> {
    const { tapeLog, log } = this.#parts;
    if (height === (tapeLog.head?.size ?? 0) && nowMs - this.#refreshedMs < REFRESH_MS) return;
    this.#refreshedMs = nowMs;
    try {
      await tapeLog.refresh();
      this.#isLogLost = false;
    } catch (error) {
      // Prices are followed whatever becomes of the log: a node with other keys, or with a full disk, shows no newer checkpoint.
      if (!this.#isLogLost) log.error({ err: error }, 'the newest checkpoint of the tape cannot be shown');
      this.#isLogLost = true;
    }
  }

  /** One look; true when it came to the end of the tape. */
  async #look(): Promise<boolean> {
    const { db, clock, time, memory, publish } = this.#parts;
    const startedMs = clock.monotonicMs();
    const rows = await groupRowsAfter(db.kysely, memory.lastSeq, GROUPS_MAX);
    const block = await newestBlock(db.kysely);
    const next = rows[0]?.first_seq ?? (block?.last_seq ?? 0) + 1;
    // A gap is what was sealed meanwhile.
    const isWhole = next <= memory.lastSeq + 1;
    const groups = isWhole
      ? rows.map((row) => groupOfRow(row, memory.lastSeq))
      : await readGroupsAfter(db.kysely, memory.lastSeq, GROUPS_MAX);
    for (const group of groups) {
      memory.take(group, this.#lookedMs);
      publish(group);
    }
    const last = groups.at(-1);
    if (last) time.heard(last.committedAtMs);
    memory.sealedMs = block?.time_ms ?? 0;
    await this.#followLog(startedMs, block?.height ?? 0);
    const isAtEnd = groups.length < GROUPS_MAX;
    if (isAtEnd) this.#lookedMs = startedMs;
    return isAtEnd;
  }
}
