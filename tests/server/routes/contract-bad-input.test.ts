/** Bad input against the real server, as a table: each case gets its code, and nothing is written (decisions D0.04, D1.2.25, D1.4.26, D1.5.15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldProblem } from '#protocol/errors.ts';
import { CASES } from './bad-input-cases.ts';
import { type Fields, openStage, PATH, type Stage } from './contract-orders-stage.ts';

describe('bad input', () => {
  let at: Stage;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const keep = async (name: string, fields: Fields, who = at.anna) =>
      ids.set(name, String((await at.order(PATH.submit, fields, who)).Id));
    await keep('held', at.market({ cont: '0.5' }));
    await keep('pending', at.pending());
    await keep('closed', at.market());
    await at.order(PATH.close, { id: ids.get('closed') as string });
    await keep('cancelled', at.pending());
    await at.order(PATH.cancel, { id: ids.get('cancelled') as string });
    await keep('bobs position', at.market(), at.bob);
    await keep('bobs pending', at.pending(), at.bob);
  });
  afterAll(() => at.close());

  /** The good call that a case breaks. */
  const good = (call: string): Fields => {
    if (call === 'market') return at.market();
    if (call === 'pending') return at.pending();
    return call === 'myDeal' ? { status: '3' } : {};
  };

  it('is a table of at least 150 cases, each with a name of its own', () => {
    expect(CASES.length).toBeGreaterThan(250);
    expect(new Set(CASES.map(([name]) => name)).size).toBe(CASES.length);
  });

  for (const [name, call, broken, code, field] of CASES) {
    it(`${name}: ${code}`, async () => {
      const fields: Record<string, string> = { ...good(call), ...broken };
      for (const key of Object.keys(fields)) if (fields[key] === '-') delete fields[key];
      if (fields.id !== undefined) fields.id = ids.get(fields.id) ?? fields.id;
      if (fields.forex_id && /^[A-Z]/.test(fields.forex_id)) fields.forex_id = at.idOf(fields.forex_id);
      const before = await at.money();
      const isRead = call === 'myDeal' || call === 'statement';
      const path = PATH[(call === 'market' || call === 'pending' ? 'submit' : call) as keyof typeof PATH];
      const reply = isRead ? await at.call(path, fields, { token: at.anna.token }) : await at.act<unknown>(path, fields);
      expect(reply.status).toBe(200);
      expect(reply.code, reply.msg).toBe(code);
      if (field) expect((reply.data as FieldProblem).field).toBe(field);
      // D9.310: in words, which no regular expression is.
      if (field) expect((reply.data as FieldProblem).allowed).not.toMatch(/[\\^$]|\[0-9/);
      expect(await at.money()).toBe(before);
      expect(await at.count('idempotency')).toBe(0);
    });
  }

  for (const name of ['submit', 'close', 'cancel', 'setStop', 'reverse', 'closeAll', 'cancelAll', 'myDeal', 'statement', 'log'] as const) {
    it(`${name} without a session: 999, by GET as by POST`, async () => {
      const before = await at.money();
      const fields = { ...at.market(), id: ids.get('held') as string };
      expect((await at.call(PATH[name], fields)).code).toBe(999);
      if (!['myDeal', 'statement', 'log'].includes(name)) expect((await at.call(PATH[name], fields, { method: 'POST' })).code).toBe(999);
      expect(await at.money()).toBe(before);
    });
  }

  it("S1-3.08: a client's own price, fee, margin, profit or ratio is never read", async () => {
    const own = {
      price: '0.5',
      Price: '0.5',
      open_price: '0.5',
      fee: '0',
      TradeFee: '0',
      margin: '1',
      CautionMoney: '1',
      profit: '9999',
      QuoteRate: '0',
    };
    const more = { ratio: '99', ForexContNum: '1', realm: 'real', user_id: String(at.bob.id), balance: '999999', leverage: '9999' };
    const order = await at.order(PATH.submit, { ...at.market(), ...own, ...more });
    expect(order).toMatchObject({
      Price: 1.08345,
      CautionMoney: '108.345',
      TradeFee: '0.6',
      ForexContNum: '100000',
      QuoteRate: '1',
      Multiple: 100,
    });
    const closed = await at.order(PATH.close, { id: String(order.Id), ...own, ...more });
    expect(closed).toMatchObject({ UpdatePrice: 1.08345, FactProfits: '0' });
  });
});

describe('when nobody can know the price', () => {
  it('1108 for everything that would fill or wait on a silent product, while cancelling and editing go on', async () => {
    const at = await openStage();
    await at.pushTick('EURUSD', '1.08345');
    const held = await at.order(PATH.submit, at.market());
    const waiting = await at.order(PATH.submit, at.pending());
    at.feed.silence();
    await at.clock.advance(5_000);
    const before = await at.money();
    expect((await at.act(PATH.submit, at.market())).code).toBe(1108);
    expect((await at.act(PATH.submit, at.pending())).code).toBe(1108);
    expect((await at.act(PATH.close, { id: String(held.Id) })).code).toBe(1108);
    expect((await at.act(PATH.close, { id: String(held.Id), cont: '0.1' })).code).toBe(1108);
    expect((await at.act(PATH.reverse, { id: String(held.Id) })).code).toBe(1108);
    expect((await at.act<{ Failed: number; Results: { Code: number }[] }>(PATH.closeAll)).data).toMatchObject({
      Done: 0,
      Failed: 1,
      Results: [{ Code: 1108 }],
    });
    expect(await at.money()).toBe(before);
    expect((await at.act(PATH.setStop, { id: String(held.Id), stop_loss_price: '1.08', target_profit_price: '0' })).code).toBe(1);
    expect((await at.act(PATH.cancel, { id: String(waiting.Id) })).code).toBe(1);
    await at.close();
  });

  it('1101 for everything that would fill on a closed market; pending, cancelling and editing go on (D9.02)', async () => {
    // Friday 21:50 GMT: New York closes in ten minutes.
    const at = await openStage({ startMs: Date.UTC(2026, 2, 6, 21, 50) });
    const pound = { forex_id: at.idOf('GBPUSD') };
    await at.pushTick('GBPUSD', '1.27');
    const held = await at.order(PATH.submit, at.market(pound));
    at.clock.jump(12 * 60_000);
    await at.pushTick('EURUSD', '1.08345');
    const before = await at.money();
    expect((await at.act(PATH.submit, at.market(pound))).code).toBe(1101);
    expect((await at.act(PATH.close, { id: String(held.Id) })).code).toBe(1101);
    expect((await at.act(PATH.reverse, { id: String(held.Id) })).code).toBe(1101);
    expect((await at.act<{ Results: unknown[] }>(PATH.closeAll)).data.Results).toMatchObject([
      { Id: held.Id, Code: 1101, Msg: 'The market is closed' },
    ]);
    expect(await at.money()).toBe(before);
    const waiting = await at.order(PATH.submit, at.pending({ ...pound, target_price: '1.26' }));
    expect(waiting).toMatchObject({ Status: 0 });
    expect((await at.act(PATH.setStop, { id: String(waiting.Id), stop_loss_price: '1.25', target_profit_price: '1.28' })).code).toBe(1);
    expect((await at.act(PATH.setStop, { id: String(held.Id), stop_loss_price: '1.25', target_profit_price: '1.28' })).code).toBe(1);
    expect((await at.act(PATH.cancel, { id: String(waiting.Id) })).code).toBe(1);
    await at.close();
  });
});
