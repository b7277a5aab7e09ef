/** The chart of the Trade screen: the component itself, with its gestures, its words for a screen reader and its overlay. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { BarSeries } from '../../../src/ui/charts/bar-series.ts';
import { CandleChart, type CandleChartTexts, type ChartExtras, type ChartStatus } from '../../../src/ui/charts/candle-chart.tsx';
import type { CandleView } from '../../../src/ui/charts/candle-view.ts';
import type { ChartMarks } from '../../../src/ui/charts/chart-extra.ts';
import { HandLayer, type HandTexts } from '../../../src/ui/charts/hand/hand-layer.tsx';
import type { PriceScale } from '../../../src/ui/charts/price-range.ts';
import { lineMarks } from '../../../src/ui/charts/tags/line-painter.ts';
import type { LineDraft, PriceLine } from '../../../src/ui/charts/tags/price-line.ts';
import { PriceTags } from '../../../src/ui/charts/tags/price-tags.tsx';
import type { CandleViewSettings } from '../../../src/ui/charts/view-settings.ts';
import { BAR_WIDTH_PX, type Contender, WIDTH_PX } from './contender.ts';

const words = 'label loading empty failed retry newest';
const texts = Object.fromEntries(words.split(' ').map((word) => [word, word])) as CandleChartTexts;
const handTexts: HandTexts = {
  ...{ keys: 'keys', open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' },
  volumeText: String,
  minus: '−',
  percent: (percent) => `${percent.toFixed(2)}%`,
  reading: ({ close }) => String(close),
  measure: ({ difference }) => String(difference),
};
const twoDigits = (value: number): string => String(value).padStart(2, '0');
const settings: CandleViewSettings = {
  key: 'EURUSD/1min',
  periodMs: 60_000,
  digits: 5,
  formatPrice: (price) => price.toFixed(5),
  formatTime(timeMs) {
    const date = new Date(timeMs);
    return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
  },
  zoneOffsetMs: () => 0,
};
/** Wheel pixels that zoom by a tenth: the gesture doubles in 400. */
const ZOOM_WHEEL_PX = 400 * Math.log2(1.1);

export const ours: Contender = (box, bars) => {
  const series = new BarSeries();
  series.reset(bars);
  const scale = signal<PriceScale | undefined>(undefined);
  const status = signal<ChartStatus>('ready');
  const parts = {
    legendRows: 0,
    layer: signal(undefined),
    marks: signal<ChartMarks | undefined>(undefined),
    scale,
    view: signal<CandleView | undefined>(undefined),
  };
  const show = (children: ChartExtras['children']) =>
    render(
      <CandleChart
        series={series}
        status={status}
        settings={settings}
        texts={texts}
        summary={({ length }) => `${length} bars`}
        onOlder={() => undefined}
        onRetry={() => undefined}
        extras={{ ...parts, children }}
      />,
      box,
    );
  show(null);
  const plot = box.querySelector('.candle-chart-plot') as HTMLElement;
  // As a browser sends it: the chart listens above its plot.
  const wheel = (deltaX: number, deltaY: number) =>
    plot.dispatchEvent(new WheelEvent('wheel', { deltaX, deltaY, clientX: WIDTH_PX / 2, clientY: 100, bubbles: true, cancelable: true }));
  let barWidthPx = BAR_WIDTH_PX;
  return {
    pan: (direction) => void wheel(-direction * barWidthPx, 0),
    zoom(direction) {
      barWidthPx = direction > 0 ? barWidthPx * 1.1 : barWidthPx / 1.1;
      wheel(0, -direction * ZOOM_WHEEL_PX);
    },
    update: ({ timeMs, open, high, low, close }) => series.put(timeMs, open, high, low, close, 0),
    barX: (index) => parts.view.peek()?.port.barX(index) ?? Number.NaN,
    inView() {
      const count = Number(plot.dataset.candles);
      return { first: series.length - count, last: series.length - 1 };
    },
    complete(orders) {
      const { view } = parts;
      const lines = orderLines(orders, bars.last.close);
      if (orders > 0) parts.marks.value = lineMarks(lines);
      show(
        <>
          {orders > 0 && <OrderTags lines={lines} scale={scale} newest={() => series.at(series.length - 1).close} />}
          {view.value && <HandLayer view={view.value} layer={parts.layer} scale={scale} texts={handTexts} />}
        </>,
      );
    },
    destroy: () => render(null, box),
  };
};

/** Entries around a price, each with a stop loss and a take profit that can be dragged. */
function orderLines(count: number, price: number): PriceLine[] {
  const drag = { name: 'line', allow: (wanted: number) => wanted, describe: String };
  return Array.from({ length: count }, (_, at): PriceLine[] => {
    const entry = price + (at - count / 2) * 0.00002;
    return [
      { key: `${at}/entry`, kind: 'entry', price: entry, label: 'Buy 0.1', value: signal('+1.00'), drag },
      { key: `${at}/stopLoss`, kind: 'stopLoss', price: entry - 0.001, label: 'SL', value: '-10.00', drag },
      { key: `${at}/takeProfit`, kind: 'takeProfit', price: entry + 0.001, label: 'TP', value: '+10.00', drag },
    ];
  }).flat();
}

const draft = signal<LineDraft | undefined>(undefined);

type OrderTagsProps = { lines: readonly PriceLine[]; scale: ChartExtras['scale']; newest: () => number };
const OrderTags = ({ lines, scale, newest }: OrderTagsProps) => (
  <PriceTags
    lines={lines}
    scale={scale}
    draft={draft}
    formatPrice={settings.formatPrice}
    onDrop={() => undefined}
    newest={newest}
    manyText={({ length }) => ({ text: `${length} orders`, name: `${length} orders` })}
    onMany={() => undefined}
  />
);
