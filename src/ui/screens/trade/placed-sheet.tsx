import type { Signal } from '@preact/signals';
import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { priceText } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { ordersPath } from '../../paths.ts';
import { setting } from '../../state/site.ts';
import { placedText } from './placed-text.ts';
import './placed-sheet.css';

type PlacedSheetProps = { open: Signal<boolean>; order: OrderRow | undefined };

/** What has just happened, in one sentence and a few figures, with the way to the order: a pending one waits in another list. */
export function PlacedSheet({ open, order }: PlacedSheetProps) {
  if (!order) return null;
  const isWaiting = order.Status === 0;
  return (
    <Sheet open={open} title={t(isWaiting ? 'ticket:placed.title' : 'ticket:filled.title')} closeLabel={t('shell:close')}>
      <div class="placed">
        <span class="placed-mark" data-side={order.OrderType === 1 ? 'up' : 'down'}>
          <Icon name={isWaiting ? 'clock' : 'check'} size={28} />
        </span>
        <p class="placed-sentence num">{placedText(order)}</p>
      </div>
      <PlacedFigures order={order} isWaiting={isWaiting} />
      <div class="placed-actions">
        <a class="button" data-kind="plain" href={`#${ordersPath(isWaiting ? 0 : 1)}`}>
          {t('ticket:filled.view')}
        </a>
        <Button kind="primary" onClick={() => (open.value = false)}>
          {t('shell:confirm')}
        </Button>
      </div>
    </Sheet>
  );
}

function PlacedFigures({ order, isWaiting }: { order: OrderRow; isWaiting: boolean }) {
  const { PricePrecision: digits } = order.ForexTradeLists;
  const money = (text: string) => exactMoneyText(decimal<Money>(text));
  const rows: [label: string, value: string][] = [
    [t(isWaiting ? 'ticket:placed.margin' : 'ticket:margin-in', { currency: setting('currency') }), money(order.CautionMoney)],
    [t('ticket:fee'), money(order.TradeFee)],
  ];
  if (order.TargetLossPrice > 0) rows.push([t('ticket:stop-loss'), priceText(order.TargetLossPrice, digits)]);
  if (order.TargetProfitPrice > 0) rows.push([t('ticket:take-profit'), priceText(order.TargetProfitPrice, digits)]);
  rows.push([t('ticket:filled.number'), String(order.Id)]);
  return (
    <dl class="placed-figures">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
