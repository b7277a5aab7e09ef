import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Monogram } from '../kit/monogram.tsx';
import './product-mark.css';

/** Draws the flags and coins of a product by its code, `undefined` for one it does not know. */
type DrawMark = (code: string) => ComponentChildren;

let draw: DrawMark | undefined;
/** How each code is drawn that was ever shown; a catalogue has at most some thousands. */
const marks = new Map<string, Signal<DrawMark | undefined>>();

function markOf(code: string): Signal<DrawMark | undefined> {
  const mark = marks.get(code) ?? signal(draw);
  marks.set(code, mark);
  return mark;
}

/** Has every mark from here on drawn by `next`, and gives what redraws each one that is shown already. */
export function drawMarksBy(next: DrawMark): readonly (() => void)[] {
  draw = next;
  return [...marks.values()].map((mark) => () => {
    mark.value = next;
  });
}

/** Letters for all, where flags and coins cannot be had or are not wanted. */
export function showLetters(): undefined {
  if (!draw) for (const redraw of drawMarksBy(() => undefined)) redraw();
}

/**
 * The face of a product wherever it is shown: the server's picture, else flags and coins, else two letters; nothing before it is known which
 * (decision D9.434). Decoration: the code is beside it.
 */
export function ProductMark({ code, logo = '' }: { code: string; logo?: string }) {
  const by = markOf(code).value;
  return (
    <span class="product-mark" aria-hidden="true" data-mark={code}>
      {(logo === '' && by?.(code)) || <Monogram text={by ? code : ''} src={logo} />}
    </span>
  );
}
