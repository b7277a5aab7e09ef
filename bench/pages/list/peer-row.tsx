/** @jsxImportSource react */
import { percentText, priceText, toneOf } from '../../../src/ui/text/format.ts';
import type { ListQuote } from './market.ts';

/** The same row, and the same formats, for the React peers. They do not colour a moved price, which ours does: less work, not more. */
export function PeerRow({ quote }: { quote: ListQuote }) {
  return (
    <a className="product-link" href="#/trade">
      <span className="monogram">{quote.symbol.slice(0, 2)}</span>
      <span className="product-link-name">
        <b>{quote.symbol}</b>
        <small>Name of {quote.symbol}</small>
      </span>
      <span className="product-link-price">
        <span className="price num" data-symbol={quote.symbol}>
          {priceText(quote.close, 5)}
        </span>
      </span>
      <span className="product-link-change num" data-tone={toneOf(quote.change)}>
        {percentText(quote.change)}
      </span>
    </a>
  );
}
