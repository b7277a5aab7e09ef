/**
 * Every kind of execution, driven on a desk and read back as its owner gets it signed: what is signed is what the books and the tape say, and its
 * recheck by the tape alone says yes (D9.293, D9.294).
 */
import { expect, it, vi } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { ManualClock } from '#server/clock/clock.ts';
import { readGroupsAfter } from '#server/tape/tape-reader.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { opened, openMicroDesk, submit } from './micro-fixture.ts';
import { ORIGIN, receiptsOf, signed, tapeOf, verdicts } from './signed-tape.ts';
import { type Desk, EURUSD, filled, freshKey, GBPUSD, marketOrder } from './trading-fixture.ts';

const SECOND_MS = 1_000;

/** Each deal beside its row and its tick. */
async function expectBooks(at: Desk, deals: readonly SignedDeal[]): Promise<void> {
  const rows = await at.db.kysely.selectFrom('deal').selectAll().orderBy('id').execute();
  const ticks = new Map((await readGroupsAfter(at.db.kysely, 0, 256)).flatMap((group) => group.ticks).map((tick) => [tick.seq, tick]));
  for (const deal of deals) {
    const row = rows.find(({ id }) => id === deal.deal);
    expect(row).toMatchObject({ order_id: deal.order, kind: deal.kind, profit: deal.profit, price: deal.price, created_at: deal.timeMs });
    expect(ticks.get(deal.tickSeq ?? 0)).toMatchObject({ productId: deal.product, price: deal.price });
  }
}

const EURO = String(EURUSD);

