import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { decimal, type Money } from '#domain/decimal.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { toneOf } from '../../format.ts';
import { t } from '../../i18n.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { setting } from '../../state/site.ts';
import { useLiveNumbers } from './live-numbers.ts';
import { endText, lotsText, orderPriceText, recordProfitText, sideText, stampText } from './order-texts.ts';
import { useSheetOfId } from './sheet-of-id.ts';

type DetailProps = { row: OrderRow | undefined; id: Signal<number>; onClose?: (row: OrderRow) => void };

/** Everything that is known of an order. */
export function OrderDetail({ row, id, onClose }: DetailProps) {
  const open = useSheetOfId(id, row !== undefined);
  return (
    <Sheet
      open={open}
      title={row?.ForexTradeLists.ShowCode ?? ''}
      closeLabel={t('shell:close')}
      aside={row && <Badge tone={row.OrderType === 1 ? 'up' : 'down'}>{sideText(row)}</Badge>}
    >
      {row && (
        <>
          {row.Status === 1 ? <LiveProfit row={row} /> : <FinalProfit row={row} />}
          <Fields row={row} />
          {row.Status === 1 && onClose && (
            <div class="detail-actions">
              <Button
                kind="primary"
                size="tall"
                onClick={() => {
                  id.value = 0;
                  onClose(row);
                }}
              >
                {t('orders:close-position')}
              </Button>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

function LiveProfit({ row }: { row: OrderRow }) {
  const { profitText, tone } = useLiveNumbers(row);
  return <Profit text={<PriceText text={profitText} tone={tone} />} />;
}

function FinalProfit({ row }: { row: OrderRow }) {
  const profit = decimal<Money>(row.FactProfits);
  return (
    <Profit
      text={
        <span class="num" data-tone={toneOf(profit)}>
          {recordProfitText(profit)}
        </span>
      }
    />
  );
}

const Profit = ({ text }: { text: ComponentChildren }) => (
  <p class="detail-profit">
    <small>{t('orders:profit', { currency: setting('currency') })}</small>
    <b>{text}</b>
  </p>
);

function Fields({ row }: { row: OrderRow }) {
  const { priceText } = useLiveNumbers(row);
  const isHeld = row.Status === 1;
  const isOver = row.Status >= 3;
  return (
    <dl class="order-fields num">
      <Field label={t('orders:number')}>{row.Id}</Field>
      <Field label={t('orders:size')}>{lotsText(row)}</Field>
      {row.MarginMode !== 1 && <Field label={t('orders:leverage')}>{`${row.Multiple}×`}</Field>}
      <Field label={t('orders:asked-price')}>{orderPriceText(row, row.OriginPrice)}</Field>
      <Field label={t('orders:open-price')}>{orderPriceText(row, row.Price)}</Field>
      {isHeld && <Field label={t('orders:now')}>{priceText}</Field>}
      {isOver && <Field label={t('orders:close-price')}>{orderPriceText(row, row.Status === 3 ? row.UpdatePrice : 0)}</Field>}
      <Field label={t('orders:margin')}>{exactMoneyText(decimal<Money>(row.CautionMoney))}</Field>
      <Field label={t('orders:fee')}>{exactMoneyText(decimal<Money>(row.TradeFee))}</Field>
      <Field label={t('orders:stop-loss')}>{orderPriceText(row, row.TargetLossPrice)}</Field>
      <Field label={t('orders:take-profit')}>{orderPriceText(row, row.TargetProfitPrice)}</Field>
      <Field label={t('orders:opened')}>{stampText(row.CreateTimeHandler)}</Field>
      {isOver && <Field label={t('orders:completed')}>{stampText(row.CompleteTimeHandler)}</Field>}
      {isOver && <Field label={t('orders:end')}>{endText(row)}</Field>}
      {row.Seq > 0 && <Field label={t('orders:tape')}>{row.CloseSeq > 0 ? `${row.Seq} / ${row.CloseSeq}` : row.Seq}</Field>}
    </dl>
  );
}

const Field = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
