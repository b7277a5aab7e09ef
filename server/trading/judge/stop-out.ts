/**
 * Margin call and stop-out of one account at one tick, under its lock: call once; at the stop-out level cancel what is pending, then
 * close the largest loss, look again, repeat until the level is good or nothing is left that can be closed (decisions D1.4.04, D9.06).
 */
import { marginLevelPercent } from '#domain/account.ts';
import { formatDecimal } from '#domain/decimal.ts';
import type { MarginLevels } from '#domain/margin-call.ts';
import type { Trx } from '../../database/database.ts';
import { insertMarginCall, removeMarginCall } from '../../repositories/margin-call-repository.ts';
import type { OutboxEvent } from '../../repositories/outbox-repository.ts';
import type { AccountAtTick } from './account-at-tick.ts';
import type { MarginCheck } from './tick-rules.ts';

/** `text` is a message key: the sender of the notice knows the person's language. */
function notice(kind: 'margin_call' | 'stop_out', check: MarginCheck): OutboxEvent {
  const level = marginLevelPercent(check.funds);
  const text = kind === 'margin_call' ? 'marginCall' : 'stopOut';
  return { topic: 'NOTICE', payload: { data: { kind, level: level === undefined ? '--' : formatDecimal(level, 2), text } } };
}

/** Does what is due at the tick. `nowMs`: injected clock. */
export async function stopOut(trx: Trx, at: AccountAtTick, rules: MarginLevels & { readonly nowMs: number }): Promise<void> {
  let check = at.marginCheck(rules);
  const ref = { userId: at.account.userId, type: at.account.type };
  if (check.standing === 'low' && (await insertMarginCall(trx, ref, rules.nowMs))) {
    at.isCalled = true;
    at.notices.push(notice('margin_call', check));
  }
  const first = check;
  let hasClosed = false;
  if (check.isOut) for (const order of at.pendings()) await at.cancel(trx, order, 'stopout');
  // Each round closes one of at most 200 positions, so this ends.
  while (check.victim) {
    await at.closeOut(trx, check.victim, rules.stopOutLevel);
    hasClosed = true;
    check = at.marginCheck(rules);
  }
  if (hasClosed) at.notices.push(notice('stop_out', first));
  if (check.standing !== 'good') return;
  await removeMarginCall(trx, ref);
  at.isCalled = false;
}
