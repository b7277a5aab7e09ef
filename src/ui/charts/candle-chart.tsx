import type { ReadonlySignal, Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Icon } from '../kit/icon.tsx';
import type { Bar, BarSeries } from './bar-series.ts';
import { CandleView } from './candle-view.ts';
import { listenToGestures } from './chart-gestures.ts';
import type { ChartLayer, LegendLine } from './chart-layer.ts';
import type { PriceScale } from './price-range.ts';
import type { CandleViewSettings } from './view-settings.ts';
import './candle-chart.css';

export type ChartStatus = 'loading' | 'ready' | 'failed';
export type CandleChartTexts = {
  /** Name of the chart, such as 'EUR/USD, 5 minutes'. */
  label: string;
  /** How it is used with the keyboard. */
  keys: string;
  loading: string;
  empty: string;
  failed: string;
  retry: string;
  newest: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};

/** What is drawn upon the candles, and what is above them. */
export type ChartExtras = {
  layer: ReadonlySignal<ChartLayer | undefined>;
  /** Prices that the scale should take in when they are near. */
  marks: ReadonlySignal<readonly number[]>;
  /** Set by the chart: where prices are now. */
  scale: Signal<PriceScale | undefined>;
  children: ComponentChildren;
};

type CandleChartProps = {
  series: BarSeries;
  status: ReadonlySignal<ChartStatus>;
  settings: CandleViewSettings;
  texts: CandleChartTexts;
  /** What a screen reader hears of the whole: said again when bars are loaded or added, not with every tick. */
  summary: (series: BarSeries) => string;
  formatVolume: (volume: number) => string;
  onOlder: () => void;
  onRetry: () => void;
  extras?: ChartExtras;
};

/** Candles with volume, crosshair, pinch and pan; or what is in their place while there are none. The height never changes. */
export function CandleChart({ series, status, settings, texts, summary, formatVolume, onOlder, onRetry, extras }: CandleChartProps) {
  const plotRef = useRef<HTMLDivElement>(null);
  const viewRef = useRef<CandleView | null>(null);
  const barUnder = useSignal<BarUnder | null>(null);
  const isFollowing = useSignal(true);
  const spoken = useSignal('');
  const latest = useRef({ onOlder, summary });
  latest.current = { onOlder, summary };

  useEffect(() => {
    const plot = plotRef.current;
    if (!plot) return undefined;
    const say = () => (spoken.value = latest.current.summary(series));
    const view = new CandleView(plot, series, settings, {
      onOlder: () => latest.current.onOlder(),
      onCrosshair: (index) => (barUnder.value = index === undefined ? null : { index, ...series.at(index) }),
      onFollow: (following) => (isFollowing.value = following),
      onBars: say,
      onScale: (scale) => {
        if (extras) extras.scale.value = scale;
      },
    });
    viewRef.current = view;
    const stopGestures = listenToGestures(plot, gestureTarget(view));
    say();
    return () => {
      stopGestures();
      view.destroy();
      viewRef.current = null;
    };
  }, [series]);
  useEffect(() => viewRef.current?.configure(settings), [settings]);
  const { layer, marks } = extras ?? {};
  useEffect(() => layer?.subscribe((drawn) => viewRef.current?.setLayer(drawn)), [series, layer]);
  useEffect(() => marks?.subscribe((prices) => viewRef.current?.setMarks(prices)), [series, marks]);

  const legendOf = (index: number) => layer?.peek()?.legend(series, index) ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    const view = viewRef.current;
    if (view && pressKey(view, event)) event.preventDefault();
  };
  return (
    <div class="candle-chart" data-panes={layer?.value?.paneCount || undefined}>
      <div
        ref={plotRef}
        class="candle-chart-plot"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is worked by keys once it has the focus.
        tabIndex={0}
        aria-label={texts.label}
        aria-description={texts.keys}
        onKeyDown={onKeyDown}
      />
      {extras?.children}
      <Legend bar={barUnder} settings={settings} texts={texts} formatVolume={formatVolume} lines={legendOf} />
      <p class="sr-only">{spoken}</p>
      {!isFollowing.value && status.value === 'ready' && (
        <button type="button" class="candle-chart-newest" aria-label={texts.newest} onClick={() => viewRef.current?.showNewest()}>
          <Icon name="forward" size={16} />
        </button>
      )}
      <ChartState status={status.value} isEmpty={spoken.value === ''} texts={texts} onRetry={onRetry} />
    </div>
  );
}

