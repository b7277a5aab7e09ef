/** Words of price alerts: what each waits for, and what has fired. */
import { toNumber } from '#domain/decimal.ts';
import type { FiredAlert, PriceAlert } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../language/i18n.ts';
import { productMap } from '../state/products.ts';
import { numberText, percentText, priceText } from '../text/format.ts';
import type { AlertForm } from './alert-form.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
/** Digits of a price whose product is not in the list any more. */
const DIGITS = 5;

/** '5 min', '4 h'. */
export const windowText = (windowS: number): string =>
  windowS % HOUR_S === 0
    ? t('alerts:window.hours', { hours: windowS / HOUR_S })
    : t('alerts:window.minutes', { minutes: Math.round(windowS / MINUTE_S) });

const digitsOf = (productId: number): number => productMap.value.get(productId)?.pricePrecision ?? DIGITS;

/** A price of an alert as its product shows prices. */
const alertPriceText = ({ productId }: { readonly productId: number }, price: bigint): string =>
  priceText(toNumber(price), digitsOf(productId));

/** 'Rises to 1.09000', 'Moves 1% in 1 h'. */
export function conditionText(alert: PriceAlert): string {
  if (alert.kind === 'move') {
    return t('alerts:waits.move', { percent: numberText(toNumber(alert.percent ?? 0n)), window: windowText(alert.windowS ?? 0) });
  }
  return t(`alerts:waits.${alert.kind}`, { price: alertPriceText(alert, alert.price ?? 0n) });
}

/** What a new alert waits for, as it was filled in: 'Alert set for EUR/USD at 1.10500'. */
export function setText({ way, price, percent, windowS }: AlertForm, { showCode: code, pricePrecision }: Product): string {
  if (way === 'price') return t('alerts:set.price', { code, price: priceText(Number(price), pricePrecision) });
  return t('alerts:set.move', { code, percent: numberText(Number(percent)), window: windowText(windowS) });
}

/** How often it fires; of one that has fired, when it can again. */
export const stateText = ({ kind, repeat, state }: PriceAlert): string =>
  t(state === 'resting' ? `alerts:resting.${kind}` : `alerts:repeat.${repeat}`);

/** What a product is called: as the list has it now, else as the alert has it. */
export const alertCode = ({ productId, code }: { readonly productId: number; readonly code: string }): string =>
  productMap.value.get(productId)?.showCode ?? code;

/** 'EUR/USD rose to 1.09000', 'EUR/USD moved +1.02% to 1.09000'. */
export function firedText(fired: FiredAlert): string {
  const [price, from] = [toNumber(fired.price), toNumber(fired.from ?? 0n)];
  const move = from > 0 ? percentText((price / from - 1) * 100) : '';
  return t(`alerts:fired.${fired.kind}`, { code: alertCode(fired), price: alertPriceText(fired, fired.price), move });
}

/** What it had waited for: 'Above 1.09000', '1% in 1 h'. */
export function firedTerms({ kind, level, percent, windowS, productId }: FiredAlert): string {
  if (kind === 'move') return t('alerts:waited.move', { percent: numberText(toNumber(percent ?? 0n)), window: windowText(windowS ?? 0) });
  return t(`alerts:waited.${kind}`, { price: alertPriceText({ productId }, level ?? 0n) });
}
