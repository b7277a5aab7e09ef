/** The words of the chart, which itself knows none. */
import type { CandleChartTexts } from '../../../charts/candle-chart.tsx';
import { t } from '../../../language/i18n.ts';

export const chartTexts = (code: string, period: string): CandleChartTexts => ({
  label: t('trade:chart.label', { code, period }),
  keys: t('trade:chart.keys'),
  loading: t('trade:chart.loading'),
  empty: t('shell:none'),
  failed: t('trade:chart.failed'),
  retry: t('shell:retry'),
  newest: t('trade:chart.newest'),
  open: t('trade:chart.open'),
  high: t('trade:chart.high'),
  low: t('trade:chart.low'),
  close: t('trade:chart.close'),
  volume: t('trade:chart.volume'),
});
