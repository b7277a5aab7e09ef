import type { Signal } from '@preact/signals';
import { toNumber } from '#domain/decimal.ts';
import type { Order } from '#domain/order.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { ordersPath } from '../../../paths.ts';
import { priceText } from '../../../text/format.ts';
import { shortMoneyText } from '../../../text/short-amount.ts';
import { placedText } from './placed-text.ts';
import './placed-sheet.css';
import './ticket-rows.css';

type PlacedSheetProps = {
  open: Signal<boolean>;
  order: Order;
  /** Its button was pressed: there is nothing more to see. */
  onDone: () => void;
};

/** What has just happened, in one sentence and a few figures, with the way to the order: a pending one waits in another list. */
export function PlacedSheet({ open, order, onDone }: PlacedSheetProps) {
  const isWaiting = order.state === 'pending';
  const close = () => {
    open.value = false;
    onDone();
  };
  return (
    <Sheet open={open} title={t(isWaiting ? 'ticket:placed.title' : 'ticket:filled.title')} closeLabel={t('shell:close')}>
      <div class="placed">
        <span class="placed-mark" data-side={order.side === 'buy' ? 'up' : 'down'}>
          <Icon name={isWaiting ? 'clock' : 'check'} size={28} />
        </span>
        <p class="placed-sentence ticket-sentence">{placedText(order)}</p>
      </div>
      <PlacedFigures order={order} isWaiting={isWaiting} />
      <div class="placed-actions">
        <a class="button" data-kind="plain" href={`#${ordersPath(isWaiting ? 0 : 1)}`}>
          {t('ticket:filled.view')}
        </a>
        <Button kind="primary" onClick={close}>
          {t('ticket:filled.done')}
        </Button>
      </div>
    </Sheet>
  );
}

function PlacedFigures({ order, isWaiting }: { order: Order; isWaiting: boolean }) {
  const { pricePrecision: digits } = order.product;
  const rows: [label: string, value: string][] = [
    [t(isWaiting ? 'ticket:placed.margin' : 'ticket:margin-in'), shortMoneyText(order.margin)],
    [t('ticket:fee'), shortMoneyText(order.fee)],
  ];
  if (order.stopLoss > 0n) rows.push([t('ticket:stop-loss'), priceText(toNumber(order.stopLoss), digits)]);
  if (order.takeProfit > 0n) rows.push([t('ticket:take-profit'), priceText(toNumber(order.takeProfit), digits)]);
  rows.push([t('ticket:filled.number'), String(order.id)]);
  return (
    <dl class="ticket-rows">
      {rows.map(([label, value]) => (
        <OrderField key={label} label={label}>
          {value}
        </OrderField>
      ))}
    </dl>
  );
}
