/** The words of the chart, which itself knows none. */
import type { CandleChartTexts } from '../../../charts/candle-chart.tsx';
import { t } from '../../../language/i18n.ts';
import { MINUS, priceText } from '../../../text/format.ts';

export const chartTexts = (code: string, period: string): CandleChartTexts => ({
  label: t('trade:chart.label', { code, period }),
  loading: t('trade:chart.loading'),
  empty: t('shell:none'),
  failed: t('trade:chart.failed'),
  retry: t('shell:retry'),
  newest: t('trade:chart.newest'),
});

/** What stands at a height of a plot, with the digits of the price. An indicator may be below zero; one that rounds to zero has no sign. */
export function plotText(value: number, digits: number): string {
  const size = priceText(Math.abs(value), digits);
  return value < 0 && /[1-9]/.test(size) ? `${MINUS}${size}` : size;
}
