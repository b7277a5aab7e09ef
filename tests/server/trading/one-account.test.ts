/** D1.3.15, D9.425: what the flag `only_one_account` does to the accounts that a real person trades from. */
import { expect, it } from 'vitest';
import type { AccountType } from '#domain/account.ts';
import { decimal, type Money } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import { lockPersonAccount } from '#server/ledger/person-account.ts';
import { LOG_TYPE, post } from '#server/ledger/post.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { broken, endDesk, opened, openMicroDesk, submit } from './micro-fixture.ts';
import { type Desk, EURUSD, filled, freshKey, marketOrder } from './trading-fixture.ts';

const GRANTS: readonly (readonly [AccountType, string])[] = [
  ['forex', '1000'],
  ['micro', '500'],
  ['change', '200'],
];

/** Somebody real with money in each of the three accounts. */
async function richTrader(at: Desk): Promise<Trader> {
  const trader = await at.trader('real');
  await at.db.transaction(async (trx) => {
    for (const [type, text] of GRANTS) {
      const amount = decimal<Money>(text);
      const { parts } = await lockPersonAccount(trx, trader.id, type);
      const cause = { realm: 'real', userId: trader.id, kind: `seed_${type}`, refType: 'user', refId: trader.id } as const;
      const entries = [
        { part: parts.balance, amount },
        { house: 'equity_in', amount: -amount },
      ] as const;
      await post(trx, { ...cause, logType: LOG_TYPE.demoGrant, memo: '', atMs: at.clock.now(), entries });
    }
  });
  return trader;
}

const shown = async (at: Desk, trader: Trader) =>
  (await at.desk.balances(trader)).map(({ type, balance, lockBalance, accountTypeId }) => [type, balance, lockBalance, accountTypeId]);
/** An order that is sent meanwhile has come to the lock by then. */
const WAITED_MS = 400;
const THREE = [
  ['forex', '1000', '0', 1],
  ['micro', '500', '0', 2],
  ['change', '200', '0', 3],
];

async function begin(db: Db): Promise<{ at: Desk; anna: Trader }> {
  const at = await openMicroDesk(db, {});
  const anna = await richTrader(at);
  await at.tick([EURUSD, '1']);
  return { at, anna };
}

eachDatabase('the flag only_one_account', (open) => {
  it('D1.3.15 S1-9.28 turned on: one account, of type change, that contracts and micro trades share; turned off again: three', async () => {
    const { at, anna } = await begin(await open());
    expect(await shown(at, anna)).toEqual(THREE);
    at.set.set('only_one_account', '1');
    expect(await shown(at, anna)).toEqual([['change', '1700', '0', 3]]);
    expect((await at.desk.accountState(anna)).outbox.balances).toMatchObject([{ type: 'change', balance: '1700' }]);
    at.set.set('only_one_account', '0');
    expect(await shown(at, anna)).toEqual(THREE);

    at.set.set('only_one_account', '1');
    // 1,500 of margin and 9 of fee: none of the three could have paid it.
    filled(await at.desk.submit(anna, marketOrder({ cont: '1.5' }), freshKey()));
    expect(await shown(at, anna)).toEqual([['change', '191', '1500', 3]]);
    opened(await submit(at, anna, { number: '100' }));
    expect(await shown(at, anna)).toEqual([['change', '91', '1600', 3]]);
    expect((await at.desk.snapshot(anna)).figures).toMatchObject({ CautionMoneyAll: '1500', Balance: '91' });
    expect((await at.desk.accountState(anna)).Orders).toHaveLength(1);
    expect((await at.events(anna)).filter(({ topic }) => topic === 'BALANCE').map(({ payload }) => payload.data)).toMatchObject([
      [{ type: 'change', balance: '1700' }],
      [{ type: 'change', balance: '191' }],
      [{ type: 'change', balance: '91' }],
    ]);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.425 what runs keeps the accounts that it runs in until it is over, whichever way the flag is turned meanwhile', async () => {
    const { at, anna } = await begin(await open());
    const { Id } = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    at.set.set('only_one_account', '1');
    expect(await shown(at, anna)).toEqual([['forex', '899.4', '100', 1], ...THREE.slice(1)]);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    expect((await at.desk.accountState(anna)).Orders).toHaveLength(2);
    await at.tick([EURUSD, '1.001']);
    expect((await at.desk.closeAll(anna, freshKey())).data?.Results).toHaveLength(2);
    expect((await at.desk.orders(anna, { list: 'closed', page: 1, limit: 10 })).data.map((row) => row.Id)).toContain(Id);
    // 1,000 less two fees of 0.6, and twice 10 of profit.
    expect(await shown(at, anna)).toEqual([['change', '1718.8', '0', 3]]);

    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    at.set.set('only_one_account', '0');
    expect((await shown(at, anna)).map(([type]) => type)).toEqual(['change']);
    expect((await at.desk.snapshot(anna)).hasPositions).toBe(true);
    await at.tick([EURUSD, '1.001']);
    await at.desk.closeAll(anna, freshKey());
    expect((await shown(at, anna)).map(([type]) => type)).toEqual(['forex', 'micro', 'change']);
    expect(await broken(at)).toEqual([]);
    await endDesk(at);
  });

  it('D9.425 where one trades is asked under the locks: an order that waited finds what was opened meanwhile with all of an account', async () => {
    const { at, anna } = await begin(await open());
    at.set.set('only_one_account', '1');
    let go = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      go = resolve;
    });
    const earlier = at.db.transaction(async (trx) => {
      const { parts } = await lockPersonAccount(trx, anna.id, 'forex');
      const amount = decimal<Money>('1000');
      const cause = { realm: 'real', userId: anna.id, kind: 'margin_lock', refType: 'user', refId: anna.id } as const;
      const entries = [
        { part: parts.margin, amount },
        { part: parts.balance, amount: -amount },
      ];
      await post(trx, { ...cause, logType: LOG_TYPE.transfer, memo: '', atMs: at.clock.now(), entries });
      go();
      await new Promise((resolve) => setTimeout(resolve, WAITED_MS));
    });
    await hasBegun;
    const { code } = await at.desk.submit(anna, marketOrder(), freshKey());
    await earlier;
    expect(code).not.toBe(1);
    expect(await shown(at, anna)).toEqual([['forex', '0', '1000', 1], ...THREE.slice(1)]);
    await endDesk(at);
  });

  it('D1.3.13 D1.3.15 means nothing to a demo account', async () => {
    const at = await openMicroDesk(await open(), { settings: { only_one_account: '1' } });
    const demo = await at.trader('demo');
    await at.tick([EURUSD, '1']);
    filled(await at.desk.submit(demo, marketOrder(), freshKey()));
    opened(await submit(at, demo));
    expect(await shown(at, demo)).toEqual([['demo', '9799.4', '200', 9]]);
    await endDesk(at);
  });
});
