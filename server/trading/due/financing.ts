/**
 * Overnight financing (decision D9.67). One row per account, due at the next 22:00 of any product that it holds or waits for; there it posts the
 * night of every position whose product's 22:00 it is, at the newest price before it. A time that is no product's 22:00 costs nothing.
 */
import { financingRate, nightFinancing } from '#domain/financing.ts';
import type { Trx } from '../../database/database.ts';
import { type NightAmount, postNights } from '../../ledger/financing.ts';
import { addFinancing } from '../../repositories/night-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { AccountAtTick } from '../judge/account-at-tick.ts';
import { nextNight } from '../orders/financing-work.ts';
import type { DueKind, DueMoment } from './due-kind.ts';

/** What the night at `dueMs` brings a position; 0 when it is none of its nights. */
function nightOf(order: StoredOrder, at: AccountAtTick, { catalogue, rules }: DueMoment, dueMs: number): bigint {
  const product = catalogue.byId(order.productId);
  const price = at.market.priceOf(order.productId);
  if (product === undefined || price === undefined) return 0n;
  const terms = rules.financingOf(product.id);
  return nightFinancing({
    lots: order.lots,
    contractNumber: order.contractNumber,
    quoteRate: order.quoteRate,
    price,
    rate: financingRate(terms, order.side),
    nights: catalogue.nightsAt(product, dueMs, terms.tripleOn),
  });
}

async function postNight(trx: Trx, at: AccountAtTick, nights: readonly NightAmount[], dueMs: number): Promise<void> {
  if (nights.length === 0) return;
  await postNights(trx, at.account, nights, dueMs);
  for (const { orderId, amount } of nights) await addFinancing(trx, orderId, amount);
  at.financed(new Map(nights.map(({ orderId, amount }) => [orderId, amount])));
}

export const financing: DueKind = {
  async run(trx, at, { due }, moment) {
    const nights = at.positions().map((order) => ({ orderId: order.id, amount: nightOf(order, at, moment, due) }));
    await postNight(
      trx,
      at,
      nights.filter(({ amount }) => amount !== 0n),
      due,
    );
    return nextNight(moment.catalogue, at.live, due);
  },
};
