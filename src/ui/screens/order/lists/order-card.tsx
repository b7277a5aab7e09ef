import type { ComponentChildren } from 'preact';
import type { Order } from '#domain/order.ts';
import { Badge } from '../../../kit/badge.tsx';
import { cardName, sideText, sizeText } from '../../../orders/order-texts.ts';
import './order-card.css';

type OrderCardProps = {
  order: Order;
  /** At the end of the first line: the profit, or a price. */
  aside: ComponentChildren;
  /** Behind the size: what is special now, such as a closed market. */
  note?: string | undefined;
  /** Rows of three figures. */
  children: ComponentChildren;
  foot?: ComponentChildren;
  onOpen: () => void;
};

/** One order: side, product and size, its figures, and what can be done. A tap opens all of it. */
export function OrderCard({ order, aside, note, children, foot, onOpen }: OrderCardProps) {
  return (
    <article class="order-card" aria-label={cardName(order)}>
      <button type="button" class="order-card-open" onClick={onOpen}>
        <span class="order-card-line">
          <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{sideText(order)}</Badge>
          <b>{order.product.showCode}</b>
          <small class="num">{sizeText(order)}</small>
          <span class="order-card-profit">{aside}</span>
        </span>
        {note && <small class="order-card-note">{note}</small>}
        <span class="order-card-figures">{children}</span>
      </button>
      {foot}
    </article>
  );
}

/** A figure of a card: its name above, its number below. */
export function CardFigure({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <span>
      <small>{label}</small>
      <b class="num">{children}</b>
    </span>
  );
}
