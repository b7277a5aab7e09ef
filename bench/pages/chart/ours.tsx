/** The chart of the Trade screen: the component itself, with its gestures, its words for a screen reader and its overlay. */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { BarSeries } from '../../../src/ui/charts/bar-series.ts';
import { CandleChart, type CandleChartTexts, type ChartExtras, type ChartStatus } from '../../../src/ui/charts/candle-chart.tsx';
import type { PriceScale } from '../../../src/ui/charts/price-range.ts';
import type { CandleViewSettings } from '../../../src/ui/charts/view-settings.ts';
import { BAR_WIDTH_PX, type Contender, RIGHT_GAP_BARS, WIDTH_PX } from './contender.ts';

const words = 'label keys loading empty failed retry newest open high low close volume';
const texts = Object.fromEntries(words.split(' ').map((word) => [word, word])) as CandleChartTexts;
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
  const extras: ChartExtras = { layer: signal(undefined), marks: signal([]), scale, children: null };
  render(
    <CandleChart
      series={series}
      status={status}
      settings={settings}
      texts={texts}
      summary={({ length }) => `${length} bars`}
      formatVolume={String}
      onOlder={() => undefined}
      onRetry={() => undefined}
      extras={extras}
    />,
    box,
  );
  const plot = box.querySelector('.candle-chart-plot') as HTMLElement;
  const wheel = (deltaX: number, deltaY: number) =>
    plot.dispatchEvent(new WheelEvent('wheel', { deltaX, deltaY, clientX: WIDTH_PX / 2, clientY: 100, cancelable: true }));
  let barWidthPx = BAR_WIDTH_PX;
  return {
    pan: (direction) => void wheel(-direction * barWidthPx, 0),
    zoom(direction) {
      barWidthPx = direction > 0 ? barWidthPx * 1.1 : barWidthPx / 1.1;
      wheel(0, -direction * ZOOM_WHEEL_PX);
    },
    update: ({ timeMs, open, high, low, close }) => series.put(timeMs, open, high, low, close, 0),
    barX: (index) => WIDTH_PX - (scale.peek()?.axisWidthPx ?? Number.NaN) - (series.length - 0.5 + RIGHT_GAP_BARS - index) * barWidthPx,
    inView() {
      const count = Number(plot.dataset.candles);
      return { first: series.length - count, last: series.length - 1 };
    },
    destroy: () => render(null, box),
  };
};
