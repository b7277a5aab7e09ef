/**
 * Keeps the bars of the chart on screen: asks the engine for one chart, takes what it answers, tells loading from ready from failed,
 * and asks for older bars one page at a time. Bars of a chart left behind are never taken for the one now wanted.
 */
import { batch, signal } from '@preact/signals';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import type { ChartRequest } from '#protocol/engine-api.ts';
import { BARS_MAX, BarSeries } from '../../../charts/bar-series.ts';
import type { ChartStatus } from '../../../charts/candle-chart.tsx';
import { enginePort, watchChart } from '../../../engine/watch.ts';
import { type ChartEvent, onChart } from '../../../state/chart.ts';

/** A page of older bars that has not come by then is asked for again. */
const OLDER_WAIT_MS = 5_000;

export class ChartFeed {
  readonly series = new BarSeries();
  readonly status = signal<ChartStatus>('loading');
  /** Indicators whose lines are in `series`; those asked for come a moment later. */
  readonly choices = signal<readonly IndicatorChoice[]>([]);
  /** Goes up when bars were loaded or begin; a tick of the newest bar does not count. */
  readonly revision = signal(0);
  #stopWatching: () => void = () => undefined;
  #wanted: ChartRequest | undefined;
  /** Which chart the bars in `series` belong to. */
  #held: ChartRequest | undefined;
  #hasOlder = false;
  #askedOlderAt = Number.NEGATIVE_INFINITY;

  /** Watches a chart until the returned function is called. Bars of the same chart stay shown while they are read again. */
  watch(request: ChartRequest): () => void {
    this.#wanted = request;
    if (!isSame(this.#held, request)) this.status.value = 'loading';
    const stopListening = onChart((event) => this.#take(event));
    this.#stopWatching = watchChart(request);
    return () => {
      stopListening();
      this.#stopWatching();
      this.#wanted = undefined;
    };
  }

  /** Asks for other indicators of the chart that is watched; its bars stay. */
  choose(indicators: readonly IndicatorChoice[]): void {
    const wanted = this.#wanted;
    if (!wanted || JSON.stringify(wanted.indicators ?? []) === JSON.stringify(indicators)) return;
    this.#wanted = { productId: wanted.productId, period: wanted.period, ...asked(indicators) };
    this.#stopWatching = watchChart(this.#wanted);
  }

  /** Asks for bars before the first one, unless there are none or they are on their way. */
  older(): void {
    const now = performance.now();
    if (!this.#hasOlder || this.series.length >= BARS_MAX || now - this.#askedOlderAt < OLDER_WAIT_MS) return;
    this.#askedOlderAt = now;
    enginePort().olderBars();
  }

  #take(event: ChartEvent): void {
    if (event.type === 'bars') {
      if (!isSame(this.#held, this.#wanted)) return;
      const { length } = this.series;
      for (const bar of event.bars) this.series.put(bar.timeMs, bar.open, bar.high, bar.low, bar.close, bar.volume, bar.lines);
      if (this.series.length !== length) this.revision.value++;
      return;
    }
    if (!isSame(event.request, this.#wanted)) return;
    if (event.type === 'chart-failed') {
      if (!isSame(this.#held, this.#wanted)) this.status.value = 'failed';
      return;
    }
    this.#hasOlder = event.older;
    this.#askedOlderAt = Number.NEGATIVE_INFINITY;
    if (event.type === 'chart-older') {
      this.series.prepend(event.bars, event.lines?.columns);
      this.revision.value++;
      return;
    }
    batch(() => {
      this.#held = event.request;
      this.choices.value = event.lines?.choices ?? [];
      this.series.reset(event.bars, event.lines?.columns);
      this.revision.value++;
      this.status.value = 'ready';
    });
  }
}

/** An empty choice is not asked for. */
export const asked = (indicators: readonly IndicatorChoice[]): Pick<ChartRequest, 'indicators'> =>
  indicators.length > 0 ? { indicators } : {};

const isSame = (a: ChartRequest | undefined, b: ChartRequest | undefined): boolean =>
  a !== undefined && b !== undefined && a.productId === b.productId && a.period === b.period;
