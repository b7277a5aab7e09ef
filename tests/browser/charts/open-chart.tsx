/** A chart by itself, as a test opens it: with what comes later or without, over bars of a fixed wave. */
import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import type { BarSeries } from '#ui/charts/bar-series.ts';
import { CandleChart, type ChartExtras, type ChartStatus } from '#ui/charts/candle-chart.tsx';
import type { CandleView } from '#ui/charts/candle-view.ts';
import type { ChartMarks } from '#ui/charts/chart-extra.ts';
import type { ChartLayer } from '#ui/charts/chart-layer.ts';
import { HandLayer, type HandTexts, type PinnedPrice } from '#ui/charts/hand/hand-layer.tsx';
import type { PriceScale } from '#ui/charts/price-range.ts';
import type { CandleViewSettings } from '#ui/charts/view-settings.ts';
import '#ui/tokens.css';

const settings: CandleViewSettings = {
  key: '1/5min',
  periodMs: 300_000,
  digits: 2,
  formatPrice: (price) => price.toFixed(2),
  formatTime: (timeMs, kind) => `${kind} ${timeMs / 60_000}`,
  zoneOffsetMs: () => 0,
};
const OLD = { ...settings, isOld: true };
const handTexts: HandTexts = {
  keys: 'Arrow keys',
  ...{ open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' },
  volumeText: String,
  minus: '\u2212',
  percent: (percent) => `${percent.toFixed(2)}%`,
  reading: ({ time, close }) => `bar ${time / 60_000} closed at ${close}`,
  measure: ({ difference, percent, bars, spanMs }) => `${difference.toFixed(2)} ${percent.toFixed(2)}% ${bars} bars ${spanMs / 60_000} min`,
};
export const UP = [133, 189, 0];
export const DOWN = [246, 84, 62];

/** What a chart is given, and what it tells. */
export const bench = {
  status: signal<ChartStatus>('ready'),
  onOlder: vi.fn(),
  onRetry: vi.fn(),
  onPinned: vi.fn(),
  layer: signal<ChartLayer | undefined>(undefined),
  marks: signal<ChartMarks | undefined>(undefined),
  scale: signal<PriceScale | undefined>(undefined),
  view: signal<CandleView | undefined>(undefined),
  /** Whether the newest price is live, of the chart that was opened last. */
  setOld: (_old: boolean): void => undefined,
};

type ChartProps = { series: BarSeries; hasHand: boolean; isOld: boolean };

function Chart({ series, hasHand, isOld }: ChartProps) {
  const { status, onOlder, onRetry, onPinned, layer, marks, scale, view } = bench;
  const atPrice = (pinned: PinnedPrice, done: () => void) => {
    onPinned(pinned);
    return (
      <button type="button" onClick={done}>
        Order at {pinned.price}
      </button>
    );
  };
  const children = hasHand && view.value && <HandLayer view={view.value} layer={layer} scale={scale} texts={handTexts} atPrice={atPrice} />;
  const extras: ChartExtras = { legendRows: 0, layer, marks, scale, view, children };
  return (
    <CandleChart
      series={series}
      status={status}
      settings={isOld ? OLD : settings}
      texts={{ label: 'EUR/USD, 5 minutes', loading: 'Loading', empty: 'No data yet', failed: 'Failed', retry: 'Retry', newest: 'Newest' }}
      summary={({ length }) => (length === 0 ? '' : `${length} bars`)}
      onOlder={onOlder}
      onRetry={onRetry}
      extras={extras}
    />
  );
}

/** The plot. */
export function openChart(series: BarSeries, { hasHand = false, isOld = false } = {}): HTMLElement {
  const { rerender } = render(<Chart series={series} hasHand={hasHand} isOld={isOld} />);
  bench.setOld = (old) => rerender(<Chart series={series} hasHand={hasHand} isOld={old} />);
  return screen.getByRole('application');
}

export function closeChart(): void {
  cleanup();
  for (const part of [bench.layer, bench.marks, bench.scale, bench.view]) part.value = undefined;
}

export const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
export const canvases = (box: HTMLElement) => [...box.querySelectorAll('canvas')] as [HTMLCanvasElement, HTMLCanvasElement];

/** Pixels of a canvas, or of what lies right of `from` in it, that have exactly this colour. */
export function countColour(canvas: HTMLCanvasElement, [r, g, b]: number[], from = 0): number {
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(from, 0, canvas.width - from, canvas.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) found++;
  return found;
}
