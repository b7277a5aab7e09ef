/** Writes what ticks did to alerts, in the transaction that moves the cursor: rows of what fired, what is over, what rests, and the events. */
import type { OrderProduct } from '#domain/order.ts';
import { FIRED_ALERTS_MAX } from '#domain/price-alert.ts';
import { firedAlertToWire } from '#protocol/alert-wire.ts';
import type { Trx } from '../database/database.ts';
import { gatherWrites } from '../database/gathered-writes.ts';
import { alertColumns, forgetAlertChanges, restAlerts } from '../repositories/alert-change-repository.ts';
import { insertFired, type NewFired, pruneFired, removeAlertsByChange } from '../repositories/alert-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { CursorMovedError } from '../tape/tape-cursor.ts';
import type { AlertEffect, Fired } from './alert-book.ts';

/** A product as it is shown, whether it is traded still or not. */
export type ProductOf = (productId: number) => OrderProduct;

const firedRow = ({ alert, tick, from }: Fired): NewFired => ({
  ...alertColumns(alert),
  alert_id: alert.alertId,
  user_id: alert.userId,
  price: tick.price,
  from_price: from ?? null,
  tick_seq: tick.seq,
  at: tick.timeMs,
});

/** `effects` in their order. Throws `CursorMovedError` where a row is not as memory has it: somebody else has evaluated. */
export async function settleAlerts(
  trx: Trx,
  effects: readonly AlertEffect[],
  { nowMs, productOf }: { readonly nowMs: number; readonly productOf: ProductOf },
): Promise<void> {
  const fired = effects.filter((effect) => effect.kind === 'fired');
  const ended = fired.filter(({ restUntil }) => restUntil === 0).map(({ alert }) => alert.id);
  await removeAlertsByChange(trx, ended);
  for (const [until, ids] of rests(effects)) agree(await restAlerts(trx, ids, until), ids.length);
  agree(await forgetAlertChanges(trx, ended), ended.length);
  const over = effects.flatMap((effect) => (effect.kind === 'over' ? [effect.changeId] : []));
  await forgetAlertChanges(trx, over);
  // Last: it locks the numbers of the persons' events, for which their other transactions wait.
  await tellFired(trx, fired, nowMs, productOf);
}

function agree(written: number, expected: number): void {
  if (written !== expected) throw new CursorMovedError(`${expected - written} of ${expected} alerts were evaluated by another process`);
}

/** Ids of changes by the second until which they rest; an alert that is armed again rests until 0. The last word on each counts. */
function rests(effects: readonly AlertEffect[]): Map<number, number[]> {
  const untilOf = new Map<number, number>();
  for (const effect of effects) {
    if (effect.kind === 'rests') untilOf.set(effect.changeId, effect.restUntil);
    else if (effect.kind === 'fired' && effect.restUntil > 0) untilOf.set(effect.alert.id, effect.restUntil);
  }
  const byUntil = new Map<number, number[]>();
  for (const [id, until] of untilOf) {
    const ids = byUntil.get(until);
    if (ids) ids.push(id);
    else byUntil.set(until, [id]);
  }
  return byUntil;
}

async function tellFired(trx: Trx, fired: readonly Fired[], nowMs: number, productOf: ProductOf): Promise<void> {
  if (fired.length === 0) return;
  const rows = await insertFired(trx, fired.map(firedRow));
  await gatherWrites(trx, async () => {
    for (const [at, row] of rows.entries()) {
      const data = firedAlertToWire(row, productOf(row.productId));
      await appendEvents(trx, (fired[at] as Fired).alert.userId, [{ topic: 'ALERT', payload: { data } }], nowMs);
    }
  });
  await pruneFired(trx, [...new Set(fired.map(({ alert }) => alert.userId))], FIRED_ALERTS_MAX);
}
