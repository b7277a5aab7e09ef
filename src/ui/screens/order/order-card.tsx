import type { ComponentChildren } from 'preact';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { t } from '../../i18n.ts';
import { Badge } from '../../kit/badge.tsx';
import { lotsText, sideText, sizeText } from './order-texts.ts';

type OrderCardProps = {
  row: OrderRow;
  /** At the end of the first line: the profit, or a state. */
  aside: ComponentChildren;
  /** Three figures. */
  children: ComponentChildren;
  foot?: ComponentChildren;
  onOpen: () => void;
};

/** One order: side, product and size, its figures, and what can be done. A tap opens all of it. */
export function OrderCard({ row, aside, children, foot, onOpen }: OrderCardProps) {
  const name = t('orders:card', { side: sideText(row), lots: lotsText(row), code: row.ForexTradeLists.ShowCode });
  return (
    <article class="order-card" aria-label={name}>
      <button type="button" class="order-card-open" onClick={onOpen}>
        <span class="order-card-line">
          <Badge tone={row.OrderType === 1 ? 'up' : 'down'}>{sideText(row)}</Badge>
          <b>{row.ForexTradeLists.ShowCode}</b>
          <span class="order-card-profit">{aside}</span>
        </span>
        <small class="num">{sizeText(row)}</small>
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
