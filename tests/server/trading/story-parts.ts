/** What every random story of contract trading does alike: the fields of an order, ticks, a person under strain, and the comparison with the model. */
import Big from 'big.js';
import { expect } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import type { Outcome } from '#server/outcome.ts';
import type { Trader } from '#server/trading/trading.ts';
import type { Ask, Model } from './contract-model.ts';
import type { ModelAccount } from './model-books.ts';
import { plainOrder, plainRow } from './model-order-row.ts';
import { type Desk, EURUSD } from './trading-fixture.ts';

export type Person = { readonly trader: Trader; readonly account: ModelAccount };
/** What an act that moves money answers. */
export type Sent = Outcome<{ Id: number; Order?: { Id: number } } | null>;
/** A price of a product, or without one a sign of life. */
export type StoryTick = readonly [productId: number, price: string | undefined];

/** An order as it is sent. */
export const askedFields = (ask: Ask) => ({
  type: ask.type,
  cont: ask.cont,
  forex_id: String(ask.product),
  status: ask.status,
  target_price: ask.target,
  multiple: ask.multiple,
  stop_loss_price: ask.stopLoss,
  target_profit_price: ask.takeProfit,
});

/** Puts ticks on the tape as one group. */
export async function pushTicks({ tape, clock }: Desk, ticks: readonly StoryTick[]): Promise<void> {
  for (const [productId, text] of ticks) {
    const price = text === undefined ? tape.newest(productId)?.price : BigInt(new Big(text).times(100_000_000).toFixed(0));
    if (price !== undefined) tape.push({ productId, price, volume: 0n, timeMs: clock.now(), confirm: text === undefined });
  }
  await tape.flush();
}

/** A heavy position, a pending order for most of the rest, and a market that falls towards it: not everything can be carried. */
export function strainOf(model: Model, account: ModelAccount, random: (below: number) => number) {
  const product = model.product(EURUSD);
  const order = { type: '1', product: EURUSD, multiple: '500', stopLoss: '0', takeProfit: '0' } as const;
  const below = (steps: number) =>
    product.price
      .times(1 - steps / 100_000)
      .round(product.digits)
      .toFixed();
  const share = (percent: number) => {
    const { margin } = model.cost(product, new Big(1), 500, product.price);
    const free = model.usable(account, model.floating(account)).times(percent / 100);
    return free.div(margin.plus(product.feePerLot)).round(2, Big.roundDown).toFixed();
  };
  // Each is asked for in its turn: what the first one takes, the second one cannot have.
  return {
    heavy: (): Ask => ({ ...order, status: '1', target: '0', cont: share(20 + random(60)) }),
    waiting: (): Ask => ({ ...order, status: '0', target: below(random(300)), cont: share(60 + random(40)) }),
    fall: (): StoryTick => [EURUSD, below(random(400))],
  };
}

/** What the database holds of a person against what the model knows; orders from `sinceId` on. */
export async function compareAccount(db: Db, at: Desk, { trader, account }: Person, sinceId = 0): Promise<void> {
  const parts = await at.account(trader);
  const held = Object.fromEntries(['balance', 'margin', 'pending', 'deficit'].map((part) => [part, formatDecimal(parts[part] ?? 0n)]));
  const { balance, margin, pending, deficit } = account;
  expect(held).toEqual({
    ...{ balance: balance.toFixed(), margin: margin.toFixed(), pending: pending.toFixed() },
    deficit: deficit.eq(0) ? '0' : `-${deficit.toFixed()}`,
  });
  const query = db.kysely.selectFrom('trade_order').selectAll().where('user_id', '=', trader.id).where('id', '>', sinceId);
  const rows = (await query.orderBy('id').execute()).map(plainRow);
  const known = account.orders.filter((order) => order.id > sinceId).sort((a, b) => a.id - b.id);
  expect(rows).toEqual(known.map(plainOrder));
}
