/** Many accounts whose work all falls due in the same second, written straight into the books: quicker than by as many calls. */
import { expect } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { Product } from '#server/catalogue/catalogue.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { lockPersonAccount, type PersonAccount } from '#server/ledger/person-account.ts';
import { noteAccountChange } from '#server/repositories/account-change-repository.ts';
import type { StoredOrder } from '#server/repositories/stored-order.ts';
import { openedAtMarket } from '#server/trading/orders/deal-grounds.ts';
import { noteNights } from '#server/trading/orders/financing-work.ts';
import { openPosition } from '#server/trading/orders/opening.ts';
import { placePending } from '#server/trading/orders/pending-order.ts';
import type { Trader } from '#server/trading/trading.ts';
import { type Desk, EURUSD } from './trading-fixture.ts';

const ACCOUNTS_AT_ONCE = 50;
const PLAN = { side: 'buy', lots: decimal('0.1'), leverage: 500, stops: { stopLoss: 0n, takeProfit: 0n } } as const;
const COST = { margin: decimal('20'), fee: decimal('0.6'), feeType: '2', feeRate: decimal('0.03') } as const;

type Crowd = { accounts: number; perAccount: number };
type Fill = (trx: Trx, account: PersonAccount, product: Product) => Promise<void>;

/** So many new people, each with what `fill` puts into their account. */
export async function crowdOf(at: Desk, accounts: number, fill: Fill): Promise<Trader[]> {
  const product = at.catalogue.byId(EURUSD);
  if (!product) throw new Error('no product');
  const traders: Trader[] = [];
  for (let made = 0; made < accounts; made += ACCOUNTS_AT_ONCE) {
    const some: Trader[] = [];
    for (let n = made; n < Math.min(accounts, made + ACCOUNTS_AT_ONCE); n++) some.push(await at.trader());
    await at.db.transaction(async (trx) => {
      for (const trader of some) await fill(trx, await lockPersonAccount(trx, trader.id, 'demo'), product);
    });
    traders.push(...some);
  }
  return traders;
}

/** `perAccount` orders of each of `accounts` new people, good till `endMs()` each, at a target that no market comes to, wherever its price begins. */
export function crowdOfWaiting(at: Desk, { accounts, perAccount, endMs }: Crowd & { endMs: () => number }): Promise<Trader[]> {
  const evalFrom = at.tape.lastSeq();
  return crowdOf(at, accounts, async (trx, account, product) => {
    const asked = { target: decimal('0.01'), side: 'down', evalFrom, atMs: at.clock.now(), tapeMs: at.clock.now() } as const;
    for (let n = 0; n < perAccount; n++) await placePending(trx, account, { ...PLAN, product }, COST, { ...asked, goodTillMs: endMs() });
  });
}

/** `perAccount` positions of each of `accounts` new people, opened at the newest tick: a night of each falls due. */
export function crowdOfHolding(at: Desk, { accounts, perAccount }: Crowd): Promise<Trader[]> {
  const newest = at.tape.newest(EURUSD);
  if (!newest) throw new Error('no price');
  const { price, seq } = newest;
  return crowdOf(at, accounts, async (trx, account, product) => {
    const live: StoredOrder[] = [];
    await noteNights(trx, at.catalogue, product, { account, live, tapeMs: at.clock.now() });
    for (let n = 0; n < perAccount; n++) {
      const entry = { price, seq, evalFrom: seq, atMs: at.clock.now(), grounds: openedAtMarket('market', COST, seq, {}) };
      live.push(await openPosition(trx, account, live, { ...PLAN, product }, COST, entry));
    }
    await noteAccountChange(trx, account, seq);
  });
}

/** Every order was cancelled at its end, its lock given back once, and its person told once, in the order of ends and numbers. */
export async function eachOnceInOrder(db: Db, count: number): Promise<void> {
  const orders = await db.kysely.selectFrom('trade_order').select(['id', 'user_id', 'status', 'good_till', 'completed_at']).execute();
  expect(orders).toHaveLength(count);
  expect(orders.filter((order) => order.status !== 4 || order.completed_at !== order.good_till)).toEqual([]);
  expect(await db.kysely.selectFrom('due_work').selectAll().where('clock', '=', 'tape').execute()).toEqual([]);
  const releases = await db.kysely.selectFrom('ledger_tx').select('ref_id').where('kind', '=', 'pending_release').execute();
  expect(new Set(releases.map((row) => row.ref_id)).size).toBe(count);
  expect(releases).toHaveLength(count);
  const inOrder = [...orders].sort((a, b) => a.user_id - b.user_id || a.good_till - b.good_till || a.id - b.id).map(({ id }) => id);
  const events = await db.kysely.selectFrom('outbox').selectAll().where('topic', '=', 'ORDER').orderBy('user_id').orderBy('seq').execute();
  expect(events.map(({ payload }) => (JSON.parse(payload) as { data: { Id: number } }).data.Id)).toEqual(inOrder);
}
