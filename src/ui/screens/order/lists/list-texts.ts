/** The words of every list of records. */
import { t } from '../../../language/i18n.ts';

export const listTexts = () => ({
  loading: t('shell:loading'),
  empty: t('shell:none'),
  noMore: t('shell:no-more'),
  failed: t('orders:failed'),
  retry: t('shell:retry'),
});
