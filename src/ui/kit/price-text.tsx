import type { ReadonlySignal } from '@preact/signals';
import './price-text.css';

type PriceTextProps = {
  /** Ready text; put into the node as it is, so that a tick changes one text node and no component renders. */
  text: ReadonlySignal<string>;
  /** 'up' | 'down' | '' by the sign of the change. */
  tone?: ReadonlySignal<string>;
  /** 'up' | 'down' | '' for a moment after a move. */
  flash?: ReadonlySignal<string>;
  /** Marks the price of a product for whoever drives the page. */
  symbol?: string;
};

/** A live number that never changes its width by a digit's shape. */
export function PriceText({ text, tone, flash, symbol }: PriceTextProps) {
  return (
    <span class="price num" data-symbol={symbol} data-tone={tone} data-flash={flash}>
      {text}
    </span>
  );
}
