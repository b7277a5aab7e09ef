/** Every law that can be looked at from the tables: ledger, tape, executions, audit. For the start (the last day) and for the operator (all). */
import { DAY_MS } from '#domain/time-units.ts';
import type { Db } from '../database/database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { checkSinceCheckpoint } from '../ledger/ledger-checkpoint.ts';
import { auditProblem } from '../repositories/audit-repository.ts';
import { leafCount } from '../repositories/tape-log-repository.ts';
import { checkFills, tapeEndProblem } from '../tape/check-fills.ts';
import { logProblem } from '../tape/log/log-problem.ts';

/** Blocks at the end of the log that a start recomputes: an hour of seconds. */
const TAIL_BLOCKS = 3_600;

type Verdict = { readonly problems: readonly string[]; readonly facts: readonly string[] };

/**
 * `nowMs`: wall clock. `isWhole` looks at everything there is, which may take minutes; otherwise at the ledger
 * behind its last checkpoint, the last day and the tape's last hour.
 */
export async function verifyBooks(db: Db, { nowMs, isWhole }: { nowMs: number; isWhole: boolean }): Promise<Verdict> {
  const height = await leafCount(db.kysely);
  const aboveHeight = isWhole ? 0 : Math.max(0, height - TAIL_BLOCKS);
  const ledger = isWhole ? await checkLedger(db) : await checkSinceCheckpoint(db, nowMs);
  const tape = [await tapeEndProblem(db), await logProblem(db.kysely, aboveHeight), await auditProblem(db.kysely)];
  // A tape that does not decode was named above; its executions cannot be looked at.
  const fills = await checkFills(db, isWhole ? 0 : nowMs - DAY_MS).catch((error: unknown) => ({
    problems: [`executions cannot be compared with the tape: ${error instanceof Error ? error.message : String(error)}`],
    checked: 0,
    forgotten: 0,
  }));
  return {
    problems: [...ledger, ...tape.filter((problem) => problem !== undefined), ...fills.problems],
    facts: [
      `ledger: every law looked at${isWhole ? '' : ', behind the last checkpoint'}; audit: its chain recomputed`,
      `tape: blocks ${aboveHeight + 1} to ${height} recomputed`,
      `executions: ${fills.checked} compared with their tick${fills.forgotten ? `, of which ${fills.forgotten} cannot be told: their ticks are no longer kept` : ''}`,
    ],
  };
}
