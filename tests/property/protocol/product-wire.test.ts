import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Product } from '#domain/product.ts';
import { momentToWire, productFromWire, termsToWire } from '#protocol/product-wire.ts';
import { ProductRow } from '#protocol/rest/forex.ts';
import { RUN_SEED } from '../domain/random.ts';

const units = (max: bigint) => fc.bigInt({ min: 0n, max });
const rate = fc.bigInt({ min: -100_000_000n, max: 100_000_000n });
const price = fc.integer({ min: 0, max: 99_999_999 }).map((steps) => steps / 1e5);
const timeMs = fc.integer({ min: 0, max: 4_102_444_800_000 });
const text = fc.string({ maxLength: 40 });

const products: fc.Arbitrary<Product> = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 40 }),
  code: fc.string({ minLength: 1, maxLength: 12 }),
  showCode: fc.string({ minLength: 1, maxLength: 12 }),
  name: text,
  logo: text,
  categoryId: fc.integer({ min: 0, max: 99 }),
  pricePrecision: fc.integer({ min: 0, max: 8 }),
  lots: fc.record({ pip: units(10n ** 9n), min: units(10n ** 12n), max: units(10n ** 18n) }),
  leverages: fc.array(fc.record({ value: fc.integer({ min: 1, max: 2_000 }), isDefault: fc.boolean() }), { maxLength: 6 }),
  contractNumber: units(10n ** 18n),
  marginMode: fc.constantFrom<0 | 1>(0, 1),
  quoteRate: units(10n ** 14n),
  marketStatus: fc.constantFrom('open', 'closed', 'holiday'),
  opensAtMs: timeMs,
  quotation: fc.record({ open: price, high: price, low: price, close: price, change: price, timeMs, confirmedMs: timeMs }),
  feeRate: units(10n ** 12n),
  financing: fc.option(
    fc.record({
      ...{ long: rate, short: rate, nextMs: timeMs },
      nights: fc.constantFrom(0, 1, 3),
    }),
    { nil: undefined },
  ),
});
const rowOf = (product: Product): ProductRow => ({
  ...termsToWire(product, { name: product.name, sort: 1 }),
  ...momentToWire({ ...product, financing: product.financing && { ...product.financing, tripleOn: undefined } }),
});

it('S1-3.01: any product is the same after the wire, and its row is one of the schema', () => {
  fc.assert(
    fc.property(products, (product) => {
      const row: unknown = JSON.parse(JSON.stringify(rowOf(product)));
      expect(v.is(ProductRow, row)).toBe(true);
      expect(productFromWire(row)).toEqual(product);
    }),
    { seed: RUN_SEED },
  );
});

it('D9.91: whatever stands in a field, the row is a product whose numbers are numbers, or none', () => {
  fc.assert(
    fc.property(products, fc.nat(), fc.anything(), (product, at, junk) => {
      const row: Record<string, unknown> = { ...rowOf(product) };
      const names = Object.keys(row);
      row[names[at % names.length] as string] = junk;
      const read = productFromWire(row);
      if (!read) return;
      expect(Object.values(read.quotation).every(Number.isFinite)).toBe(true);
      expect([read.lots.pip, read.lots.min, read.lots.max, read.contractNumber, read.feeRate].every((it) => typeof it === 'bigint')).toBe(
        true,
      );
      expect(read.pricePrecision).toBeGreaterThanOrEqual(0);
      expect(read.pricePrecision).toBeLessThanOrEqual(8);
      expect(Number.isFinite(read.opensAtMs)).toBe(true);
    }),
    { seed: RUN_SEED },
  );
});
