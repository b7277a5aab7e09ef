/**
 * Whether what the nights of a product take and bring goes together with the stop-out level and with what an order is charged (decisions D9.93,
 * D9.285). Asked in the transaction of a change of any of them, behind the lock that lets one act in after another: two changes that are fine by
 * themselves must not come together unseen.
 */
import { formatDecimal, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { type FinancingTerms, financingTerms } from '#domain/financing.ts';
import { highestLeverage, nightGainMost, nightRateMost, overpaidSide, stopOutLevelLeast, unpayableSide } from '#domain/financing-bound.ts';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import { financingText } from '#domain/setting-rules.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Trx } from '../database/database.ts';
import { allProducts } from '../repositories/product-repository.ts';
import { allQuotes } from '../repositories/quote-repository.ts';
import { allSettings } from '../repositories/site-repository.ts';

/** A product with its newest price, or that of the seed while it has none, and its leverages as plain numbers. */
type Priced = Omit<Product, 'leverages'> & { readonly price: Price; readonly leverages: readonly number[] };

async function pricedNow(trx: Trx): Promise<(product: Product) => Priced> {
  const prices = new Map<number, Price>((await allQuotes(trx)).map((quote) => [quote.product_id, quote.price]));
  return (product) => ({
    ...product,
    price: prices.get(product.id) ?? product.seedPrice,
    leverages: product.leverages.map(({ value }) => value),
  });
}

async function settingNow(trx: Trx, name: 'stop_out_level' | 'trade_fee_type'): Promise<string> {
  return (await allSettings(trx)).find(({ key }) => key === name)?.value ?? SETTING_DEFAULTS[name];
}

/** A stop-out level as it is stored. */
const levelOf = (value: string): Ratio => parseDecimal<Ratio>(value) ?? 0n;

/**
 * What is wrong with these terms for a product: a side whose night an account at the stop-out level could not pay, or one that it brings more
 * than an order costs.
 */
export async function nightProblem(trx: Trx, product: Product, terms: FinancingTerms): Promise<string | undefined> {
  const priced = (await pricedNow(trx))(product);
  const nights = terms.tripleOn === undefined ? 'a night' : 'a triple night';
  const level = levelOf(await settingNow(trx, 'stop_out_level'));
  const leverage = highestLeverage(priced);
  const most = nightRateMost(terms, leverage, level);
  const unpayable = unpayableSide(terms, most);
  if (unpayable) {
    const least = most === 0n ? '0' : `-${formatDecimal(most)}`;
    return `${unpayable}: got "${formatDecimal(terms[unpayable])}", takes ${least} or more: at 1:${formatDecimal(leverage)} an account that is near the stop-out level of ${formatDecimal(level)} % could not pay more for ${nights}`;
  }
  const gainMost = nightGainMost(terms, { ...priced, feeType: await settingNow(trx, 'trade_fee_type') });
  const overpaid = overpaidSide(terms, gainMost);
  if (!overpaid) return undefined;
  return `${overpaid}: got "${formatDecimal(terms[overpaid])}", takes ${formatDecimal(gainMost)} or less: ${nights} that brings more than an order costs pays who comes for it and goes`;
}

/** What is wrong with another value of a setting: the first product whose nights it does not go with. */
export async function settingNightProblem(
  trx: Trx,
  products: readonly Product[],
  name: string,
  value: string,
): Promise<string | undefined> {
  if (name === 'stop_out_level' && levelOf(value) < levelOf(await settingNow(trx, name))) return firstOf(trx, products, levelCheck(value));
  if (name === 'trade_fee_type') return firstOf(trx, products, feeCheck(value));
  return undefined;
}

type Check = (product: Priced, terms: FinancingTerms) => string | undefined;

const levelCheck =
  (value: string): Check =>
  (product, terms) => {
    const least = stopOutLevelLeast(terms, highestLeverage(product));
    if (levelOf(value) >= least) return undefined;
    return `stop_out_level: got "${value}", takes ${formatDecimal(least)} or more while the nights of ${product.code} are "${financingText(terms)}"`;
  };

const feeCheck =
  (feeType: string): Check =>
  (product, terms) => {
    const gainMost = nightGainMost(terms, { ...product, feeType });
    if (!overpaidSide(terms, gainMost)) return undefined;
    return `trade_fee_type: got "${feeType}", does not go with the nights of ${product.code}, "${financingText(terms)}": they may bring ${formatDecimal(gainMost)} at most by it`;
  };

/** What the check says of the first product that it says anything of, by the terms of the table. */
async function firstOf(trx: Trx, products: readonly Product[], check: Check): Promise<string | undefined> {
  const pricedOf = await pricedNow(trx);
  const stored = new Map((await allProducts(trx)).map((row) => [row.id, row]));
  for (const product of products) {
    const row = stored.get(product.id);
    if (!row) continue;
    const terms = financingTerms({ long: row.financing_long, short: row.financing_short, triple: row.financing_triple });
    const problem = check(pricedOf(product), terms);
    if (problem) return problem;
  }
  return undefined;
}
