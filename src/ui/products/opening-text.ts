/** What a closed market says of itself in a list: when it opens next. */
import type { Product } from '#domain/product.ts';
import { t } from '../language/i18n.ts';
import { setting } from '../state/site.ts';
import { openingTime } from '../text/opening-time.ts';

/** 'Opens Mon 00:05', or only 'Closed' where nobody knows when. */
export const openingText = (row: Product): string =>
  row.opensAtMs > 0 ? t('shell:opens', { time: openingTime(row.opensAtMs, Date.now(), setting('timezone')) }) : t('shell:closed');