const gestureTarget = (view: CandleView) => ({
  pan: (dx: number) => view.pan(dx),
  zoom: (factor: number, x: number) => view.zoom(factor, x),
  crosshair: (x: number, y: number) => view.crosshairAt(x, y),
  hideCrosshair: () => view.hideCrosshair(),
  hasCrosshair: () => view.hasCrosshair(),
});

/** Bars that a press of an arrow with Shift moves. */
const LEAP_BARS = 10;
const ZOOM_STEP = 0.8;

/** True when the key meant something to the chart. */
function pressKey(view: CandleView, event: KeyboardEvent): boolean {
  const bars = event.shiftKey ? LEAP_BARS : 1;
  if (event.key === 'ArrowLeft') view.moveCrosshair(-bars);
  else if (event.key === 'ArrowRight') view.moveCrosshair(bars);
  else if (event.key === '+' || event.key === '=') view.zoom(ZOOM_STEP);
  else if (event.key === '-') view.zoom(1 / ZOOM_STEP);
  else if (event.key === 'End') view.showNewest();
  else if (event.key === 'Escape' && view.hasCrosshair()) view.hideCrosshair();
  else return false;
  return true;
}

type BarUnder = Bar & { index: number };
type LegendProps = {
  bar: ReadonlySignal<BarUnder | null>;
  lines: (index: number) => readonly LegendLine[];
  settings: CandleViewSettings;
  texts: CandleChartTexts;
  formatVolume: (volume: number) => string;
};

/** The bar under the crosshair in numbers; read out as the keyboard moves it. */
function Legend({ bar, settings, texts, formatVolume, lines }: LegendProps) {
  const shown = bar.value;
  if (!shown) return null;
  const { formatPrice, formatTime } = settings;
  return (
    <div class="candle-chart-legend num" role="status">
      <span>{formatTime(shown.time, 'full')}</span>
      {(['open', 'high', 'low', 'close'] as const).map((name) => (
        <span key={name}>
          {texts[name]} <b>{formatPrice(shown[name])}</b>
        </span>
      ))}
      {shown.volume > 0 && (
        <span>
          {texts.volume} <b>{formatVolume(shown.volume)}</b>
        </span>
      )}
      {lines(shown.index).map(({ name, value, colour, digits }) => (
        <span key={name} data-line={colour + 1}>
          {name} <b>{digits === undefined ? formatPrice(value) : value.toFixed(digits)}</b>
        </span>
      ))}
    </div>
  );
}

type StateProps = { status: ChartStatus; isEmpty: boolean; texts: CandleChartTexts; onRetry: () => void };

/** Heights of the waiting bars, in percent: the look of a chart, of no particular one. */
const WAITING_BARS = [30, 42, 36, 54, 48, 62, 50, 44, 58, 70, 64, 76, 60, 52, 66, 80, 72, 68];

function ChartState({ status, isEmpty, texts, onRetry }: StateProps) {
  if (status === 'failed') {
    return (
      <div class="candle-chart-state">
        <Empty kind="failed" icon="warning" text={texts.failed} action={<Button onClick={onRetry}>{texts.retry}</Button>} />
      </div>
    );
  }
  if (status === 'loading') {
    return (
      <div class="candle-chart-state" role="status" aria-busy="true" aria-label={texts.loading}>
        <div class="candle-chart-skeleton" ref={raiseBars} aria-hidden="true">
          {WAITING_BARS.map((_, index) => (
            <span key={index} />
          ))}
        </div>
      </div>
    );
  }
  if (!isEmpty) return null;
  return (
    <div class="candle-chart-state">
      <Empty icon="candles" text={texts.empty} />
    </div>
  );
}

/** Heights are set by script: the page's policy allows no style attribute in markup. */
function raiseBars(node: HTMLElement | null): void {
  if (!node) return;
  for (const [index, bar] of [...node.children].entries()) (bar as HTMLElement).style.setProperty('height', `${WAITING_BARS[index]}%`);
}
