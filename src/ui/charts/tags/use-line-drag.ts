/** Dragging the tag of a line, by finger, mouse or arrow keys. A second finger ends it: it is a pinch then. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { priceAtY, pricePerPx } from '../price-place.ts';
import type { PriceScale } from '../price-range.ts';
import type { LineDraft, PriceLine, PriceLineDrag } from './price-line.ts';

/** Prices that a press of an arrow with Shift moves. */
const LEAP_STEPS = 10;
/** px: a press that slips less moves nothing. */
const SLIP_PX = 4;

export type DragInput = {
  line: PriceLine;
  drag: PriceLineDrag;
  /** Where the line is now: its own price, or that of the draft. */
  price: number;
  scale: ReadonlySignal<PriceScale | undefined>;
  draft: Signal<LineDraft | undefined>;
  /** The line was let go, or Enter was pressed upon it. */
  onDrop: (key: string, price: number) => void;
};
type DragHandlers = {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
  onKeyDown(event: KeyboardEvent): void;
};

export function useLineDrag({ line, drag, price, scale, draft, onDrop }: DragInput): DragHandlers {
  /** Where the tag was taken, so that it does not jump under the finger. */
  const grip = useRef<{ id: number; fromY: number; offset: number } | undefined>(undefined);
  const give = (): void => {
    grip.current = undefined;
    draft.value = undefined;
  };
  useEffect(() => {
    const second = (event: PointerEvent) => {
      if (grip.current && grip.current.id !== event.pointerId) give();
    };
    addEventListener('pointerdown', second, true);
    return () => {
      removeEventListener('pointerdown', second, true);
      // Its order ended under the finger, or the tag went into a group: nobody hears the finger leave, and nothing may stay drawn where it was.
      if (grip.current) give();
    };
  }, []);
  const leave = (event: PointerEvent): void => {
    if (grip.current?.id !== event.pointerId) return;
    grip.current = undefined;
    const left = draft.peek();
    const isMoved = left?.key === line.key && left.price !== line.price;
    if (isMoved && event.type !== 'pointercancel') {
      onDrop(line.key, left.price);
      return;
    }
    draft.value = undefined;
    if (event.type !== 'pointercancel' && left?.key !== line.key) line.open?.();
  };
  return {
    onPointerDown(event) {
      const node = event.currentTarget as HTMLElement;
      const now = scale.peek();
      // A second finger on a tag belongs to the pinch that it makes.
      if (event.button !== 0 || event.isPrimary === false || !now) return;
      node.setPointerCapture?.(event.pointerId);
      const fromY = yIn(node, event);
      grip.current = { id: event.pointerId, fromY, offset: price - priceAtY(now, fromY) };
    },
    onPointerMove(event) {
      const now = scale.peek();
      if (grip.current?.id !== event.pointerId || !now) return;
      const y = yIn(event.currentTarget as HTMLElement, event);
      if (draft.peek()?.key !== line.key && Math.abs(y - grip.current.fromY) < SLIP_PX) return;
      const wanted = priceAtY(now, y) + grip.current.offset;
      draft.value = { key: line.key, price: drag.allow(wanted) };
    },
    onPointerUp: leave,
    onPointerCancel: leave,
    onKeyDown(event) {
      const next = keyPrice(event, price, scale.peek(), drag);
      const isDrafted = draft.peek()?.key === line.key;
      if (next !== undefined) draft.value = { key: line.key, price: next };
      else if (event.key === 'Enter' && isDrafted) onDrop(line.key, price);
      else if (event.key === 'Enter' && line.open) line.open();
      else if (event.key === 'Escape' && isDrafted) draft.value = undefined;
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

const yIn = (node: HTMLElement, { clientY }: PointerEvent): number =>
  clientY - (node.closest('.price-tags') as Element).getBoundingClientRect().top;

/** Up and down by about a pixel of the chart, with Shift by ten. */
function keyPrice(event: KeyboardEvent, price: number, scale: PriceScale | undefined, drag: PriceLineDrag): number | undefined {
  if (!scale || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return undefined;
  const by = pricePerPx(scale) * (event.shiftKey ? LEAP_STEPS : 1) * (event.key === 'ArrowUp' ? 1 : -1);
  const next = drag.allow(price + by);
  return next === price ? drag.allow(price + by * 2) : next;
}
