/** What a night of one lot costs or brings, and when the next one is, in words (decision D9.67). */
import { DAY_MS } from '#domain/bucket.ts';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, decimalFromWire, type Lots, ONE, type Price, type Ratio } from '#domain/decimal.ts';
import { nightFinancing } from '#domain/financing.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { signedAmountText, UNKNOWN } from '../../../text/format.ts';
import { dateTimeText } from '../../../text/time.ts';

const MONEY_DIGITS = 2;
const ONE_LOT: Lots = ONE;

/** '−4.33': of one lot bought, or sold, at a price; '--' before there is one. */
export function nightText(product: ProductRow, side: Side, close: number): string {
  const rate = decimalFromWire<Ratio>((side === 'buy' ? product.Financing?.Long : product.Financing?.Short) ?? '0');
  const price = close > 0 ? decimalFromNumber<Price>(close) : undefined;
  const contractNumber = decimalFromWire<Ratio>(product.ForexContNum);
  const quoteRate = decimalFromWire<Ratio>(product.QuoteRate);
  if (rate === undefined || price === undefined || contractNumber === undefined || quoteRate === undefined) return UNKNOWN;
  return signedAmountText(nightFinancing({ lots: ONE_LOT, contractNumber, quoteRate, price, rate, nights: 1 }), MONEY_DIGITS);
}

/** '22:00' in the configured zone, '02-13 22:00' when it is more than a day ahead; '22:00 ×3' where it counts three times. '--' once it has passed. */
export function nextNightText({ Financing: terms }: ProductRow, nowMs: number): string {
  if (!terms || terms.NextAt <= nowMs) return UNKNOWN;
  const text = dateTimeText(terms.NextAt, setting('timezone'));
  const time = terms.NextAt - nowMs < DAY_MS ? text.slice(11, 16) : text.slice(5, 16);
  return terms.Nights > 1 ? t('ticket:night.times', { time, times: terms.Nights }) : time;
}
