/** The products of the test's catalogue as the independent model takes them: figures only. */
import Big from 'big.js';
import { formatDecimal } from '#domain/decimal.ts';
import type { ModelProduct } from './model-books.ts';
import { PRODUCTS } from './trading-fixture.ts';

export const modelProducts = (ids: readonly number[]): ModelProduct[] =>
  PRODUCTS.filter((it) => ids.includes(it.id)).map((it) => ({
    id: it.id,
    contract: new Big(formatDecimal(it.contractNumber)),
    rate: new Big(formatDecimal(it.quoteRate)),
    feePerLot: new Big(formatDecimal(it.feePerLot)),
    feeOfMargin: new Big(formatDecimal(it.feeOfMargin)),
    digits: it.pricePrecision,
    pricedByMode1: it.marginMode === 1,
    multiples: it.leverages.map((offer) => offer.value),
    ...{ isOpen: true, wasOpen: true, price: new Big(0), seq: 0, aliveMs: Number.NEGATIVE_INFINITY },
  }));
