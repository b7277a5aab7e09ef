import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import {
  microFromWire,
  microPageFromWire,
  microTermsFromWire,
  microTermsToWire,
  microToWire,
  type ShownMicro,
} from '#protocol/micro-wire.ts';
import { MicroRow } from '#protocol/rest/micro.ts';

const CREATED = Date.UTC(2026, 2, 4, 10, 0, 0, 123);
const RUNNING: ShownMicro = {
  id: 7,
  product: { id: 1, code: 'EURUSD', showCode: 'EUR/USD', pricePrecision: 5 },
  side: 'down',
  state: 'running',
  stake: decimal('33.33'),
  ratio: decimal('0.85'),
  seconds: 60,
  expireAtMs: CREATED + 60_000,
  remainMs: 59_000,
  openPrice: decimal('1.08345'),
  endPrice: undefined,
  profit: undefined,
  createdMs: CREATED,
  completedMs: undefined,
  lossLevel: '0',
  end: '',
  memo: '',
  openSeq: 12,
  endSeq: 0,
};
const OVER = {
  state: 'closed',
  end: 'expiry',
  endPrice: decimal('1.08'),
  profit: decimal('28.33'),
  completedMs: Date.UTC(2026, 2, 4, 10, 1),
  remainMs: 0,
} as const;
const VOID = {
  state: 'void',
  end: 'gap',
  endPrice: undefined,
  profit: 0n,
  completedMs: Date.UTC(2026, 2, 4, 10, 1),
  remainMs: 0,
  memo: 'why',
} as const;

const seen = ({ product, openSeq: _open, endSeq: _end, ...micro }: ShownMicro) => ({
  ...micro,
  productId: product.id,
  code: product.showCode,
});

describe('a micro trade on the wire', () => {
  it.each([
    ['running', RUNNING],
    ['closed', { ...RUNNING, ...OVER }],
    ['void', { ...RUNNING, ...VOID }],
  ] satisfies [string, ShownMicro][])('S1-3.09 S1-3.10: %s comes back as it was', (_name, micro) => {
    const row = microToWire(micro);
    expect(v.parse(MicroRow, row)).toEqual(row);
    expect(microFromWire(JSON.parse(JSON.stringify(row)))).toEqual(seen(micro));
  });

  it('S1-3.09: reads the fields of the specification alone, with numbers for texts', () => {
    const { Id, Type, Seconds, RemainMilliSeconds, OpenPrice, CreatedAtST, ForexTradeList } = microToWire(RUNNING);
    const row = {
      Id,
      Status: 1,
      Type,
      Number: 33.33,
      ProfitRatio: 0.85,
      Seconds,
      RemainMilliSeconds,
      OpenPrice,
      CreatedAtST,
      ForexTradeList,
    };
    const whole = Date.UTC(2026, 2, 4, 10, 0, 0);
    expect(microFromWire(row)).toEqual({ ...seen(RUNNING), createdMs: whole, expireAtMs: whole + 60_000 });
    const over = { ...row, Status: 3, EndPrice: 1.08, FactProfits: '-33.33', CompleteAtST: '2026-03-04 10:01:00' };
    expect(microFromWire(over)).toMatchObject({ state: 'closed', end: 'expiry', profit: decimal('-33.33') });
    expect(microFromWire({ ...over, EndPrice: 0, FactProfits: '0', Memo: 'no price' })).toMatchObject({
      state: 'void',
      profit: 0n,
      memo: 'no price',
    });
  });

  it.each([
    ['Id', 0],
    ['Status', 2],
    ['Type', 3],
    ['Number', '-1'],
    ['ProfitRatio', 'x'],
    ['Seconds', 0],
    ['OpenPrice', 0],
  ])('a row whose %s is %s is none, and the page says which', (field, value) => {
    const row = { ...microToWire(RUNNING), [field]: value };
    expect(() => microFromWire(row)).toThrow(`${field} is ${JSON.stringify(value)}, allowed: `);
    const warned: string[] = [];
    const page = microPageFromWire({ data: [row as never, microToWire(RUNNING)], total: 2 }, (text) => warned.push(text));
    expect([page.trades.length, page.total, warned.length]).toEqual([1, 2, 1]);
  });

  it('S1-7.43: terms come back, and what is not known is nothing', () => {
    const base = { id: 60, seconds: 60, ratio: decimal('0.8'), minStake: decimal('10'), maxStake: decimal('1000'), endsAfterClose: false };
    const known = { ...base, winShare: decimal('0.51'), averageCost: decimal('0.082'), isOffered: true };
    const unknown = { ...base, id: 30, seconds: 30, winShare: undefined, averageCost: undefined, isOffered: false };
    expect(microTermsFromWire(microTermsToWire([known, unknown], [decimal('10')], CREATED))).toEqual({
      durations: [known, { ...unknown, winShare: 0n, averageCost: 0n }],
      stakes: [decimal('10')],
      nowMs: CREATED,
    });
    expect(microTermsFromWire(null)).toEqual({ durations: [], stakes: [], nowMs: 0 });
  });

  it('D1.3.12: the stakes to choose from are rows of Id and Number, and plain numbers are taken too', () => {
    const sent = microTermsToWire([], [decimal('10'), decimal('20.5')], CREATED);
    expect(sent.number).toEqual([
      { Id: 1, Number: '10' },
      { Id: 2, Number: '20.5' },
    ]);
    const stakesOf = (number: unknown) => microTermsFromWire({ ...sent, number }).stakes;
    expect(stakesOf(sent.number)).toEqual([decimal('10'), decimal('20.5')]);
    expect(stakesOf([10, '20.5', { Id: 3, Number: 50 }, { Id: 4 }, null, 'x', 0])).toEqual(
      ['10', '20.5', '50'].map((text) => decimal(text)),
    );
  });
});
