/** The words of the chart, which itself knows none. */
import type { CandleChartTexts } from '../../../charts/candle-chart.tsx';
import { t } from '../../../language/i18n.ts';

export const chartTexts = (code: string, period: string): CandleChartTexts => ({
  label: t('trade:chart.label', { code, period }),
  loading: t('trade:chart.loading'),
  empty: t('shell:none'),
  failed: t('trade:chart.failed'),
  retry: t('shell:retry'),
  newest: t('trade:chart.newest'),
});
