import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { FinancingTerms } from '#domain/financing.ts';
import type { NextNight, Product } from '#domain/product.ts';
import { categoriesFromWire, categoryToWire } from '#protocol/category-wire.ts';
import { MARKET_STATUS, marketStatusFromWire } from '#protocol/market-status.ts';
import { momentToWire, productFromWire, productsFromWire, termsToWire } from '#protocol/product-wire.ts';
import { CategoryRow, ProductRow } from '#protocol/rest/forex.ts';

const PRODUCT: Product = {
  id: 3,
  code: 'USOIL',
  showCode: 'WTI',
  name: 'Crude oil',
  logo: '/oil.svg',
  categoryId: 5,
  pricePrecision: 3,
  lots: { pip: decimal('0.01'), min: decimal('0.1'), max: decimal('50') },
  leverages: [
    { value: 20, isDefault: true },
    { value: 50, isDefault: false },
  ],
  contractNumber: decimal('1000'),
  marginMode: 1,
  quoteRate: decimal('0.0067'),
  marketStatus: 'holiday',
  opensAtMs: 1_772_700_000_000,
  quotation: { open: 70.1, high: 71, low: 69.25, close: 70.505, change: 0.58, timeMs: 1_772_618_400_000, confirmedMs: 1_772_618_401_000 },
  feeRate: decimal('0.005'),
  financing: { long: decimal('-0.00008'), short: decimal('0.00003'), nextMs: 1_772_661_600_000, nights: 3 },
};
/** As the server writes it, which knows which night counts three times. */
const rowOf = (product: Product, tripleOn: FinancingTerms['tripleOn'] = 3): ProductRow => {
  const financing = product.financing && { ...product.financing, tripleOn };
  return { ...termsToWire(product, { name: product.name, sort: 9 }), ...momentToWire({ ...product, financing }) };
};
const ROW = rowOf(PRODUCT);

describe('a product on the wire', () => {
  it('S1-3.01: has the fields of the specification, each in its form', () => {
    expect(v.parse(ProductRow, ROW)).toEqual(ROW);
    expect(ROW).toEqual({
      ...{ Id: 3, Code: 'USOIL', ShowCode: 'WTI', Name: 'Crude oil', Logo: '/oil.svg', CategoryId: 5, PricePrecision: 3, Sort: 9 },
      ...{ MarketStatus: 3, OpensAt: 1_772_700_000_000, MarginMode: 1, ForexFeeRate: '0.005', QuoteRate: '0.0067' },
      ...{ Pip: '0.01', ForexMinCont: '0.1', ForexMaxCont: '50', ForexContNum: '1000' },
      HasForexMultiple: [
        { Value: 20, Default: 1 },
        { Value: 50, Default: 0 },
      ],
      ForexQuotations: {
        ...{ Open: 70.1, High: 71, Low: 69.25, Close: 70.505, Change: 0.58 },
        ...{ Time: 1_772_618_400_000, Confirmed: 1_772_618_401_000 },
      },
      Financing: { Long: '-0.00008', Short: '0.00003', TripleOn: 3, NextAt: 1_772_661_600_000, Nights: 3 },
    });
  });

  it.each(Object.keys(MARKET_STATUS) as Product['marketStatus'][])('D1.4.18: comes back as the product that it was, %s', (marketStatus) => {
    for (const financing of [undefined, PRODUCT.financing, { ...(PRODUCT.financing as NextNight), nights: 1 }]) {
      const product = { ...PRODUCT, marketStatus, financing };
      expect(productFromWire(JSON.parse(JSON.stringify(rowOf(product))))).toEqual(product);
    }
  });

  it('D9.67: a night that moves nothing is not said, and none that counts three times is -1', () => {
    expect(rowOf(PRODUCT, 0).Financing).toMatchObject({ TripleOn: 0 });
    expect(momentToWire({ ...PRODUCT, financing: { ...(PRODUCT.financing as NextNight), tripleOn: undefined } }).Financing?.TripleOn).toBe(
      -1,
    );
    expect(rowOf({ ...PRODUCT, financing: undefined })).not.toHaveProperty('Financing');
  });
});

