/**
 * Lines across the chart at prices that mean something: where an order began, where it ends. Each has a tag with words and a live number;
 * some can be dragged by the tag or moved with the arrow keys. Elements, not canvas: they are reached by hand, key and screen reader.
 */
import { type ReadonlySignal, type Signal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PriceScale } from './price-range.ts';
import './price-lines.css';

export type PriceLineDrag = {
  /** Name of the handle for those who do not see it. */
  readonly name: string;
  /** The price nearest to the wanted one that is allowed. */
  allow(price: number): number;
  /** What the tag says while the line is at this price. */
  describe(price: number): string;
};
export type PriceLine = {
  readonly key: string;
  readonly kind: 'entry' | 'pending' | 'stopLoss' | 'takeProfit';
  readonly price: number;
  /** Such as 'Buy 0.10'. */
  readonly label: string;
  /** Stands behind the label: a profit that moves, or one that does not. */
  readonly value?: ReadonlySignal<string> | string;
  readonly tone?: ReadonlySignal<'' | 'up' | 'down'> | '' | 'up' | 'down';
  readonly drag?: PriceLineDrag;
};
/** A line away from its place: under the finger, or let go and not yet decided. */
export type LineDraft = { readonly key: string; readonly price: number };

type PriceLinesProps = {
  lines: readonly PriceLine[];
  scale: ReadonlySignal<PriceScale | undefined>;
  draft: Signal<LineDraft | undefined>;
  formatPrice: (price: number) => string;
  /** The line was let go, or Enter was pressed upon it. */
  onDrop: (key: string, price: number) => void;
};

export function PriceLines({ lines, ...rest }: PriceLinesProps) {
  return (
    <div class="price-lines">
      {lines.map((line) => (
        <Line key={line.key} line={line} {...rest} />
      ))}
    </div>
  );
}

type LineProps = Omit<PriceLinesProps, 'lines'> & { line: PriceLine };

function Line({ line, scale, draft, formatPrice, onDrop }: LineProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isDrafted = draft.value?.key === line.key;
  const price = isDrafted ? (draft.value as LineDraft).price : line.price;
  const place = useRef(line.price);
  place.current = price;
  useSignalEffect(() => putAt(ref.current, scale.value, place.current));
  useLayoutEffect(() => putAt(ref.current, scale.peek(), price), [price]);
  return (
    <div ref={ref} class="price-line" data-kind={line.kind} data-drafted={isDrafted || undefined}>
      {line.drag ? (
        <Handle {...{ line, drag: line.drag, isDrafted, price, scale, draft, formatPrice, onDrop }} />
      ) : (
        <span class="price-line-tag">
          <TagText line={line} />
        </span>
      )}
      {/* The entry's price would cover that of the market, which begins there. */}
      {(line.kind !== 'entry' || isDrafted) && <span class="price-line-price num">{formatPrice(price)}</span>}
    </div>
  );
}

/** Moves a line by transform alone; one outside of the scale waits at its edge. */
function putAt(node: HTMLElement | null, scale: PriceScale | undefined, price: number): void {
  if (!node) return;
  node.hidden = !scale;
  if (!scale) return;
  const { min, max, topPx, heightPx, axisWidthPx } = scale;
  const y = topPx + ((max - price) / (max - min)) * heightPx;
  const edge = Math.min(Math.max(y, topPx), topPx + heightPx);
  node.dataset.off = y < topPx ? 'above' : y > topPx + heightPx ? 'below' : '';
  node.style.setProperty('transform', `translateY(${Math.round(edge)}px)`);
  node.style.setProperty('--axis-width', `${axisWidthPx}px`);
}

function TagText({ line }: { line: PriceLine }) {
  return (
    <>
      {line.label} {line.value !== undefined && <b data-tone={line.tone}>{line.value}</b>}
    </>
  );
}

type HandleProps = LineProps & { drag: PriceLineDrag; isDrafted: boolean; price: number };

/** Prices that a press of an arrow with Shift moves. */
const LEAP_STEPS = 10;

function Handle({ line, drag, isDrafted, price, scale, draft, formatPrice, onDrop }: HandleProps) {
  const grip = useRef<{ id: number; offset: number } | undefined>(undefined);
  const priceAt = (clientY: number, node: Element): number => {
    const box = (node.closest('.price-lines') as Element).getBoundingClientRect();
    const { min, max, topPx, heightPx } = scale.peek() as PriceScale;
    return max - ((clientY - box.top - topPx) / heightPx) * (max - min);
  };
  const onDown = (event: PointerEvent) => {
    const node = event.currentTarget as HTMLElement;
    if (event.button !== 0 || !scale.peek()) return;
    node.setPointerCapture?.(event.pointerId);
    // Where the tag was taken, so that it does not jump under the finger.
    grip.current = { id: event.pointerId, offset: price - priceAt(event.clientY, node) };
  };
  const onMove = (event: PointerEvent) => {
    if (grip.current?.id !== event.pointerId) return;
    const wanted = priceAt(event.clientY, event.currentTarget as Element) + grip.current.offset;
    draft.value = { key: line.key, price: drag.allow(wanted) };
  };
  const onUp = (event: PointerEvent) => {
    if (grip.current?.id !== event.pointerId) return;
    grip.current = undefined;
    const left = draft.peek();
    if (event.type === 'pointercancel') draft.value = undefined;
    else if (left?.key === line.key && left.price !== line.price) onDrop(line.key, left.price);
    else draft.value = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyPrice(event, price, scale.peek(), drag);
    if (next !== undefined) draft.value = { key: line.key, price: next };
    else if (event.key === 'Enter' && isDrafted) onDrop(line.key, price);
    else if (event.key === 'Escape' && isDrafted) draft.value = undefined;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      class="price-line-tag"
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={drag.name}
      aria-valuenow={price}
      aria-valuetext={isDrafted ? `${formatPrice(price)}, ${drag.describe(price)}` : formatPrice(price)}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onKeyDown={onKeyDown}
    >
      {isDrafted ? drag.describe(price) : <TagText line={line} />}
      <i aria-hidden="true" />
    </span>
  );
}

/** Up and down by about a pixel of the chart, with Shift by ten. */
function keyPrice(event: KeyboardEvent, price: number, scale: PriceScale | undefined, drag: PriceLineDrag): number | undefined {
  if (!scale || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return undefined;
  const pixel = (scale.max - scale.min) / scale.heightPx;
  const by = pixel * (event.shiftKey ? LEAP_STEPS : 1) * (event.key === 'ArrowUp' ? 1 : -1);
  const next = drag.allow(price + by);
  return next === price ? drag.allow(price + by * 2) : next;
}
