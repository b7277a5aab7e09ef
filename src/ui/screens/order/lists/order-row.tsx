import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Order } from '#domain/order.ts';
import { Badge } from '../../../kit/badge.tsx';
import { cardName, sideLotsText } from '../../../orders/order-texts.ts';
import { ProductMark } from '../../../products/product-mark.tsx';
import type { RowOpening } from './row-opening.ts';
import './order-row.css';

type OrderRowProps = {
  order: Order;
  opening: RowOpening;
  /** Behind side and lots: what is special now, such as a closed market. */
  note?: string | undefined;
  /** When it ended, or which stops it has. */
  underMark: ComponentChildren;
  /** What is known of its prices, and what it comes to: two lines at each end. */
  prices: ComponentChildren;
  result: ComponentChildren;
  below: ComponentChildren;
  /** What moves with its market is grey. */
  isOld?: boolean;
  /** Its figures and what can be done; made only while the row stands open. */
  children: ComponentChildren;
};

/** One order in two lines: product, side and lots, prices, and what it comes to. A tap opens it in place. */
export function OrderRow({ order, opening, note, underMark, prices, result, below, isOld, children }: OrderRowProps) {
  const isOpen = opening.id.value === order.id;
  return (
    <article class="order-row" aria-label={cardName(order)} data-open={isOpen ? '' : undefined} data-old={isOld ? '' : undefined}>
      <button type="button" class="order-row-head" aria-expanded={isOpen} onClick={() => opening.toggle(order.id)}>
        <span class="order-row-mark">
          <ProductMark code={order.product.code} />
          {underMark}
        </span>
        <span>
          <span class="order-row-line">
            <b>{order.product.showCode}</b>
            <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{sideLotsText(order)}</Badge>
            {note && <small>{note}</small>}
            <span class="order-row-end">{result}</span>
          </span>
          <span class="order-row-line">
            {prices}
            <span class="order-row-end">{below}</span>
          </span>
        </span>
      </button>
      {isOpen && <OrderRowBody>{children}</OrderRowBody>}
    </article>
  );
}

/** One that opens low on the screen comes up as far as it must: what can be done stands at its end, behind the tabs. */
function OrderRowBody({ children }: { children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={ref} class="order-row-body">
      {children}
    </div>
  );
}

/** Entry and now, or entry and close: '1.08342 → 1.08384'. */
export function FromTo({ from, to }: { from: string; to: ComponentChildren }) {
  return (
    <small class="num">
      {from} → {to}
    </small>
  );
}

/** A figure of an open row: its name above, its number below. */
export function RowFigure({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="num">{children}</dd>
    </div>
  );
}