describe('a row of another back end', () => {
  it('S1-3.01 D9.91: may send numbers as text and leave additive fields out', () => {
    const row = {
      Id: '7',
      Code: 'EURUSD',
      PricePrecision: '5',
      ForexContNum: 100000,
      ForexMinCont: 0.1,
      HasForexMultiple: [{ Value: '100' }],
    };
    expect(productFromWire(row)).toEqual({
      ...{ id: 7, code: 'EURUSD', showCode: 'EURUSD', name: '', logo: '', categoryId: 0, pricePrecision: 5 },
      ...{ marketStatus: 'open', opensAtMs: 0, marginMode: 0, quoteRate: decimal('1'), feeRate: 0n, financing: undefined },
      lots: { pip: decimal('0.01'), min: decimal('0.1'), max: decimal('9999999999') },
      contractNumber: decimal('100000'),
      leverages: [{ value: 100, isDefault: false }],
      quotation: { open: 0, high: 0, low: 0, close: 0, change: 0, timeMs: 0, confirmedMs: 0 },
    });
  });

  it.each([
    ['HasForexMultiple', { Value: 5 }, { leverages: [] }],
    [
      'HasForexMultiple',
      [null, 'x', { Value: 0 }, { Value: -5 }, { Value: 30, Default: '1' }],
      { leverages: [{ value: 30, isDefault: true }] },
    ],
    ['PricePrecision', 40, { pricePrecision: 8 }],
    ['PricePrecision', -1, { pricePrecision: 0 }],
    ['ForexContNum', '1e5', { contractNumber: decimal('1') }],
    ['Pip', null, { lots: { ...PRODUCT.lots, pip: decimal('0.01') } }],
    ['ForexQuotations', 'none', { quotation: { open: 0, high: 0, low: 0, close: 0, change: 0, timeMs: 0, confirmedMs: 0 } }],
    ['Financing', [], { financing: undefined }],
    ['MarginMode', 2, { marginMode: 0 }],
    ['ShowCode', 7, { showCode: '7' }],
  ])('D9.91: %s %j has the value that stands for nothing, and nothing else changes', (field, value, changed) => {
    expect(productFromWire({ ...ROW, [field]: value })).toEqual({ ...PRODUCT, ...changed });
  });

  it.each([
    [1, 'open'],
    ['1', 'open'],
    [2, 'closed'],
    [3, 'holiday'],
    [0, 'closed'],
    [7, 'closed'],
    [undefined, 'open'],
    ['soon', 'open'],
  ])('S1-4.01: MarketStatus %j is %s', (number, status) => {
    expect(marketStatusFromWire(number)).toBe(status);
  });

  it.each([undefined, null, 7, 'row', [], {}, { Id: 0, Code: 'A' }, { Id: 'x', Code: 'A' }, { Id: 7 }, { Id: 7, Code: '' }])(
    'D9.91: %j is no product',
    (row) => {
      expect(productFromWire(row)).toBeUndefined();
    },
  );
});

describe('a list of products', () => {
  it('D9.91: has each code once, the last row of it, without what is none', () => {
    const found = productsFromWire([ROW, null, { ...ROW, Id: 4, Code: 'GAS' }, { ...ROW, Name: 'Oil again' }, { Id: 9 }]);
    expect(found.map(({ id, name }) => [id, name])).toEqual([
      [3, 'Oil again'],
      [4, 'Crude oil'],
    ]);
    for (const none of [undefined, null, {}, 'list']) expect(productsFromWire(none)).toEqual([]);
  });

  it('is cut at 5,000', () => {
    const rows = Array.from({ length: 5_001 }, (_, at) => ({ Id: at + 1, Code: `C${at}` }));
    expect(productsFromWire(rows)).toHaveLength(5_000);
  });
});

describe('categories', () => {
  it('S1-3.03: come back as they were', () => {
    const row = categoryToWire({ id: 2, name: 'Metals' });
    expect(v.parse(CategoryRow, row)).toEqual({ Id: 2, NameShowTrans: 'Metals' });
    expect(categoriesFromWire([row, { NameShowTrans: 'None' }, null])).toEqual([{ id: 2, name: 'Metals' }]);
    expect(categoriesFromWire('none')).toEqual([]);
  });
});
