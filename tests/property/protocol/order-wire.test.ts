import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Lots, Money, Price, Ratio } from '#domain/decimal.ts';
import { isLive, ORDER_END_REASONS, type Order, type OrderState } from '#domain/order.ts';
import { OrderRowError, orderFromWire, orderToWire } from '#protocol/order-wire.ts';
import { OrderRow } from '#protocol/rest/forex.ts';
import { RUN_SEED, randomFrom } from '../domain/random.ts';

const CASES = 5_000;
const STATES: readonly OrderState[] = ['pending', 'holding', 'closed', 'cancelled'];
/** Prices travel as JSON numbers, which hold 15 digits. */
const PRICE_UNITS_MAX = 999_999_999_999_999;

function drawer(seed: number) {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const units = (max: number): bigint => BigInt(below(max)) / 10n ** BigInt(below(9));
  const of = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const stamp = (): number => below(2_000_000_000) * 1_000 + 1_000;
  const order = (): Order => {
    const state = of(STATES);
    return {
      ...{
        id: 1 + below(2 ** 50),
        originId: below(9),
        parentId: below(9),
        followType: 1 + below(2),
        state,
        side: of(['buy', 'sell'] as const),
      },
      ...{ lots: units(2 ** 52) as Lots, askedPrice: units(PRICE_UNITS_MAX) as Price, openPrice: units(PRICE_UNITS_MAX) as Price },
      ...{ stopLoss: units(PRICE_UNITS_MAX) as Price, takeProfit: units(PRICE_UNITS_MAX) as Price, price: units(PRICE_UNITS_MAX) as Price },
      ...{ margin: units(2 ** 53) as Money, fee: units(2 ** 40) as Money, profit: (units(2 ** 53) - units(2 ** 53)) as Money },
      ...{ leverage: below(1_000), marginMode: of([0, 1] as const), quoteRate: (units(2 ** 40) + 1n) as Ratio },
      ...{ contractNumber: of([undefined, (units(2 ** 50) + 1n) as Ratio]), openSeq: below(2 ** 40), closeSeq: below(2 ** 40) },
      ...{ end: of(ORDER_END_REASONS), createdAtMs: stamp(), completedAtMs: isLive({ state }) ? 0 : stamp() },
      financing: (units(2 ** 40) - units(2 ** 40)) as Money,
      goodTillMs: of([0, stamp()]),
      product: { id: below(500), code: of(['EURUSD', 'X-1', '']), showCode: of(['EUR/USD', 'é "q"']), pricePrecision: below(9) },
    };
  };
  return { order, of };
}

it(`S1-3.01 D1.3.05: ${CASES} orders of every state are the same after the wire, and each row is one of the schema`, () => {
  const { order } = drawer(RUN_SEED);
  for (let number = 0; number < CASES; number++) {
    const sent = order();
    const row: unknown = JSON.parse(JSON.stringify(orderToWire(sent)));
    expect(orderFromWire(row), `seed ${RUN_SEED}, order ${number}`).toEqual(sent);
    if (sent.contractNumber !== undefined) expect(v.is(OrderRow, row), `seed ${RUN_SEED}, order ${number}`).toBe(true);
  }
});

it(`D9.73: a row with a field of another kind is an error or the same order, never another: ${CASES} broken rows`, () => {
  const { order, of } = drawer(RUN_SEED + 1);
  const junk: readonly unknown[] = [{}, [], true, 'x', '1e5', '--', -7.5, '١', `${'9'.repeat(40)}`, '0x10', ' 1'];
  let refused = 0;
  for (let number = 0; number < CASES; number++) {
    const row = { ...orderToWire(order()) } as Record<string, unknown>;
    const names = Object.keys(row);
    // A time that cannot be read is shown as invalid, and nothing else changes.
    const field = of(names.filter((name) => !name.endsWith('TimeHandler')));
    row[field] = of(junk);
    try {
      const read = orderToWire(orderFromWire(row)) as Record<string, unknown>;
      // What was taken is what the row says: nothing beside the field moved, and the field says the same in the server's own form.
      const said = { ...read, [field]: row[field] };
      expect(said, `seed ${RUN_SEED + 1}, row ${number}`).toEqual(row);
      if (field !== 'ForexTradeLists') expect(String(read[field])).toBe(String(row[field]));
    } catch (error) {
      if (!(error instanceof OrderRowError)) throw error;
      expect(error.message).toContain(field === 'ForexTradeLists' ? 'order' : field);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(CASES / 2);
});
