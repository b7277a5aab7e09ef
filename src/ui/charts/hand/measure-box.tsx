import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { yOfPrice } from '../price-place.ts';
import type { PriceScale } from '../price-range.ts';
import { useSynced } from '../use-synced.ts';
import type { ChartHand } from './chart-hand.ts';
import type { Measure } from './measure.ts';

type BoxProps = { hand: ChartHand; scale: ReadonlySignal<PriceScale | undefined>; text: (measure: Measure) => string };

/** What is measured: a box from place to place with its numbers. It keeps to bars and prices while the chart moves. */
export function MeasureBox({ hand, scale, text }: BoxProps) {
  const ref = useRef<HTMLDivElement>(null);
  const measure = useComputed(() => hand.measure());
  const words = useComputed(() => (measure.value ? text(measure.value) : ''));
  const isShown = useComputed(() => measure.value !== undefined).value;
  useSynced(() => {
    const now = measure.value;
    if (hand.moves.value >= 0 && ref.current && now && scale.value) putAround(ref.current, now, hand, scale.value);
  });
  return (
    <div ref={ref} class="candle-chart-measure num" hidden={!isShown} role="status">
      <p>{words}</p>
    </div>
  );
}

function putAround(node: HTMLElement, { from, to, difference }: Measure, { view }: ChartHand, scale: PriceScale): void {
  const [left, right] = [view.port.barX(from.index), view.port.barX(to.index)];
  const [y0, y1] = [yOfPrice(scale, from.price), yOfPrice(scale, to.price)];
  const top = Math.min(y0, y1);
  node.dataset.tone = difference >= 0 ? 'up' : 'down';
  // The words stand inside the plot, on the side that has more room.
  node.dataset.words = top - scale.topPx > scale.heightPx / 2 ? 'above' : 'below';
  const style: Record<string, string> = {
    transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)`,
    'inline-size': `${Math.max(Math.round(right - left), 1)}px`,
    'block-size': `${Math.max(Math.round(Math.abs(y1 - y0)), 1)}px`,
    '--measure-left': `${Math.round(left)}px`,
    '--measure-room': `${Math.round(view.box.clientWidth - scale.axisWidthPx)}px`,
  };
  for (const [name, value] of Object.entries(style)) node.style.setProperty(name, value);
}
