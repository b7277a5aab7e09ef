/** What comes to the chart of Trade once its candles are drawn, in the words of Trade: legend, measure, keys, a pending order at a price, and the lines of what stands at prices. */
import { computed, type ReadonlySignal, type Signal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { PriceAlert } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { alertsOfProduct, useAlerts } from '../../../alerts/alert-lists.ts';
import type { CandleView } from '../../../charts/candle-view.ts';
import type { ChartMarks } from '../../../charts/chart-extra.ts';
import type { ChartLayer } from '../../../charts/chart-layer.ts';
import { HandLayer, type HandTexts } from '../../../charts/hand/hand-layer.tsx';
import type { PriceScale } from '../../../charts/price-range.ts';
import type { CandleViewSettings } from '../../../charts/view-settings.ts';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { useLazy } from '../../../lazy/use-lazy.ts';
import { openOrders } from '../../../state/orders.ts';
import { sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import { MINUS, numberText, percentText } from '../../../text/format.ts';
import { tradeKind } from '../trade-kind.ts';
import type { ChartFull } from './chart-use-full.ts';
import { insist } from './insist.ts';
import { PendingHere } from './pending-here.tsx';
import { spanText } from './span-text.ts';
import './hidden-pane.css';

const chartLines = lazyCode(() =>
  insist(async () => (await Promise.all([import('../chart-lines/chart-lines.tsx'), needTexts('alerts')]))[0].ChartLines),
);

type TradeChartHandProps = {
  view: CandleView;
  layer: ReadonlySignal<ChartLayer | undefined>;
  scale: ReadonlySignal<PriceScale | undefined>;
  /** Set here: what stands at prices. */
  marks: Signal<ChartMarks | undefined>;
  product: Product;
  settings: CandleViewSettings;
  full: ChartFull;
};

export function TradeChartHand({ view, layer, scale, marks, product, settings, full }: TradeChartHandProps) {
  const texts = useMemo(() => handTexts(settings), [settings]);
  const alerts = useAlerts().data;
  // Anew for another product and for another person's alerts: which comes first, they, the product or the chart, nobody knows.
  const hasLines = useMemo(() => computed(() => standsAtPrices(product.id, alerts.value)), [product.id, alerts]).value;
  const { here: ChartLines } = useLazy(chartLines, hasLines);
  return (
    <>
      {ChartLines && <ChartLines product={product} scale={scale} marks={marks} />}
      <HiddenPanes view={view} layer={layer} scale={scale} full={full} />
      <HandLayer
        key={settings.key + tradeKind.value}
        view={view}
        layer={layer}
        scale={scale}
        texts={texts}
        atPrice={(pinned, done) => <PendingHere product={product} pinned={pinned} onDone={done} full={full} />}
      />
    </>
  );
}

type HiddenPanesProps = Pick<TradeChartHandProps, 'view' | 'layer' | 'scale' | 'full'>;

/** An index that is on and has no pane, since the chart is too low: it says so, and leads to where it has one (decision D9.482). */
function HiddenPanes({ view, layer, scale, full }: HiddenPanesProps) {
  const name = useComputed(() => {
    const panes = scale.value?.panePx.length;
    if (panes === undefined || full.state.value || (layer.value?.paneCount ?? 0) <= panes) return '';
    return layer.value?.legend(view.series, view.series.length - 1).find(({ pane = -1 }) => pane >= panes)?.name ?? '';
  }).value;
  if (name === '') return null;
  return (
    <button type="button" class="chart-hidden-pane" onClick={() => full.toggle().catch(() => undefined)}>
      {t('chart:indicator.in-full', { name })}
    </button>
  );
}

/** Whether anything of a product is drawn upon its chart, or may be at any moment. */
function standsAtPrices(productId: number, alerts: readonly PriceAlert[] | undefined): boolean {
  const hasOrder = openOrders.value?.some((order) => order.product.id === productId) ?? false;
  const mayHaveMicro = flag('is_micro') && sessionStatus.value === 'in';
  return hasOrder || mayHaveMicro || alertsOfProduct(alerts, productId).length > 0;
}

const volumeText = (volume: number): string => numberText(Number(volume.toPrecision(6)));

function handTexts({ formatPrice, formatTime }: CandleViewSettings): HandTexts {
  return {
    keys: t('chart:keys'),
    open: t('chart:legend.open'),
    high: t('chart:legend.high'),
    low: t('chart:legend.low'),
    close: t('chart:legend.close'),
    volume: t('chart:legend.volume'),
    volumeText,
    minus: MINUS,
    percent: percentText,
    reading: ({ time, open, high, low, close, volume }) =>
      t('chart:legend.reading', {
        time: formatTime(time, 'full'),
        ...{ open: formatPrice(open), high: formatPrice(high), low: formatPrice(low), close: formatPrice(close) },
        volume: volumeText(volume),
      }),
    measure: ({ difference, percent, bars, spanMs }) =>
      t('chart:measure', {
        difference: `${difference > 0 ? '+' : difference < 0 ? MINUS : ''}${formatPrice(Math.abs(difference))}`,
        percent: percentText(percent),
        bars: t('chart:measure.bars', { count: bars }),
        span: spanText(spanMs),
      }),
  };
}
