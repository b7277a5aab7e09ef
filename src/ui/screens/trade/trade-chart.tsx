import { useMemo, useState } from 'preact/hooks';
import { PERIOD_MS, type Period, periodIndex } from '#domain/periods.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import type { BarSeries } from '../../charts/bar-series.ts';
import { CandleChart } from '../../charts/candle-chart.tsx';
import type { CandleViewSettings } from '../../charts/candle-view.ts';
import { numberText, priceText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { useWhileActive } from '../../page-active.ts';
import { setting } from '../../state/site.ts';
import { ChartFeed } from './chart-feed.ts';
import { chartTimeText, chartZoneOffsetMs } from './chart-time.ts';

/** The candles of one product and period, watched while the page is on screen. */
export function TradeChart({ product, period }: { product: ProductRow; period: Period }) {
  const feed = useMemo(() => new ChartFeed(), []);
  const [attempt, setAttempt] = useState(0);
  const { Id: productId, PricePrecision: digits, ShowCode: code } = product;
  useWhileActive(() => feed.watch({ productId, period }), [feed, productId, period, attempt]);

  const timezone = setting('timezone');
  const settings = useMemo<CandleViewSettings>(
    () => ({
      key: `${productId}/${period}`,
      periodMs: PERIOD_MS[periodIndex(period)] as number,
      digits,
      formatPrice: (price) => priceText(price, digits),
      formatTime: (timeMs, kind) => chartTimeText(timeMs, kind, period, timezone),
      zoneOffsetMs: (timeMs) => chartZoneOffsetMs(timeMs, period, timezone),
    }),
    [productId, period, digits, timezone],
  );
  const summary = (series: BarSeries): string => {
    if (series.length === 0) return '';
    const from = chartTimeText(series.at(0).time, 'full', period, timezone);
    const { time, close } = series.at(series.length - 1);
    return t('trade:chart.summary', {
      code,
      period: t(`trade:period.${period}`),
      count: series.length,
      from,
      to: chartTimeText(time, 'full', period, timezone),
      last: priceText(close, digits),
    });
  };
  return (
    <CandleChart
      series={feed.series}
      status={feed.status}
      settings={settings}
      summary={summary}
      formatVolume={(volume) => numberText(Number(volume.toPrecision(6)))}
      onOlder={() => feed.older()}
      onRetry={() => setAttempt((count) => count + 1)}
      texts={{
        label: t('trade:chart.label', { code, period: t(`trade:period.${period}`) }),
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
      }}
    />
  );
}
