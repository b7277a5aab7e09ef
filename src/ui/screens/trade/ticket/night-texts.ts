/** What a night of an order costs or brings, and when the next one is, in words (decisions D9.67, D9.248). */
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Lots, type Money, type Price, parseDecimal } from '#domain/decimal.ts';
import { financingRate, type Nights, NO_FINANCING, nightFinancing } from '#domain/financing.ts';
import type { Product } from '#domain/product.ts';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { openingTime } from '../../../text/opening-time.ts';
import { shortAmountText, shortMoneyText } from '../../../text/short-amount.ts';
import { referenceOf } from './stop-sides.ts';
import type { Ticket } from './ticket.ts';

/** An order as a night sees it; of a ticket that has no lots or no price yet, nothing is known. */
type NightOrder = { readonly product: Product; readonly side: Side; readonly lots: Lots | undefined; readonly price: Price | undefined };

/** `close`: the price now, which a market order would be opened at; a pending one at its own. */
export const nightOrder = (ticket: Ticket | undefined, product: Product, side: Side, close: number): NightOrder => ({
  ...{ product, side },
  lots: ticket && parseDecimal<Lots>(ticket.lots),
  price: ticket && referenceOf(ticket, decimalFromNumber<Price>(close)),
});

/** `undefined` while it cannot be told, or for more than an account can hold. */
function moneyOf({ product, side, lots = 0n, price = 0n }: NightOrder, nights: Nights): Money | undefined {
  if (lots <= 0n || price <= 0n) return undefined;
  try {
    return nightFinancing({ ...product, lots, price, rate: financingRate(product.financing ?? NO_FINANCING, side), nights });
  } catch {
    return undefined;
  }
}

/** '−0.43', of one night; '--' while it is not known. */
export function nightText(order: NightOrder): string {
  const money = moneyOf(order, 1);
  return money === undefined ? UNKNOWN : shortAmountText(money, { sign: true });
}

/**
 * '−0.43 USD from 22:00', '−1.29 USD from Wed 22:00, 3 nights': what the next night takes or brings. 'none' where nights cost nothing. Once that
 * night has passed, no time, until the next one is known.
 */
export function nightCostText(order: NightOrder, nowMs: number): string {
  const night = order.product.financing;
  if (!night || financingRate(night, order.side) === 0n) return t('ticket:night.none');
  const money = moneyOf(order, night.nights > 1 ? 3 : 1);
  if (money === undefined) return UNKNOWN;
  const text = shortMoneyText(money, { sign: true });
  if (night.nextMs <= nowMs) return text;
  const values = { money: text, time: nightTime(night.nextMs, nowMs), nights: night.nights };
  return t(night.nights > 1 ? 'ticket:night.from-many' : 'ticket:night.from', values);
}

/** '22:00 ×3': the next night, and how often it counts. '--' once it has passed. */
export function nextNightText({ financing: night }: Pick<Product, 'financing'>, nowMs: number): string {
  if (!night) return UNKNOWN;
  const time = nightTime(night.nextMs, nowMs);
  return night.nights > 1 && time !== UNKNOWN ? t('ticket:night.times', { time, times: night.nights }) : time;
}

/** In the configured zone, with its day when it is another: '22:00', 'Wed 03:00'. */
const nightTime = (nextMs: number, nowMs: number): string => (nextMs <= nowMs ? UNKNOWN : openingTime(nextMs, nowMs, setting('timezone')));
