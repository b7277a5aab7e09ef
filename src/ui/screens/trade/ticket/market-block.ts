/** Why nobody can trade a product now, as far as its market and the link tell; the ticket's own reasons come with its code. */
import type { Product } from '#domain/product.ts';
import type { Freshness } from '../../../freshness/freshness.tsx';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { ageText } from '../../../text/age-text.ts';
import { openingTime } from '../../../text/opening-time.ts';

/** `isShut`: the market is closed and the order would have to be filled now. */
export function marketBlock(freshness: Freshness, isShut: boolean, product: Product, ageS: number): string | undefined {
  if (freshness === 'live') return undefined;
  if (freshness === 'closed') return isShut ? closedText(product) : undefined;
  return t(`trade:block.${freshness}`, { age: ageText(ageS) });
}

/** 'Market closed', with the time of the next opening where it is known. */
export function closedText(product: Product): string {
  if (product.opensAtMs <= 0) return t('trade:block.closed');
  return t('trade:block.closed-until', { time: openingTime(product.opensAtMs, Date.now(), setting('timezone')) });
}
