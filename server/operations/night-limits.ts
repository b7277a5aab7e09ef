/**
 * Whether what the nights of a product take and the stop-out level go together (decision D9.93). Asked in the transaction of a change of either,
 * behind the lock that lets one act in after another: two changes that are fine by themselves must not come together unseen.
 */
import { formatDecimal, type Price, parseDecimal, type Ratio } from '#domain/decimal.ts';
import { type FinancingTerms, financingTerms } from '#domain/financing.ts';
import { highestLeverage, nightRateMost, stopOutLevelLeast, unpayableSide } from '#domain/financing-bound.ts';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import { financingText } from '#domain/setting-rules.ts';
import type { Product } from '../catalogue/catalogue.ts';
import type { Trx } from '../database/database.ts';
import { allProducts } from '../repositories/product-repository.ts';
import { allQuotes } from '../repositories/quote-repository.ts';
import { allSettings } from '../repositories/site-repository.ts';

/** Gives the highest leverage of a product at its newest price, or at that of the seed while it has none. */
async function leverageNow(trx: Trx): Promise<(product: Product) => Ratio> {
  const prices = new Map<number, Price>((await allQuotes(trx)).map((quote) => [quote.product_id, quote.price]));
  return ({ id, marginMode, leverages, seedPrice }) =>
    highestLeverage({ marginMode, leverages: leverages.map(({ value }) => value), price: prices.get(id) ?? seedPrice });
}

async function stopOutLevel(trx: Trx): Promise<Ratio> {
  const stored = (await allSettings(trx)).find(({ key }) => key === 'stop_out_level')?.value;
  return parseDecimal<Ratio>(stored ?? SETTING_DEFAULTS.stop_out_level) ?? 0n;
}

/** What is wrong with these terms for a product: a side whose night an account at the stop-out level could not pay. */
export async function nightProblem(trx: Trx, product: Product, terms: FinancingTerms): Promise<string | undefined> {
  const leverage = (await leverageNow(trx))(product);
  const level = await stopOutLevel(trx);
  const most = nightRateMost(terms, leverage, level);
  const side = unpayableSide(terms, most);
  if (!side) return undefined;
  const least = most === 0n ? '0' : `-${formatDecimal(most)}`;
  const nights = terms.tripleOn === undefined ? 'a night' : 'a triple night';
  return `${side}: got "${formatDecimal(terms[side])}", takes ${least} or more: at 1:${formatDecimal(leverage)} an account that is near the stop-out level of ${formatDecimal(level)} % could not pay more for ${nights}`;
}

/** What is wrong with a lower stop-out level: the first product whose nights an account at that level could not pay. */
export async function levelProblem(trx: Trx, products: readonly Product[], value: string): Promise<string | undefined> {
  const level = parseDecimal<Ratio>(value) ?? 0n;
  if (level >= (await stopOutLevel(trx))) return undefined;
  const leverageOf = await leverageNow(trx);
  const stored = new Map((await allProducts(trx)).map((row) => [row.id, row]));
  for (const product of products) {
    const row = stored.get(product.id);
    if (!row) continue;
    const terms = financingTerms({ long: row.financing_long, short: row.financing_short, triple: row.financing_triple });
    const least = stopOutLevelLeast(terms, leverageOf(product));
    if (level < least) {
      return `stop_out_level: got "${value}", takes ${formatDecimal(least)} or more while the nights of ${product.code} are "${financingText(terms)}"`;
    }
  }
  return undefined;
}
