import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Monogram } from '../kit/monogram.tsx';
import './product-mark.css';

/** Draws the flags and coins of a product by its code, `undefined` for one it does not know. Set when its code and pictures are here. */
export const drawMark = signal<((code: string) => ComponentChildren) | undefined>(undefined);

/** The face of a product wherever it is shown: the server's picture, else flags and coins, else two letters. Decoration: the code is beside it. */
export function ProductMark({ code, logo = '' }: { code: string; logo?: string }) {
  const drawn = logo === '' ? drawMark.value?.(code) : undefined;
  return (
    <span class="product-mark" aria-hidden="true" data-mark={code}>
      {drawn ?? <Monogram text={code} src={logo} />}
    </span>
  );
}
