/** Texts of a micro trade that more than one card or sheet shows. */
import { formatDecimal, type Price, type Ratio, toNumber } from '#domain/decimal.ts';
import type { MicroSide } from '#domain/micro.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { type Key, t } from '../../language/i18n.ts';
import { productMap } from '../../state/products.ts';
import { setting } from '../../state/site.ts';
import { amountText, numberText, priceText, UNKNOWN } from '../../text/format.ts';
import { clockText } from '../../text/time.ts';

/** Of a product that is in no list: its prices as they are. */
const PRECISION_UNKNOWN = 8;

export const microSideText = (side: MicroSide): string => t(side === 'up' ? 'micro:up' : 'micro:down');
/** 'Up 100.00 EUR/USD'. */
export const microCardName = ({ side, stake, code }: MicroTrade): string => t(`micro:card.${side}`, { amount: amountText(stake, 2), code });
/** 'Up 100.00', for a place where the product is beside it. */
export const microShortName = ({ side, stake }: MicroTrade): string =>
  t(side === 'up' ? 'micro:up-short' : 'micro:down-short', { amount: amountText(stake, 2) });

/** A price of a trade in the digits of its product; '--' for none. */
export function microPriceText({ productId }: MicroTrade, price: Price | number | undefined): string {
  const value = typeof price === 'bigint' ? toNumber(price) : (price ?? Number.NaN);
  if (!(value > 0)) return UNKNOWN;
  const product = productMap.value.get(productId);
  return product ? priceText(value, product.pricePrecision) : numberText(value.toFixed(PRECISION_UNKNOWN));
}

/** 0.85 is '85%'. */
export const rateText = (ratio: Ratio): string => t('micro:rate.value', { rate: numberText(formatDecimal(ratio * 100n)) });

const UNITS: readonly (readonly [seconds: number, key: Key])[] = [
  [3600, 'micro:hours'],
  [60, 'micro:minutes'],
];
/** '30 s', '5 min', '2 h': in the largest unit of which it is a whole number. */
export function durationText(seconds: number): string {
  const [size, key] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 'micro:seconds'];
  return t(key, { count: seconds / size });
}

/** A time that may be chosen as its end: '10:31'. */
export const untilText = (untilMs: number): string => clockText(untilMs, setting('timezone')).slice(0, 5);

/** When it ends, on the clock of the configured zone: '10:31:05'. */
export const endClockText = ({ expireAtMs }: Pick<MicroTrade, 'expireAtMs'>): string => clockText(expireAtMs, setting('timezone'));
