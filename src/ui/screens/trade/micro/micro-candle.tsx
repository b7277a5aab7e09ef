import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../language/i18n.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { onChart } from '../../../state/chart.ts';
import { priceText, UNKNOWN } from '../../../text/format.ts';
import type { ChartFeed } from '../chart/chart-feed.ts';

const FIGURES = ['open', 'high', 'low', 'close'] as const;
type CandleProps = { shown: ReadonlySignal<ChartFeed | undefined>; digits: number };

/** Open, high, low and close of the candle that is forming on the chart, as they move. */
export function MicroCandle({ shown, digits }: CandleProps) {
  const ref = useRef<HTMLElement>(null);
  const moved = useSignal(0);
  // Said by an attribute: a `:has()` over the whole page would have the browser style all of it anew with whatever is put into it.
  useLayoutEffect(() => {
    const page = ref.current?.closest('.trade');
    page?.toggleAttribute('data-candle', true);
    return () => page?.removeAttribute('data-candle');
  }, []);
  useWhileActive(() => {
    // It may have moved while nobody looked.
    moved.value++;
    return onChart(() => moved.value++);
  });
  void moved.value;
  // The candles of the chart that is shown have taken what moved by the time this is drawn.
  const series = shown.value?.series;
  const last = series && series.length > 0 ? series.at(series.length - 1) : undefined;
  return (
    <section ref={ref} class="micro-candle" aria-label={t('micro:candle')}>
      <dl>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`micro:candle.${name}`)}</dt>
            <dd class="num">{last ? priceText(last[name], digits) : UNKNOWN}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
