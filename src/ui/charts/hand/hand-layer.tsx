/** What comes to a chart once its candles are there: legend, crosshair, measure, keys, and a place for what may be done at a price. */
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { CandleView } from '../candle-view.ts';
import { spotIn } from '../chart-gestures.ts';
import type { ChartLayer } from '../chart-layer.ts';
import { yOfPrice } from '../price-place.ts';
import type { PriceScale } from '../price-range.ts';
import { ChartHand, type Reading } from './chart-hand.ts';
import { pressKey } from './chart-keys.ts';
import { ChartLegend, type LegendTexts } from './chart-legend.tsx';
import type { Measure } from './measure.ts';
import { MeasureBox } from './measure-box.tsx';
import './hand.css';

export type HandTexts = LegendTexts & {
  /** How the chart is used with the keyboard. */
  keys: string;
  /** A bar as a screen reader hears it. */
  reading: (reading: Reading) => string;
  measure: (measure: Measure) => string;
};
/** A price that somebody points at. `isLow`: it lies in the lower half of the plot. `isByKey`: the keyboard brought it there. */
export type PinnedPrice = { readonly price: number; readonly isLow: boolean; readonly isByKey: boolean };

type HandLayerProps = {
  view: CandleView;
  layer: ReadonlySignal<ChartLayer | undefined>;
  scale: ReadonlySignal<PriceScale | undefined>;
  texts: HandTexts;
  /** What is offered at a pinned price; `done` takes the pin away. */
  atPrice?: (pinned: PinnedPrice, done: () => void) => ComponentChildren;
};

export function HandLayer({ view, layer, scale, texts, atPrice }: HandLayerProps) {
  const hand = useMemo(() => new ChartHand(view, scale), [view]);
  const isByKey = useSignal(false);
  const said = useSignal('');
  useEffect(() => {
    view.setExtra(hand);
    return () => view.setExtra(undefined);
  }, [hand]);
  useEffect(() => listenToKeys(hand, isByKey), [hand]);
  useEffect(() => view.box.setAttribute('aria-description', texts.keys), [view, texts.keys]);
  useAxisPad(view, scale);
  useSignalEffect(() => {
    const at = hand.place();
    if (isByKey.value) said.value = at ? texts.reading(hand.reading() as Reading) : '';
  });
  const pinned = useComputed(() => pinnedPrice(hand, scale.value, isByKey.value)).value;
  const done = () => {
    hand.clear();
    if (isByKey.peek()) view.box.focus();
  };
  return (
    <>
      <ChartLegend hand={hand} layer={layer} scale={scale} texts={texts} />
      <MeasureBox hand={hand} scale={scale} text={texts.measure} />
      <p class="sr-only" role="status">
        {said}
      </p>
      {pinned && atPrice?.(pinned, done)}
    </>
  );
}

function pinnedPrice(hand: ChartHand, scale: PriceScale | undefined, isByKey: boolean): PinnedPrice | undefined {
  const at = hand.place();
  if (!at || !scale || !hand.cross.value?.isPinned) return undefined;
  return { price: at.price, isLow: yOfPrice(scale, at.price) > scale.topPx + scale.heightPx / 2, isByKey };
}

/** Keys, and the second button of a mouse, which pins as a held finger does. */
function listenToKeys(hand: ChartHand, isByKey: { value: boolean }): () => void {
  const { box } = hand.view;
  const press = (event: KeyboardEvent) => {
    isByKey.value = true;
    if (pressKey(hand, event)) event.preventDefault();
  };
  const point = () => {
    isByKey.value = false;
  };
  const pin = (event: MouseEvent) => {
    if ((event as PointerEvent).pointerType === 'mouse') hand.pinAt(spotIn(box, event));
  };
  box.addEventListener('keydown', press);
  box.addEventListener('pointerdown', point);
  box.addEventListener('contextmenu', pin);
  return () => {
    box.removeEventListener('keydown', press);
    box.removeEventListener('pointerdown', point);
    box.removeEventListener('contextmenu', pin);
  };
}

/** The axis under the finger: a drag there never scrolls the page. */
function useAxisPad(view: CandleView, scale: ReadonlySignal<PriceScale | undefined>): void {
  const pad = useMemo(() => document.createElement('div'), []);
  useEffect(() => {
    pad.className = 'candle-chart-axis';
    view.box.append(pad);
    return () => pad.remove();
  }, [view]);
  // A pan moves the prices and not the axis: what is the same is not set again, since it would have the chart's styles worked out anew.
  const width = useComputed(() => `${scale.value?.axisWidthPx ?? 0}px`);
  const height = useComputed(() => `${(scale.value?.topPx ?? 0) + (scale.value?.heightPx ?? 0)}px`);
  useSignalEffect(() => {
    pad.style.setProperty('inline-size', width.value);
    pad.style.setProperty('block-size', height.value);
    view.box.parentElement?.style.setProperty('--axis-width', width.value);
  });
}
