/** Texts of a fill: its price in the digits of its product, its rule by name, times in the configured zone. */
import { formatDecimal, type Price, toNumber } from '#domain/decimal.ts';
import type { DealRule } from '#domain/tape/signed-deal.ts';
import type { Fill, ReceiptDeal } from '#protocol/receipts.ts';
import { type Key, t } from '../language/i18n.ts';
import { productMap } from '../state/products.ts';
import { setting } from '../state/site.ts';
import { numberText, priceText } from '../text/format.ts';
import { exactMomentText } from '../text/moment-text.ts';
import { clockText } from '../text/time.ts';

const RULES = {
  market: 'receipt:rule-name.market',
  close: 'receipt:rule-name.close',
  reverse: 'receipt:rule-name.reverse',
  reset: 'receipt:rule-name.reset',
  pending: 'receipt:rule-name.pending',
  sl: 'receipt:rule-name.sl',
  tp: 'receipt:rule-name.tp',
  stopout: 'receipt:rule-name.stopout',
  micro: 'receipt:rule-name.micro',
  'micro-void': 'receipt:rule-name.micro-void',
} as const satisfies Record<DealRule, Key>;

export const ruleText = ({ rule }: ReceiptDeal): string => t(rule ? RULES[rule] : 'receipt:rule-name.old');

/** A price of a product; one that is in no list has the digits that it came with. */
export function fillPriceText(productId: number, price: Price | number): string {
  const product = productMap.value.get(productId);
  const value = typeof price === 'number' ? price : toNumber(price);
  if (product) return priceText(value, product.pricePrecision);
  return numberText(typeof price === 'number' ? price : formatDecimal(price));
}

export const codeText = (productId: number): string => productMap.value.get(productId)?.showCode ?? `#${productId}`;
export const timeText = (timeMs: number): string => exactMomentText(timeMs, Date.now(), setting('timezone'));
export const hourText = (timeMs: number): string => clockText(timeMs, setting('timezone'));

const isOpening = ({ deal }: Fill): boolean => deal.kind === 'open' || deal.kind === 'micro-open';

/** 'Opening', 'Closing'; of several of a kind, which. */
export function fillName(fill: Fill, fills: readonly Fill[]): string {
  const alike = fills.filter((one) => isOpening(one) === isOpening(fill));
  const name = t(isOpening(fill) ? 'receipt:fill.open' : 'receipt:fill.close');
  return alike.length < 2 ? name : `${name} · ${t('receipt:fill.part', { number: alike.indexOf(fill) + 1 })}`;
}

const KILOBYTE = 1_000;
/** '580 KB', '1.2 MB'. */
export const bytesText = (bytes: number): string =>
  bytes < KILOBYTE ** 2
    ? t('receipt:size.kb', { size: numberText(Math.ceil(bytes / KILOBYTE)) })
    : t('receipt:size.mb', { size: numberText((bytes / KILOBYTE ** 2).toFixed(1)) });

/** How a receipt is called as a file, and the file of those that failed. */
export const receiptFileName = ({ source, deal }: Pick<Fill, 'source' | 'deal'>): string =>
  `receipt-${source === 1 ? 'micro-' : ''}${deal.deal}.json`;
export const EVIDENCE_FILE_NAME = 'receipt-evidence.json';
