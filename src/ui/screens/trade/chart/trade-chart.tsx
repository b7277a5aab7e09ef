import { computed, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Period } from '#domain/period-table.ts';
import { periodOf } from '#domain/periods.ts';
import type { Product } from '#domain/product.ts';
import type { BarSeries } from '../../../charts/bar-series.ts';
import { CandleChart, type ChartExtras } from '../../../charts/candle-chart.tsx';
import type { CandleView } from '../../../charts/candle-view.ts';
import type { ChartMarks } from '../../../charts/chart-extra.ts';
import type { PriceScale } from '../../../charts/price-range.ts';
import type { CandleViewSettings } from '../../../charts/view-settings.ts';
import { freshnessOf, isOldPrice } from '../../../freshness/freshness.tsx';
import { toast } from '../../../kit/toast.tsx';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { lazySheet } from '../../../lazy/lazy-sheet.tsx';
import { useLazy } from '../../../lazy/use-lazy.ts';
import { useWhileActiveAtOnce } from '../../../navigation/page-active.ts';
import { setting } from '../../../state/site.ts';
import { type ChartChoice, keepChartChoice, legendRows, readChartChoice } from './chart-choice.ts';
import { asked, ChartFeed } from './chart-feed.ts';
import { chartTexts, plotText } from './chart-texts.ts';
import { chartTimeText, chartZoneOffsetMs } from './chart-time.ts';
import { ChartTools } from './chart-tools.tsx';
import type { ChartFull } from './chart-use-full.ts';
import { useChartLayer } from './chart-use-layer.ts';
import { insist } from './insist.ts';
import { PeriodBar } from './period-bar.tsx';
import './chart-stage.css';

/** Code of the chart that comes when it is wanted, with its words. */
const withWords = async <T,>(code: Promise<T>): Promise<T> => (await Promise.all([code, needTexts('chart')]))[0];
const indicatorSheet = lazySheet(async () => (await withWords(import('./chart-indicator-sheet.tsx'))).ChartIndicatorSheet);
const tableSheet = lazySheet(async () => (await withWords(import('./chart-table-sheet.tsx'))).ChartTableSheet);
/** What its tools open. */
export const chartSheets = [indicatorSheet, tableSheet];
const chartHand = lazyCode(() => insist(async () => (await withWords(import('./trade-chart-hand.tsx'))).TradeChartHand));
const sayFailed = () => toast(t('trade:chart.failed-part'), 'bad');

type TradeChartProps = {
  product: Product;
  period: Period;
  full: ChartFull;
  /** The first candles, of this feed, are on the screen, or it is known that there are none. */
  onShown: (feed: ChartFeed) => void;
};

/** The periods and the candles of one product, watched while the page is on screen, with indicators, orders, a table and a full screen. */
export function TradeChart({ product, period, full, onShown }: TradeChartProps) {
  const feed = useMemo(() => new ChartFeed(), []);
  const [attempt, setAttempt] = useState(0);
  const { id: productId, pricePrecision: digits, showCode: code } = product;
  const [choice, choose] = useChoice(productId);
  const isShown = useSignal(false);
  const isChoosing = useSignal(false);
  const isTableOpen = useSignal(false);
  useWhileActiveAtOnce(() => feed.watch({ productId, period, ...asked(choice.indicators) }), [feed, productId, period, attempt]);
  useEffect(() => feed.choose(choice.indicators), [choice]);
  useSignalEffect(() => (feed.status.value === 'loading' ? undefined : afterPaint(() => (isShown.value = true))));
  useSignalEffect(() => {
    if (isShown.value) onShown(feed);
  });

  const timezone = setting('timezone');
  const { hasVolume } = choice;
  const isOld = useMemo(() => computed(() => isOldPrice(freshnessOf(productId))), [productId]).value;
  const settings = useMemo<CandleViewSettings>(
    () => ({
      key: `${productId}/${period}`,
      periodMs: periodOf(period).bucket.lengthMs,
      digits,
      formatPrice: (price) => plotText(price, digits),
      formatTime: (timeMs, kind) => chartTimeText(timeMs, kind, period, timezone),
      zoneOffsetMs: (timeMs) => chartZoneOffsetMs(timeMs, period, timezone),
      hasVolume,
      isOld,
    }),
    [productId, period, digits, timezone, hasVolume, isOld],
  );
  const extras = useExtras(feed, { product, settings, isShown, full });
  const periodName = t(`trade:period.${period}`);
  return (
    <section class="chart-stage" aria-label={t('trade:chart.label', { code, period: periodName })}>
      <div class="trade-periods">
        <PeriodBar />
        <ChartTools
          isFull={full.state.value !== undefined}
          onIndicators={() => (isChoosing.value = true)}
          onTable={() => (isTableOpen.value = true)}
          onFull={() => full.toggle().catch(sayFailed)}
        />
      </div>
      <CandleChart
        series={feed.series}
        status={feed.status}
        settings={settings}
        summary={(series) => summaryOf(series, settings, code, periodName)}
        onOlder={() => feed.older()}
        onRetry={() => setAttempt((count) => count + 1)}
        texts={chartTexts(code, periodName)}
        extras={{ ...extras, legendRows: legendRows(choice) }}
      />
      <indicatorSheet.View open={isChoosing} code={code} choice={choice} onChoose={choose} onFailed={sayFailed} />
      <tableSheet.View
        open={isTableOpen}
        series={feed.series}
        revision={feed.revision}
        texts={{ code, period: periodName, formatPrice: settings.formatPrice, formatTime: (timeMs) => settings.formatTime(timeMs, 'full') }}
        onOlder={() => feed.older()}
        onFailed={sayFailed}
      />
    </section>
  );
}

/** Calls back in the task after the next frame; gives what calls it off. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const request = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(request);
    clearTimeout(timer);
  };
}

/** What is shown of a product, and how to change it; kept in the browser. */
function useChoice(productId: number): [ChartChoice, (choice: ChartChoice) => void] {
  const [, showChosen] = useState(0);
  const chosen = useMemo(() => ({ now: readChartChoice(productId) }), [productId]);
  const choose = (next: ChartChoice) => {
    chosen.now = next;
    keepChartChoice(productId, next);
    showChosen((count) => count + 1);
  };
  return [chosen.now, choose];
}

type ExtrasInput = { product: Product; settings: CandleViewSettings; isShown: Signal<boolean>; full: ChartFull };

/** What is drawn upon the candles: indicators, and what comes once the candles are drawn, the lines of orders and alerts with it. */
function useExtras(feed: ChartFeed, { product, settings, isShown, full }: ExtrasInput): Omit<ChartExtras, 'legendRows'> {
  const layer = useChartLayer(feed);
  const scale = useSignal<PriceScale | undefined>(undefined);
  const marks = useSignal<ChartMarks | undefined>(undefined);
  const view = useSignal<CandleView | undefined>(undefined);
  const { here: ChartHand } = useLazy(chartHand, isShown.value);
  const children = ChartHand && view.value && (
    <ChartHand view={view.value} layer={layer} scale={scale} marks={marks} product={product} settings={settings} full={full} />
  );
  return { layer, scale, marks, view, children };
}

function summaryOf(series: BarSeries, settings: CandleViewSettings, code: string, period: string): string {
  if (series.length === 0) return '';
  const { time, close } = series.at(series.length - 1);
  const timeText = (timeMs: number) => settings.formatTime(timeMs, 'full');
  const [from, to, last] = [timeText(series.at(0).time), timeText(time), settings.formatPrice(close)];
  return t('trade:chart.summary', { code, period, count: series.length, from, to, last });
}
