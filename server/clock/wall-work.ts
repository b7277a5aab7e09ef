/**
 * Housekeeping that falls due on the wall clock: each kind is a row with its next time, so that it is done once for each time by whichever node
 * leads, however often nodes change, and not anew after each start.
 */
import type { Db, Trx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { type DueWork, moveWallWork, noteWallWork, wallWorkDue } from '../repositories/due-work-repository.ts';
import type { Clock, Stop } from './clock.ts';

/** `run`: what is done each time, in the transaction that moves the row on; safe to run again. */
export type WallKind = { readonly everyMs: number; run(trx: Trx, nowMs: number): Promise<void> };
export interface WallRunner {
  /** This node leads: it does what is due, and looks again every minute, or as often as a kind wants. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Where no kind is wanted more often. */
const LOOK_EVERY_MS_MAX = 60_000;
/** Rows of one look. */
const ROWS_AT_ONCE = 100;

/** `db`: as only the leading node may write to it. `clock`: the machine's. */
export function createWallRunner(parts: { db: Db; clock: Clock; log: Log }, kinds: Readonly<Record<string, WallKind>>): WallRunner {
  const { db, clock, log } = parts;
  const lookEveryMs = Math.min(LOOK_EVERY_MS_MAX, ...Object.values(kinds).map(({ everyMs }) => everyMs));
  let stopLooking: Stop | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function perform(work: DueWork, nowMs: number): Promise<void> {
    const kind = kinds[work.kind];
    if (!kind) throw new Error(`due work ${work.id} is of the kind ${work.kind}, which nobody knows`);
    await db.transaction(async (trx) => {
      const next = { due: nowMs + kind.everyMs, occurrence: work.occurrence + 1 };
      // Somebody else may have done it since it was looked for.
      if (await moveWallWork(trx, work, next)) await kind.run(trx, nowMs);
    });
  }

  async function look(): Promise<void> {
    const nowMs = clock.now();
    for (const work of await wallWorkDue(db.kysely, nowMs, ROWS_AT_ONCE)) {
      await perform(work, nowMs).catch((error: unknown) =>
        log.error({ err: error, kind: work.kind }, 'housekeeping failed and will be tried again'),
      );
    }
  }
  const lookAgain = () => {
    looking = look().catch((error: unknown) => log.error({ err: error }, 'what is due could not be looked for'));
    return looking;
  };

  return {
    async start() {
      if (stopLooking) return;
      stopLooking = clock.every(lookEveryMs, lookAgain);
      await db.transaction(async (trx) => {
        for (const [kind, { everyMs }] of Object.entries(kinds)) await noteWallWork(trx, kind, clock.now() + everyMs);
      });
      await lookAgain();
    },
    async stop() {
      stopLooking?.();
      stopLooking = undefined;
      await looking;
    },
  };
}
