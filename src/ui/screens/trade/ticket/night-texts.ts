/** What a night of one lot costs or brings, and when the next one is, in words (decision D9.67). */
import { DAY_MS } from '#domain/bucket.ts';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Lots, ONE, type Price } from '#domain/decimal.ts';
import { financingRate, NO_FINANCING, nightFinancing } from '#domain/financing.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { signedAmountText, UNKNOWN } from '../../../text/format.ts';
import { dateTimeText } from '../../../text/time.ts';

const MONEY_DIGITS = 2;
const ONE_LOT: Lots = ONE;

/** '−4.33': of one lot bought, or sold, at a price; '--' before there is one. */
export function nightText(product: Product, side: Side, close: number): string {
  const price = close > 0 ? decimalFromNumber<Price>(close) : undefined;
  if (price === undefined) return UNKNOWN;
  const rate = financingRate(product.financing ?? NO_FINANCING, side);
  return signedAmountText(nightFinancing({ ...product, lots: ONE_LOT, price, rate, nights: 1 }), MONEY_DIGITS);
}

/** '22:00' in the configured zone, '02-13 22:00' when it is more than a day ahead; '22:00 ×3' where it counts three times. '--' once it has passed. */
export function nextNightText({ financing: night }: Pick<Product, 'financing'>, nowMs: number): string {
  if (!night || night.nextMs <= nowMs) return UNKNOWN;
  const text = dateTimeText(night.nextMs, setting('timezone'));
  const time = night.nextMs - nowMs < DAY_MS ? text.slice(11, 16) : text.slice(5, 16);
  return night.nights > 1 ? t('ticket:night.times', { time, times: night.nights }) : time;
}
