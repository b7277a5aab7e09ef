/** How a list of records stands, and its words. */

import { failedText } from '../../../freshness/failed-text.ts';
import type { ListStatus } from '../../../kit/list.tsx';
import { t } from '../../../language/i18n.ts';
import { linkAgeS, linkTrouble } from '../../../state/link.ts';
import { ageText } from '../../../text/age-text.ts';

type Read = { readonly status: { readonly value: ListStatus } };

/**
 * A list that is on screen is no failure while the link is down: it says how old it is, and is read again when the link is back. Reads
 * signals, so what calls it follows every change. `shown`: how many orders are on screen.
 */
export function listState(pages: Read, shown: number) {
  const isOld = shown > 0 && pages.status.value === 'failed' && linkTrouble.value !== 'none';
  const status: ListStatus = isOld || (shown > 0 && pages.status.value === 'loading') ? 'done' : pages.status.value;
  return {
    status,
    texts: {
      loading: t('shell:loading'),
      empty: t('shell:none'),
      noMore: isOld ? t('orders:as-of', { age: ageText(linkAgeS.value) }) : t('shell:no-more'),
      failed: failedText('orders:failed'),
      retry: t('shell:retry'),
    },
  };
}
