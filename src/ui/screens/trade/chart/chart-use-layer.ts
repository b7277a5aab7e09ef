/** The drawing of indicators, whose code comes with the first one chosen; the chart is without it until then. */
import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ChartLayer } from '../../../charts/chart-layer.ts';
import type { ChartFeed } from './chart-feed.ts';

/** Follows the lines that the feed's bars carry. */
export function useChartLayer(feed: ChartFeed): ReadonlySignal<ChartLayer | undefined> {
  const layer: Signal<ChartLayer | undefined> = useSignal(undefined);
  useSignalEffect(() => {
    const choices = feed.choices.value;
    if (choices.length === 0) {
      layer.value = undefined;
      return;
    }
    import('../../../charts/indicator-layer.ts').then(
      ({ IndicatorLayer }) => {
        if (choices === feed.choices.peek()) layer.value = new IndicatorLayer(choices);
      },
      () => undefined,
    );
  });
  return layer;
}
