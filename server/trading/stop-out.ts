/**
 * Margin call and stop-out of one account at one tick, under its lock: call once; at the stop-out level cancel what is pending, then
 * close the largest loss, look again, repeat until the level is good or nothing is left that can be closed (decisions D1.4.04, D9.06).
 */
import { marginLevelPercent } from '#domain/account.ts';
import { formatDecimal, type Ratio } from '#domain/decimal.ts';
import type { Trx } from '../database/database.ts';
import { insertMarginCall, removeMarginCall } from '../repositories/margin-call-repository.ts';
import type { OutboxEvent } from '../repositories/outbox-repository.ts';
import type { AccountAtTick } from './account-at-tick.ts';
import type { Judgement } from './judgement.ts';

/** `text` is a message key: whoever pushes the notice knows the person's language. */
function notice(kind: 'margin_call' | 'stop_out', judgement: Judgement): OutboxEvent {
  const level = marginLevelPercent(judgement.funds);
  const text = kind === 'margin_call' ? 'marginCall' : 'stopOut';
  return { topic: 'NOTICE', payload: { data: { kind, level: level === undefined ? '--' : formatDecimal(level, 2), text } } };
}

/** Does what is due at the tick. `nowMs`: injected clock. */
export async function stopOut(trx: Trx, at: AccountAtTick, rules: { readonly stopOutLevel: Ratio; readonly nowMs: number }): Promise<void> {
  let judgement = at.judge(rules.stopOutLevel);
  const ref = { userId: at.account.userId, type: at.account.type };
  if (judgement.level === 'low' && (await insertMarginCall(trx, ref, rules.nowMs))) {
    at.isCalled = true;
    at.notices.push(notice('margin_call', judgement));
  }
  const first = judgement;
  let hasClosed = false;
  if (judgement.isOut) for (const order of at.pendings()) await at.cancel(trx, order, 'stopout');
  // Each round closes one of at most 200 positions, so this ends.
  while (judgement.victim) {
    await at.close(trx, judgement.victim, 'stopout');
    hasClosed = true;
    judgement = at.judge(rules.stopOutLevel);
  }
  if (hasClosed) at.notices.push(notice('stop_out', first));
  if (judgement.level !== 'good') return;
  await removeMarginCall(trx, ref);
  at.isCalled = false;
}
