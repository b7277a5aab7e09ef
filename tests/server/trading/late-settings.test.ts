/**
 * Moments that a random life seldom meets, made on purpose: somebody is judged late, and the operator's settings are others by then, or a
 * quote is between two readings of its age. Each ends as it does for who is judged at once (D9.38, D9.40).
 */
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { ERROR } from '#protocol/errors.ts';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import { putSetting } from '#server/repositories/site-repository.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import { eachDatabase } from '../each-database.ts';
import { standing } from './standing.ts';
import { type Desk, type DeskOptions, EURUSD, filled, freshKey, GBPUSD, marketOrder, openDesk } from './trading-fixture.ts';

/** Number of the tick that hits the level. */
const HIT_SEQ = 3;

const put = (at: Desk, key: string, value: string) => at.db.transaction((trx) => putSetting(trx, key, value));
const forceClosed = (at: Desk, forced_closed: number) =>
  at.db.transaction((trx) => trx.updateTable('product').set({ forced_closed }).where('id', '=', EURUSD).execute());
const heavy = marketOrder({ cont: '40', multiple: '500' });
const withStop = marketOrder({ cont: '1', stop_loss_price: '1.099' });

/** Settings before the tick at 88 % of the margin that also hits the stop, and after it; then how the order ends. */
const SETTINGS = {
  'a stop-out level that falls after its tick': {
    order: heavy,
    before: (at: Desk) => put(at, 'stop_out_level', '90'),
    after: (at: Desk) => put(at, 'stop_out_level', '50'),
    end: { close_reason: 'stopout', close_seq: HIT_SEQ },
  },
  'a stop-out level that rises after its tick': {
    order: heavy,
    before: (at: Desk) => put(at, 'stop_out_level', '50'),
    after: (at: Desk) => put(at, 'stop_out_level', '90'),
    end: { status: 1, close_seq: 0 },
  },
  'a closing after its tick': {
    order: withStop,
    before: (at: Desk) => forceClosed(at, 0),
    after: (at: Desk) => forceClosed(at, 1),
    end: { close_reason: 'sl', close_seq: HIT_SEQ },
  },
  'a closing that ends after its tick': {
    order: withStop,
    before: (at: Desk) => forceClosed(at, 1),
    after: (at: Desk) => forceClosed(at, 0),
    end: { status: 1, close_seq: 0 },
  },
} as const;

eachDatabase('settings of their own time', (open) => {
  for (const [name, { order, before, after, end }] of Object.entries(SETTINGS)) {
    /** From an empty database to the act. */
    const live = async (options: DeskOptions) => {
      const db = await open();
      await seedCatalogue(db);
      const at = await openDesk(db, { ...options, rules: createRuleKeeper });
      const trader = await at.trader();
      await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
      filled(await at.desk.submit(trader, order, freshKey()));
      await before(at);
      await at.tick([EURUSD, order === heavy ? '1.0995' : '1.0989']);
      await after(at);
      await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
      expect((await at.desk.cancelAll(trader, freshKey())).code).toBe(ERROR.ok);
      await at.desk.stop();
      expect(await at.laws()).toEqual([]);
      return standing(at, trader);
    };

    for (const [memory, options] of [
      ['from memory', { isEvaluating: false }],
      ['from the tape', { isStarted: false }],
    ] as const) {
      it(`D9.38 ${name} changes nothing for who is judged in a later act (ticks ${memory})`, async () => {
        const late = await live(options);
        expect(late.orders).toMatchObject([end]);
        expect(late).toEqual(await live({}));
      });
    }
  }
});

/** GBPUSD is heard at `heardMs`, with a time of its own; at `dueMs` EURUSD takes the account out. Ms since the full second. */
const SILENCES = {
  'five seconds of blocks though 4.3 s of the clock': { heardMs: 900, ownMs: 900, dueMs: 5_200, victim: EURUSD },
  'four seconds of blocks though 4.8 s of the clock': { heardMs: 100, ownMs: 100, dueMs: 4_900, victim: GBPUSD },
  'four seconds of blocks though its own time is 5.3 s ago': { heardMs: 1_100, ownMs: 200, dueMs: 5_500, victim: GBPUSD },
} as const;

eachDatabase('a quote between two readings of its age', (open) => {
  for (const [name, { heardMs, ownMs, dueMs, victim }] of Object.entries(SILENCES)) {
    const live = async (options: DeskOptions, sealed: 'nothing' | 'silence' | 'all' = 'nothing') => {
      const at = await openDesk(await open(), options);
      const trader = await at.trader();
      const startMs = at.clock.now();
      expect(startMs % 1_000).toBe(0);
      if (sealed !== 'nothing') at.tape.start();
      await at.tick([EURUSD, '1.1'], [GBPUSD, '1.27']);
      const order = { cont: '20', multiple: '500' };
      for (const id of [EURUSD, GBPUSD]) filled(await at.desk.submit(trader, marketOrder({ ...order, forex_id: String(id) }), freshKey()));
      await at.clock.advance(heardMs);
      // The larger loss: equity 5,760 of a margin of 9,480.
      at.tape.push({ productId: GBPUSD, price: decimal('1.268'), volume: 0n, timeMs: startMs + ownMs, confirm: false });
      await at.tape.flush();
      await at.desk.caughtUp();
      await at.clock.advance(dueMs - heardMs);
      // 46 %: of the two the worse goes, or the only one that is heard.
      await at.tick([EURUSD, '1.0993']);
      await at.tick([EURUSD, '1.1005'], [GBPUSD, '1.2705']);
      if (sealed === 'all') await at.clock.advance(2_000);
      const groups = await at.db.kysely.selectFrom('tape_group').select('first_seq').orderBy('first_seq').execute();
      // The first two were committed before the silence, the others at its end.
      expect(groups.map((group) => group.first_seq)).toEqual({ nothing: [1, 3, 4, 5], silence: [4, 5], all: [] }[sealed]);
      expect((await at.desk.cancelAll(trader, freshKey())).code).toBe(ERROR.ok);
      await at.desk.stop();
      await at.tape.stop();
      expect(await at.laws()).toEqual([]);
      return standing(at, trader);
    };

    for (const [memory, options, sealed] of [
      ['from memory', { isEvaluating: false }, 'nothing'],
      ['from groups', { isStarted: false }, 'nothing'],
      ['from sealed blocks and groups', { isStarted: false }, 'silence'],
      ['from sealed blocks', { isStarted: false }, 'all'],
    ] as const) {
      it(`D9.40 silent for ${name}: who is judged late loses the same position (ticks ${memory})`, async () => {
        const late = await live(options, sealed);
        const out = { status: 3, close_reason: 'stopout', close_seq: victim === EURUSD ? 4 : 3 };
        const held = { status: 1, close_seq: 0 };
        expect(late.orders).toMatchObject(victim === EURUSD ? [out, held] : [held, out]);
        expect(late).toEqual(await live({}));
      });
    }
  }
});