eachDatabase('signed deals', (open) => {
  const desk = async (settings: Record<string, string> = {}) => {
    const clock = new ManualClock();
    return { clock, at: await openMicroDesk(await open(), { clock, settings: { demo_balance: '1000', ...settings } }) };
  };

  it('D9.293 market, part, close, reverse, close of all and reset keep their rule', async () => {
    const { at } = await desk();
    const anna = await at.trader();
    await at.tick([GBPUSD, '1.3'], [EURUSD, '1.1']);
    const first = filled(await at.desk.submit(anna, marketOrder({ cont: '0.4' }), freshKey()));
    await at.tick([EURUSD, '1.1002'], [GBPUSD, '1.3001']);
    await at.desk.close(anna, { id: String(first.Id), cont: '0.1' } as never, freshKey());
    await at.confirm(EURUSD);
    await at.desk.reverse(anna, { id: String(first.Id) } as never, freshKey());
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.1', type: '2' }), freshKey()));
    await at.tick([EURUSD, '1.0999']);
    await at.desk.closeAll(anna, freshKey());
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.1' }), freshKey()));
    await at.desk.resetDemo(anna, freshKey());
    const deals = await signed(at, anna);
    expect(verdicts(deals, await tapeOf(at.db))).toEqual([
      'open market yes',
      'close close yes',
      'close reverse yes',
      'open reverse yes',
      'open market yes',
      'close close yes',
      'close close yes',
      'open market yes',
      'close reset yes',
    ]);
    expect(deals[1]).toMatchObject({ parent: first.Id, uid: anna.uid, origin: ORIGIN, realm: 'demo' });
    await expectBooks(at, deals);
  });

  it('D9.293 pending orders, stops of both kinds and a stop-out keep their rule', async () => {
    const { at } = await desk();
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.1', status: '0', target_price: '1.09' }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.1', stop_loss_price: '1.095', target_profit_price: '1.2' }), freshKey()));
    await at.tick([EURUSD, '1.0951'], [GBPUSD, '1.3'], [EURUSD, '1.0949'], [EURUSD, '1.0905'], [EURUSD, '1.0899']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.1', type: '2', target_profit_price: '1.085' }), freshKey()));
    await at.tick([EURUSD, '1.084']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.6', multiple: '100' }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.1', multiple: '100', forex_id: String(GBPUSD) }), freshKey()));
    await at.tick([GBPUSD, '1.2999'], [EURUSD, '1.074']);
    const deals = await signed(at, anna);
    const rules = deals.map(({ kind, rule }) => `${kind} ${rule}`);
    expect(rules).toEqual(expect.arrayContaining(['open pending', 'close sl', 'close tp', 'close stopout']));
    expect(verdicts(deals, await tapeOf(at.db)).filter((line) => !line.endsWith('yes'))).toEqual([]);
    expect(deals.find(({ rule }) => rule === 'sl')).toMatchObject({ level: decimal('1.095'), price: decimal('1.0949') });
    await expectBooks(at, deals);
  });

  it('D9.293 a micro trade that ends, one that is void and one of a reset keep their rule', async () => {
    const { at, clock } = await desk();
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const won = opened(await submit(at, anna, { forex_id: EURO, number: '50' }));
    for (let second = 0; second < 32; second++) {
      await clock.advance(SECOND_MS);
      await at.tick([EURUSD, second % 2 === 0 ? '1.1001' : '1.1002'], [GBPUSD, '1.3']);
    }
    opened(await submit(at, anna, { forex_id: EURO, number: '60' }));
    for (let second = 0; second < 33; second++) {
      await clock.advance(SECOND_MS);
      await at.tick([GBPUSD, '1.3']);
    }
    await at.tick([EURUSD, '1.1']);
    opened(await submit(at, anna, { forex_id: EURO, number: '70' }));
    await at.desk.resetDemo(anna, freshKey());
    const deals = await signed(at, anna, true);
    expect(verdicts(deals, await tapeOf(at.db))).toEqual([
      'micro-open market yes',
      'micro-end micro yes',
      'micro-open market yes',
      'micro-end micro-void yes',
      'micro-open market yes',
      'micro-end reset yes',
    ]);
    expect(deals[1]).toMatchObject({ order: won.Id, deal: won.Id * 2 + 1, profit: decimal('40') });
    expect(formatDecimal(deals[3]?.profit ?? 1n)).toBe('0');
  });

  it('D9.295 a gap beyond an order and its own stop: closed by the next tick, not by a confirm of a price that is known', async () => {
    const { at, clock } = await desk();
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    const gap = marketOrder({ cont: '0.1', status: '0', target_price: '1.09', stop_loss_price: '1.089' });
    filled(await at.desk.submit(anna, gap, freshKey()));
    await at.tick([EURUSD, '1.085']);
    await clock.advance(1_500);
    await at.confirm(EURUSD);
    expect((await signed(at, anna)).map(({ rule }) => rule)).toEqual(['pending']);
    await at.tick([EURUSD, '1.0851']);
    filled(await at.desk.submit(anna, { ...gap, target_price: '1.08', stop_loss_price: '1.079' }, freshKey()));
    await at.tick([EURUSD, '1.075']);
    await clock.advance(SECOND_MS);
    await at.confirm(EURUSD);
    await clock.advance(6 * SECOND_MS);
    // The first sign of life after a silence is looked at.
    await at.confirm(EURUSD);
    const deals = await signed(at, anna);
    expect(verdicts(deals, await tapeOf(at.db))).toEqual(['open pending yes', 'close sl yes', 'open pending yes', 'close sl yes']);
    expect(deals[3]?.tickSeq).toBe(deals[2]?.tickSeq);
    expect(deals[3]).toMatchObject({ knownSeq: (deals[2]?.tickSeq ?? 0) + 2 });
  });

  it('D9.295 ticks that waited for the database and came late: alive at a stop-out is who spoke in its last seconds of blocks', async () => {
    const { at, clock } = await desk();
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.4', multiple: '100' }), freshKey()));
    filled(await at.desk.submit(anna, marketOrder({ cont: '0.3', multiple: '100', forex_id: String(GBPUSD) }), freshKey()));
    await clock.advance(9 * SECOND_MS);
    const late = { volume: 0n, confirm: false, timeMs: clock.now() - 8 * SECOND_MS };
    at.tape.push({ ...late, productId: GBPUSD, price: decimal('1.282') });
    await at.tick([EURUSD, '1.092']);
    const deals = await signed(at, anna);
    expect(deals.find(({ rule }) => rule === 'stopout')).toMatchObject({ product: GBPUSD });
    expect(verdicts(deals, await tapeOf(at.db)).filter((line) => !line.endsWith('yes'))).toEqual([]);
  });

  it('D9.295 D9.02 a market that closes while an order waits for its account fills nothing', async () => {
    let isOpen = true;
    let closes = false;
    const clock = new ManualClock();
    const at = await openMicroDesk(await open(), {
      clock,
      isOpenAt: () => isOpen,
      rules: (catalogue) => {
        const keeper = createRuleKeeper(catalogue);
        return {
          asOf: async (db, seq) => {
            if (closes) isOpen = false;
            return keeper.asOf(db, seq);
          },
        };
      },
    });
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1']);
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    closes = true;
    expect(await at.desk.submit(anna, marketOrder(), freshKey())).toMatchObject({ message: 'marketClosed', data: null });
    expect((await signed(at, anna)).length).toBe(1);
  });

  it('D9.295 D9.13 a micro trade that ended while the tape stood still keeps its rule, whatever comes late by its own time', async () => {
    const { at, clock } = await desk();
    const anna = await at.trader();
    await at.tick([EURUSD, '1.1'], [GBPUSD, '1.3']);
    opened(await submit(at, anna, { forex_id: EURO, number: '50' }));
    for (let second = 0; second < 28; second++) {
      await clock.advance(SECOND_MS);
      await at.tick([EURUSD, '1.1001']);
    }
    // Two seconds to its end, and five of a tape that stands still.
    for (let second = 0; second < 9; second++) await clock.advance(SECOND_MS);
    await vi.waitFor(async () => expect((await signed(at, anna, true)).length).toBe(2));
    const late = { productId: EURUSD, volume: 0n, confirm: false, timeMs: clock.now() - 8 * SECOND_MS };
    at.tape.push({ ...late, price: decimal('1.09') });
    await at.tick([GBPUSD, '1.3']);
    const deals = await signed(at, anna, true);
    expect(deals[1]).toMatchObject({ rule: 'micro', price: decimal('1.1001') });
    expect(verdicts(deals, await tapeOf(at.db))).toEqual(['micro-open market yes', 'micro-end micro yes']);
  });

  it('D9.294 nobody gets the deals of another, and a number is asked after', async () => {
    const { at } = await desk();
    const [anna, ben] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.1']);
    const order = filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    filled(await at.desk.submit(ben, marketOrder(), freshKey()));
    filled(await at.desk.submit(anna, marketOrder(), freshKey()));
    const receipts = receiptsOf(at);
    expect(await receipts.of(ben, false, { id: order.Id })).toBe(undefined);
    // An order that came to no deal is still one's own, and nobody else's.
    const waiting = filled(await at.desk.submit(anna, marketOrder({ status: '0', target_price: '1.01' }), freshKey()));
    await at.desk.cancelAll(anna, freshKey());
    expect(await receipts.of(anna, false, { id: waiting.Id })).toEqual([]);
    expect(await receipts.of(ben, false, { id: waiting.Id })).toBe(undefined);
    const all = await receipts.of(anna, false, { after: 0 });
    expect(all?.length).toBe(2);
    expect(await receipts.of(anna, false, { after: all?.[0]?.deal ?? 0 })).toEqual(all?.slice(1));
    expect(await receipts.of(anna, false, { id: order.Id })).toEqual(all?.slice(0, 1));
  });

  it('D9.324 who asks after a micro trade gets the end of an older one that came later', async () => {
    const { at, clock } = await desk();
    const [anna, ben] = [await at.trader(), await at.trader()];
    await at.tick([EURUSD, '1.1']);
    const long = opened(await submit(at, anna, { forex_id: EURO, number: '50', seconds: '60' })).Id;
    const short = opened(await submit(at, anna, { forex_id: EURO, number: '50' })).Id;
    const receipts = receiptsOf(at);
    const after = async (deal: number) => (await receipts.of(anna, true, { after: deal }))?.map((one) => one.deal);
    expect(await after(0)).toEqual([long * 2, short * 2]);
    for (let second = 0; second < 62; second++) {
      await clock.advance(SECOND_MS);
      await at.tick([EURUSD, '1.1001']);
    }
    expect(await after(short * 2)).toEqual([short * 2 + 1, long * 2 + 1]);
    expect(await after(short * 2 + 1)).toEqual([long * 2 + 1]);
    expect(await after(long * 2 + 1)).toEqual([]);
    expect((await receipts.of(anna, true, { id: long }))?.map((one) => one.deal)).toEqual([long * 2, long * 2 + 1]);
    expect(await receipts.of(ben, true, { after: long * 2 })).toBe(undefined);
    expect(await receipts.of(ben, true, { after: 0 })).toEqual([]);
  });
});
