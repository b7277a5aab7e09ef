/** How long a pending order waits (decision D9.62): what a person may ask for, and the time that it means. */
import { GOOD_TILL_DAYS_MAX, TRADING_DAY, UNTIL_CANCELLED } from '#domain/good-till.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { FIELD_NAMES } from '#protocol/order-requests.ts';
import type { Product } from '../../catalogue/catalogue.ts';
import { invalidField, type Outcome } from '../../outcome.ts';
import type { DeskParts } from '../desk-parts.ts';

const ALLOWED = `${UNTIL_CANCELLED}, ${TRADING_DAY}, or a time in unix seconds that is still to come, at most ${GOOD_TILL_DAYS_MAX} days ahead`;

/** The refusal 1001 of a wait. */
export const goodTillRefusal = (value: string, allowed = ALLOWED): Outcome<never> =>
  invalidField({ field: FIELD_NAMES.goodTill, value, allowed }) as Outcome<never>;

/** Unix ms, whole seconds; 0 until cancelled; or the refusal 1001. `nowMs`: tape time. */
export function goodTillTime(parts: DeskParts, product: Product, text: string, nowMs: number): number | Outcome<never> {
  if (text === UNTIL_CANCELLED) return 0;
  if (text === TRADING_DAY) return parts.catalogue.dayEndAt(product, nowMs);
  const timeMs = Number(text) * 1_000;
  return timeMs > nowMs && timeMs <= nowMs + GOOD_TILL_DAYS_MAX * DAY_MS ? timeMs : goodTillRefusal(text);
}
