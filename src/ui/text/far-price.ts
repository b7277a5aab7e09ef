/** What is said of a price that lies far from the market: how far, and from what. It is a warning; what is far can be meant. */

import { decimalFromNumber, type Price, parseDecimal } from '#domain/decimal.ts';
import { farPercent } from '#domain/stops.ts';
import { amountText, priceText } from './format.ts';

type FarPrice = { readonly isAbove: boolean; readonly values: { readonly percent: string; readonly price: string } };

/** `typed`: as it stands in its field; `reference`: the newest price, or the one that an order waits for. `undefined`: it is near, or no price. */
export function farPrice(typed: string | undefined, reference: number, digits: number): FarPrice | undefined {
  const [price, from] = [parseDecimal<Price>(typed ?? ''), decimalFromNumber<Price>(reference)];
  const percent = price === undefined || from === undefined ? undefined : farPercent(price, from);
  if (percent === undefined) return undefined;
  const away = percent < 0n ? -percent : percent;
  return { isAbove: percent > 0n, values: { percent: `${amountText(away, 2)}%`, price: priceText(reference, digits) } };
}
