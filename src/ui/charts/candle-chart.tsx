import type { ReadonlySignal, Signal } from '@preact/signals';
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Icon } from '../kit/icon.tsx';
import type { BarSeries } from './bar-series.ts';
import { CandleView } from './candle-view.ts';
import type { ChartMarks } from './chart-extra.ts';
import { listenToGestures } from './chart-gestures.ts';
import type { ChartLayer } from './chart-layer.ts';
import type { PriceScale } from './price-range.ts';
import type { CandleViewSettings } from './view-settings.ts';
import './candle-chart.css';

export type ChartStatus = 'loading' | 'ready' | 'failed';
export type CandleChartTexts = {
  /** Name of the chart, such as 'EUR/USD, 5 minutes'. */
  label: string;
  loading: string;
  empty: string;
  failed: string;
  retry: string;
  newest: string;
};

/** What is drawn upon the candles, and what is above them. */
export type ChartExtras = {
  /** Lines of the legend beside the bar's own: their room is there before what fills it. */
  legendRows: number;
  layer: ReadonlySignal<ChartLayer | undefined>;
  /** Lines at prices, such as those of orders. */
  marks: ReadonlySignal<ChartMarks | undefined>;
  /** Set by the chart: where prices are now. */
  scale: Signal<PriceScale | undefined>;
  /** Set by the chart: itself, for what comes later (`hand/chart-hand.tsx`). */
  view: Signal<CandleView | undefined>;
  children: ComponentChildren;
};

type CandleChartProps = {
  series: BarSeries;
  status: ReadonlySignal<ChartStatus>;
  settings: CandleViewSettings;
  texts: CandleChartTexts;
  /** What a screen reader hears of the whole: said again when bars are loaded or added, not with every tick. */
  summary: (series: BarSeries) => string;
  onOlder: () => void;
  onRetry: () => void;
  extras?: ChartExtras;
};

/** Candles with volume, pinch and pan; or what is in their place while there are none. The height never changes. */
export function CandleChart({ series, status, settings, texts, summary, onOlder, onRetry, extras }: CandleChartProps) {
  const plotRef = useRef<HTMLDivElement>(null);
  const viewRef = useRef<CandleView | null>(null);
  const isFollowing = useSignal(true);
  // From the first render on: bars that are there are never said to be missing, and are rendered once.
  const spoken = useMemo(() => signal(summary(series)), []);
  const latest = useRef({ onOlder, summary });
  latest.current = { onOlder, summary };

  // Before the first paint: candles that are here are in it.
  useLayoutEffect(() => {
    const plot = plotRef.current;
    if (!plot) return undefined;
    const view = new CandleView(plot, series, settings, {
      onOlder: () => latest.current.onOlder(),
      onFollow: (following) => (isFollowing.value = following),
      onBars: () => (spoken.value = latest.current.summary(series)),
      onScale: (scale) => {
        if (extras) extras.scale.value = scale;
      },
    });
    viewRef.current = view;
    if (extras) extras.view.value = view;
    const stopGestures = listenToGestures(plot, view);
    return () => {
      stopGestures();
      if (extras) extras.view.value = undefined;
      view.destroy();
      viewRef.current = null;
    };
  }, [series]);
  useEffect(() => viewRef.current?.configure(settings), [settings]);
  const { layer, marks } = extras ?? {};
  useEffect(() => layer?.subscribe((drawn) => viewRef.current?.setLayer(drawn)), [series, layer]);
  useEffect(() => marks?.subscribe((drawn) => viewRef.current?.setMarks(drawn)), [series, marks]);

  return (
    <div
      class="candle-chart"
      data-toasts=""
      style={{ '--legend-rows': extras?.legendRows }}
      data-lines={layer?.value ? '' : undefined}
      data-old={settings.isOld ? '' : undefined}
    >
      <div
        ref={plotRef}
        class="candle-chart-plot"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is worked by keys once it has the focus.
        tabIndex={0}
        aria-label={texts.label}
      />
      {extras?.children}
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
