/** What comes to the chart of Trade once its candles are drawn, in the words of Trade: legend, measure, keys, a pending order at a price, and the lines of what stands at prices. */
import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
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
import { numberText, percentText } from '../../../text/format.ts';
import { PendingHere } from './pending-here.tsx';
import { spanText } from './span-text.ts';

const chartLines = lazyCode(async () => (await Promise.all([import('../chart-lines/chart-lines.tsx'), needTexts('alerts')]))[0].ChartLines);

type TradeChartHandProps = {
  view: CandleView;
  layer: ReadonlySignal<ChartLayer | undefined>;
  scale: ReadonlySignal<PriceScale | undefined>;
  /** Set here: what stands at prices. */
  marks: Signal<ChartMarks | undefined>;
  product: Product;
  settings: CandleViewSettings;
  /** A pending order was asked for: what hides the ticket must go. */
  onAsked: () => void;
};

export function TradeChartHand({ view, layer, scale, marks, product, settings, onAsked }: TradeChartHandProps) {
  const texts = useMemo(() => handTexts(settings), [settings]);
  const hasLines = useSignal(false);
  const alerts = useAlerts().data;
  useSignalEffect(() => {
    const hasOrder = openOrders.value?.some((order) => order.product.id === product.id);
    const hasMicro = flag('is_micro') && sessionStatus.value === 'in';
    if (hasOrder || hasMicro || alertsOfProduct(alerts.value, product.id).length > 0) hasLines.value = true;
  });
  const { here: ChartLines } = useLazy(chartLines, hasLines.value);
  return (
    <>
      {ChartLines && <ChartLines product={product} scale={scale} marks={marks} />}
      <HandLayer
        view={view}
        layer={layer}
        scale={scale}
        texts={texts}
        atPrice={(pinned, done) => <PendingHere product={product} pinned={pinned} onDone={done} onAsked={onAsked} />}
      />
    </>
  );
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
    percent: percentText,
    reading: ({ time, open, high, low, close, volume }) =>
      t('chart:legend.reading', {
        time: formatTime(time, 'full'),
        ...{ open: formatPrice(open), high: formatPrice(high), low: formatPrice(low), close: formatPrice(close) },
        volume: volumeText(volume),
      }),
    measure: ({ difference, percent, bars, spanMs }) =>
      t('chart:measure', {
        difference: `${difference > 0 ? '+' : difference < 0 ? '\u2212' : ''}${formatPrice(Math.abs(difference))}`,
        percent: percentText(percent),
        bars: t('chart:measure.bars', { count: bars }),
        span: spanText(spanMs),
      }),
  };
}
