import type { ComponentChildren } from 'preact';
import { decimal, formatDecimal, type Money, parseDecimal } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { numberText, signedMoneyText, toneOf } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { setting } from '../../state/site.ts';
import { profitAt, useLiveNumbers, useMarketPrice } from './live-numbers.ts';
import type { AskProps, OrderAsk } from './order-ask.ts';
import { OrderField } from './order-field.tsx';
import { distanceText, endText, lotsText, orderPriceText, recordProfitText, stampText } from './order-texts.ts';

/** Everything that is known of an order, and all that can be done with it. */
export function OrderDetail({ row, show }: AskProps) {
  return (
    <>
      {row.Status === 1 && <LiveProfit row={row} />}
      {row.Status === 0 && <Awaited row={row} />}
      {row.Status >= 3 && <FinalProfit row={row} />}
      <Fields row={row} />
      <Actions row={row} show={show} />
    </>
  );
}

function LiveProfit({ row }: { row: OrderRow }) {
  const { profitText, tone } = useLiveNumbers(row);
  return (
    <Headline label={t('orders:profit', { currency: setting('currency') })}>
      <PriceText text={profitText} tone={tone} />
    </Headline>
  );
}

function Awaited({ row }: { row: OrderRow }) {
  return (
    <Headline label={t('orders:asked-price')}>
      <span class="num">{orderPriceText(row, row.OriginPrice)}</span>
    </Headline>
  );
}

function FinalProfit({ row }: { row: OrderRow }) {
  const profit = decimal<Money>(row.FactProfits);
  return (
    <Headline label={t('orders:profit', { currency: setting('currency') })}>
      <span class="num" data-tone={toneOf(profit)}>
        {recordProfitText(profit)}
      </span>
    </Headline>
  );
}

const Headline = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <p class="detail-headline">
    <small>{label}</small>
    <b>{children}</b>
  </p>
);

function Fields({ row }: { row: OrderRow }) {
  const market = useMarketPrice(row);
  const isPending = row.Status === 0;
  const isOver = row.Status >= 3;
  return (
    <dl class="order-fields">
      <OrderField label={t('orders:number')}>{row.Id}</OrderField>
      {row.ParentId > 0 && <OrderField label={t('orders:part-of')}>{row.ParentId}</OrderField>}
      {row.OriginId > 0 && <OrderField label={t('orders:copy-of')}>{row.OriginId}</OrderField>}
      <OrderField label={t('orders:size')}>{lotsText(row)}</OrderField>
      {row.MarginMode !== 1 && <OrderField label={t('orders:leverage')}>{`${row.Multiple}×`}</OrderField>}
      {!isPending && <OrderField label={t('orders:asked-price')}>{orderPriceText(row, row.OriginPrice)}</OrderField>}
      {!isPending && <OrderField label={t('orders:open-price')}>{orderPriceText(row, row.Price)}</OrderField>}
      {!isOver && <OrderField label={t('orders:now')}>{market.text}</OrderField>}
      {isPending && <OrderField label={t('orders:distance')}>{distanceText(row, market.price.value)}</OrderField>}
      {isOver && <OrderField label={t('orders:close-price')}>{orderPriceText(row, row.Status === 3 ? row.UpdatePrice : 0)}</OrderField>}
      <OrderField label={isPending ? t('orders:locked-margin') : t('orders:margin')}>
        {exactMoneyText(decimal<Money>(row.CautionMoney))}
      </OrderField>
      <OrderField label={isPending ? t('orders:locked-fee') : t('orders:fee')}>{exactMoneyText(decimal<Money>(row.TradeFee))}</OrderField>
      <OrderField label={t('orders:stop-loss')}>{stopText(row, row.TargetLossPrice)}</OrderField>
      <OrderField label={t('orders:take-profit')}>{stopText(row, row.TargetProfitPrice)}</OrderField>
      <OrderField label={isPending ? t('orders:placed') : t('orders:opened')}>{stampText(row.CreateTimeHandler)}</OrderField>
      {isOver && <OrderField label={t('orders:completed')}>{stampText(row.CompleteTimeHandler)}</OrderField>}
      {isOver && <OrderField label={t('orders:end')}>{endText(row)}</OrderField>}
      <OrderField label={t('orders:unit')}>{unitText(row)}</OrderField>
      {row.Seq > 0 && <OrderField label={t('orders:tape')}>{row.CloseSeq > 0 ? `${row.Seq} / ${row.CloseSeq}` : row.Seq}</OrderField>}
    </dl>
  );
}

const unitText = (row: OrderRow): string => {
  const size = parseDecimal(row.ForexContNum);
  return t('orders:unit.value', {
    size: size === undefined ? row.ForexContNum : numberText(formatDecimal(size)),
    code: row.ForexTradeLists.ShowCode,
  });
};

/** A stop, and what it would come to: '1.08000 · −34.20'. */
function stopText(row: OrderRow, price: number): string {
  const money = row.Status <= 1 ? profitAt(row, price) : undefined;
  const text = orderPriceText(row, price);
  return money === undefined ? text : `${text} · ${signedMoneyText(money, 2)}`;
}

function Actions({ row, show }: { row: OrderRow; show: (ask: OrderAsk) => void }) {
  if (row.Status === 0) {
    return (
      <div class="detail-actions">
        <Button onClick={() => show('stops')}>{t('orders:edit-stops')}</Button>
        <Button kind="primary" onClick={() => show('cancel')}>
          {t('orders:cancel')}
        </Button>
      </div>
    );
  }
  if (row.Status !== 1) return null;
  return (
    <div class="detail-actions" data-columns="3">
      <Button onClick={() => show('stops')}>{t('orders:edit-stops')}</Button>
      <Button onClick={() => show('part')}>{t('orders:part')}</Button>
      <Button onClick={() => show('reverse')}>{t('orders:reverse')}</Button>
      <Button kind="primary" size="tall" onClick={() => show('close')}>
        {t('orders:close-position')}
      </Button>
    </div>
  );
}
