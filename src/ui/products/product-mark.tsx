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

/** The face of a product wherever it is shown: the server's picture, else flags and coins, else two letters. Decoration: the code is beside it. */
export function ProductMark({ code, logo = '' }: { code: string; logo?: string }) {
  const drawn = logo === '' ? markOf(code).value?.(code) : undefined;
  return (
    <span class="product-mark" aria-hidden="true" data-mark={code}>
      {drawn ?? <Monogram text={code} src={logo} />}
    </span>
  );
}
