/**
 * Exact work while no ticks come (decision D9.13): the tape has no tick later than its time yet, and has had none for five seconds. It is
 * applied at the newest tick, which is where it would be applied once ticks come again: those are later than its time.
 */
import type { Trx } from '../../database/database.ts';
import { type DueWork, dueOfAccount, EXACT_KIND, finishDueWork } from '../../repositories/due-work-repository.ts';
import { runningMicrosOf } from '../../repositories/micro-repository.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import { blockSecond } from '../../tape/price-book.ts';
import type { DeskParts } from '../desk-parts.ts';
import { AccountAtTick } from '../judge/account-at-tick.ts';
import { AccountBusyError } from '../judge/account-busy-error.ts';
import { type JudgedAccount, judgeInSlices, lockJudged } from '../judge/judge-account.ts';
import type { Ref } from '../judge/locked-account.ts';
import { marketAt } from '../market/market-at-tick.ts';
import { marketSince } from '../market/market-since.ts';
import { recordChange } from '../outbox/record-change.ts';
import { DUE_KINDS } from './due-kinds.ts';

/** Applies work at the newest tick of the account that was judged up to it. Returns the events for its person. */
async function applyAtEnd(parts: DeskParts, trx: Trx, judged: JudgedAccount, work: readonly DueWork[]): Promise<OutboxEvent[]> {
  const { account, live, seq, rules } = judged;
  const micros = (await runningMicrosOf(trx, [account.userId])).filter(({ accountType }) => accountType === account.type);
  const productIds = new Set(micros.map(({ productId }) => productId));
  const { book } = await marketSince(parts.recent, trx, { productIds, from: seq, to: seq, ticksMax: 0 });
  const events: OutboxEvent[] = [];
  for (const row of work) {
    const moment = { seq, timeMs: row.occurrence, second: blockSecond(row.occurrence) };
    const at = new AccountAtTick(account, live, false, marketAt(parts, { at: () => rules }, book, moment));
    await DUE_KINDS[row.kind]?.run(trx, at, row, { seq, rules, catalogue: parts.catalogue, micros });
    await finishDueWork(trx, row.id, undefined);
    events.push(...at.events());
  }
  return events;
}

/** Applies the exact work of an account whose time is before `stillMs`, tape time; of one that is far behind once it is judged. */
export async function applyWhileStill(parts: DeskParts, ref: Ref, stillMs: number): Promise<void> {
  try {
    await applyOnce(parts, ref, stillMs);
  } catch (error) {
    if (!(error instanceof AccountBusyError)) throw error;
    await judgeInSlices(parts, ref, undefined, { slicesMax: Number.POSITIVE_INFINITY });
    await applyOnce(parts, ref, stillMs);
  }
}

async function applyOnce(parts: DeskParts, ref: Ref, stillMs: number): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const judged = await lockJudged(parts, trx, ref);
    const due = (await dueOfAccount(trx, ref)).filter(({ kind, occurrence }) => kind === EXACT_KIND && occurrence < stillMs);
    const work = due.sort((a, b) => a.occurrence - b.occurrence || a.id - b.id);
    if (work.length === 0) return;
    const events = await applyAtEnd(parts, trx, judged, work);
    await recordChange(trx, judged.account, { seq: judged.seq, events, nowMs: parts.clock.now() });
  });
}
