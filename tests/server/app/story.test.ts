/** The story of the product over the wire, on both databases: enter a demo account, watch, buy, see the profit move, close, and find it all again. */
import { expect, it } from 'vitest';
import type { FillReply, MyDealReply } from '#protocol/rest/forex.ts';
import type { AccountRow } from '#protocol/rest/user.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { eachDatabase } from '../each-database.ts';
import { startApp } from '../start-app.ts';
import type { Received } from '../test-socket.ts';

const POST = { method: 'POST' } as const;
const isType = (type: string) => (frame: Received) => frame.type === type;

eachDatabase('watch, buy, close', (open) => {
  it('S1-7.38 S1-7.60 S1-7.61 the money that was promised is the money in the ledger, before and after a restart', async () => {
    const db = await open();
    const app = await startApp({ db });
    await app.pushTick('EURUSD', '1.08345');
    const { token, demoId, uid } = await app.demo();
    const socket = await app.connect();
    await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, isType('hello'));
    await socket.ask({ type: 'login', token, id: 2 }, isType('login'));
    for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED', 'ORDER', 'BALANCE', 'NOTICE']) socket.send({ type: 'sub', topic, id: 3 });
    const fields = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100', t: '1772618400000' };
    const bought = await app.call<FillReply>('/v2/api/forex/submit', fields, { token });
    expect(bought).toMatchObject({ code: 1, data: { Order: { CautionMoney: '108.345', TradeFee: '0.6' } } });
    await app.pushTick('EURUSD', '1.08387');
    const live = await socket.until((frame) => frame.type === 'FOREX_TRADE' && JSON.stringify(frame.data).includes('"4.2"'));
    expect(live).toMatchObject({ uid, data: { Equity: '10003.6', Balance: '9891.055' } });
    const closed = await app.call<FillReply>('/v2/api/forex/close', { id: String(bought.data.Id) }, { ...POST, token });
    expect(closed).toMatchObject({ code: 1, data: { Order: { Status: 3, FactProfits: '4.2' } } });
    expect(await socket.until(isType('FOREX_CLOSED'))).toMatchObject({ uid, data: [bought.data.Id] });
    expect(await checkLedger(db)).toEqual([]);
    await app.close();

    const again = await startApp({ db, startMs: app.clock.now() });
    const { data: login } = await again.call<{ token: string }>('/api/user/loginDemoForU', { demo_id: demoId }, POST);
    const { data: history } = await again.call<MyDealReply>('/v2/api/forex/my_deal', { status: '3' }, { token: login.token });
    expect(history).toMatchObject({ total: 1, all_fact_profits: '4.2', data: [closed.data.Order] });
    const { data: balances } = await again.call<AccountRow[]>('/v2/api/main/wallet/getBalance', {}, { token });
    expect(balances[0]).toMatchObject({ balance: '10003.6', lockBalance: '0' });
    expect(await logProblem(again.db.kysely)).toBeUndefined();
    await again.close();
  });
});
