import { expect, it } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { initialMargin } from '#domain/margin.ts';
import { createCatalogue } from '#server/catalogue/product-catalogue.ts';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import type { Db } from '#server/database/database.ts';
import { eachDatabase } from '../each-database.ts';

const at = (iso: string): number => Date.parse(`${iso}Z`);
const WEDNESDAY = at('2026-03-04T10:00');
const SATURDAY = at('2026-03-07T12:00');

eachDatabase('catalogue', (openDatabase) => {
  const seeded = async (): Promise<Db> => {
    const db = await openDatabase();
    await seedCatalogue(db);
    return db;
  };

  it('S1-3.01 has the 42 products in their five categories, the four known ones first', async () => {
    const catalogue = await createCatalogue(await seeded());
    const products = catalogue.products();
    expect(products).toHaveLength(42);
    expect(products.slice(0, 4).map(({ code }) => code)).toEqual(['EURUSD', 'XAUUSD', 'BTCUSD', 'US500']);
    const counts = catalogue.categories('en').map(({ id, name }) => [name, products.filter(({ categoryId }) => categoryId === id).length]);
    expect(counts).toEqual([
      ['Forex', 12],
      ['Metals', 4],
      ['Indices', 10],
      ['Crypto', 12],
      ['Energy', 4],
    ]);
    for (const product of products) {
      const { pip, min, max } = product.lots;
      expect([pip, min, max].map((lots) => formatDecimal(lots))).toEqual(['0.01', '0.1', '50']);
      expect(catalogue.name(product, 'xx')).toBe(catalogue.name(product, 'en'));
      expect(catalogue.byId(product.id)).toBe(product);
    }
  });

  it('keeps the terms of each group as decided, and the odd ones odd', async () => {
    const catalogue = await createCatalogue(await seeded());
    const terms = (code: string) => {
      const product = catalogue.byCode(code)!;
      const leverage = product.leverages.map((offer) => `${offer.value}${offer.isDefault ? '*' : ''}`).join(' ');
      return [
        formatDecimal(product.contractNumber),
        product.pricePrecision,
        leverage,
        formatDecimal(product.feePerLot),
        product.marginMode,
      ];
    };
    expect(terms('EURUSD')).toEqual(['100000', 5, '20 50 100* 200 500', '6', 0]);
    expect(terms('GBPJPY')).toEqual(['100000', 3, '20 50 100* 200 500', '6', 0]);
    expect(terms('XAGUSD')).toEqual(['5000', 3, '20 50* 100', '10', 0]);
    expect(terms('XPDUSD')).toEqual(['100', 2, '', '10', 0]);
    expect(terms('GER40')).toEqual(['1', 1, '50* 100', '2', 0]);
    expect(terms('BTCUSD')).toEqual(['1', 2, '5 20* 50', '33.625', 0]);
    expect(terms('DOGEUSD')).toEqual(['1000', 5, '5 20* 50', '0.06925', 0]);
    expect(terms('USOIL')).toEqual(['1000', 3, '20* 50', '5', 1]);
    const oil = catalogue.byCode('USOIL')!;
    expect(formatDecimal(initialMargin({ ...oil, lots: decimal('0.1'), price: oil.seedPrice, leverage: 1 }))).toBe('100');
  });

  it('S1-4.01 knows which markets are open: around the clock, by the calendar, or shut by the operator', async () => {
    const catalogue = await createCatalogue(await seeded());
    const status = (code: string, timeMs: number) => catalogue.statusAt(catalogue.byCode(code)!, timeMs);
    expect(['EURUSD', 'XAUUSD', 'TRXUSD', 'GBPUSD', 'US500', 'GASOLINE'].map((code) => status(code, SATURDAY))).toEqual([
      ...['open', 'open', 'open'],
      ...['closed', 'closed', 'closed'],
    ]);
    expect(['EURUSD', 'GBPUSD', 'US500', 'GER40', 'GASOLINE'].map((code) => status(code, WEDNESDAY))).toEqual([
      ...['open', 'open', 'open', 'open'],
      'closed',
    ]);
    const pound = catalogue.byCode('GBPUSD')!;
    expect(catalogue.opensAt(pound, SATURDAY)).toBe(at('2026-03-08T21:00'));
    expect(catalogue.opensAt(pound, SATURDAY + 1)).toBe(at('2026-03-08T21:00'));
    expect(catalogue.opensAt(pound, WEDNESDAY)).toBe(0);
    expect(catalogue.opensAt(catalogue.byCode('GASOLINE')!, WEDNESDAY)).toBe(0);
  });

  it('leaves alone what the operator set when the seed runs again, and sees it after a reload', async () => {
    const db = await seeded();
    const catalogue = await createCatalogue(db);
    await db.transaction((trx) => trx.updateTable('product').set({ forced_closed: 1 }).where('code', '=', 'EURUSD').execute());
    await seedCatalogue(db);
    await catalogue.reload();
    expect(catalogue.statusAt(catalogue.byCode('EURUSD')!, WEDNESDAY)).toBe('closed');
    await db.transaction((trx) => trx.updateTable('fact').set({ value: 'older' }).where('key', '=', 'seed.catalogue').execute());
    await seedCatalogue(db);
    await catalogue.reload();
    expect(catalogue.byCode('EURUSD')!.forcedClosed).toBe(true);
  });

  it('refuses to start on a product that nobody could trade safely', async () => {
    const db = await seeded();
    await db.transaction((trx) => trx.updateTable('product').set({ margin_mode: 1 }).where('code', '=', 'BTCUSD').execute());
    await expect(createCatalogue(db)).rejects.toThrow('product BTCUSD: MarginMode 1 takes price x QuoteRate of at most 500, got 67250 x 1');
    await db.transaction((trx) => trx.updateTable('product').set({ margin_mode: 0, hours: 'moon' }).where('code', '=', 'BTCUSD').execute());
    await expect(createCatalogue(db)).rejects.toThrow("product BTCUSD: hours 'moon' is not one of around-the-clock, fx");
  });
});
