import { type Followed, LiveText } from './live-text.tsx';
import './price-text.css';

/** A live number that never changes its width by a digit's shape. `symbol` marks the price of a product for anyone who drives the page. */
export function PriceText({ text, tone, flash, symbol }: Followed & { symbol?: string }) {
  return <LiveText class="price num" text={text} tone={tone} flash={flash} symbol={symbol} />;
}
