import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { useWatchRow } from '../../engine/watch.ts';
import { oldMark } from '../../freshness/freshness.tsx';
import { Badge } from '../../kit/badge.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
import { LazyReceipt } from '../../receipts/lazy-receipt.tsx';
import { ReceiptButton } from '../../receipts/receipt-button.tsx';
import { lateMicros, microOf } from '../../state/micro-trades.ts';
import { moneyText } from '../../text/money.ts';
import { OrderField } from '../order-field.tsx';
import { stampText } from '../order-texts.ts';
import { useSheetOfId } from '../sheet-of-id.ts';
import { MicroGauge } from './micro-gauge.tsx';
import { microResult } from './micro-result.ts';
import { durationText, endClockText, microPriceText, microSideText, rateText } from './micro-texts.ts';
import { seenMicro } from './seen-micro.ts';
import { useMicroLive } from './use-micro-live.ts';
import './micro-sheet.css';

type MicroSheetProps = {
  /** Whose trade is shown; 0: none. Set to 0 when the sheet is closed. */
  id: Signal<number>;
  /** Trades of a list, which this page need not have seen running. */
  listed?: readonly MicroTrade[];
};

/** Everything about one micro trade: its countdown while it runs, in the same sheet what it came to. */
export function MicroSheet({ id, listed = [] }: MicroSheetProps) {
  const trade = microOf(id.value) ?? listed.find((row) => row.id === id.value);
  const open = useSheetOfId(id, trade !== undefined);
  /** Whose receipt is shown in place of its detail. */
  const receiptOf = useSignal(0);
  const isReceipt = trade !== undefined && receiptOf.value === trade.id;
  // Opened again it shows the trade.
  useEffect(() => {
    if (id.value === 0) receiptOf.value = 0;
  }, [id.value]);
  return (
    <Sheet
      key={isReceipt ? 'receipt' : 'detail'}
      open={open}
      title={isReceipt ? t('micro:receipt.title', { code: trade.code }) : (trade?.code ?? '')}
      closeLabel={t('shell:close')}
      aside={trade && !isReceipt && <Badge tone={trade.side}>{microSideText(trade.side)}</Badge>}
    >
      {isReceipt && <LazyReceipt key={trade.id} source={1} id={trade.id} />}
      {trade && !isReceipt && <Detail key={trade.id} trade={trade} onReceipt={() => (receiptOf.value = trade.id)} />}
    </Sheet>
  );
}

type DetailProps = { trade: MicroTrade; onReceipt: () => void };

function Detail({ trade, onReceipt }: DetailProps) {
  // Who looks on needs no other word of the result.
  useEffect(() => {
    seenMicro.add(trade.id);
    return () => {
      seenMicro.delete(trade.id);
    };
  }, [trade.id]);
  return (
    <>
      {trade.state === 'running' ? <Running trade={trade} /> : <Ended trade={trade} />}
      <ReceiptButton text={t('micro:receipt')} onClick={onReceipt} />
    </>
  );
}

function Running({ trade }: { trade: MicroTrade }) {
  const ref = useWatchRow<HTMLDivElement>(trade.productId);
  const live = useMicroLive(trade);
  const isLate = lateMicros.value.has(trade.id);
  return (
    <div ref={ref} class="micro-detail" {...oldMark(trade.productId)}>
      <MicroGauge trade={trade} tone={live.tone} />
      <Headline label={live.isOver ? t('micro:settling') : t('micro:now-yields')}>
        <PriceText text={live.estimateMoney} tone={live.tone} />
      </Headline>
      <dl class="order-fields">
        <OrderField label={t('micro:open-price')}>{microPriceText(trade, trade.openPrice)}</OrderField>
        <OrderField label={t('micro:now')}>
          <PriceText text={live.priceText} />
        </OrderField>
        <Terms trade={trade} />
        <OrderField label={t('micro:ends')}>{endClockText(trade)}</OrderField>
        <OrderField label={t('micro:opened')}>{stampText(trade.createdMs)}</OrderField>
        <OrderField label={t('micro:number')}>{trade.id}</OrderField>
      </dl>
      <p class="micro-note" role={isLate ? 'status' : undefined}>
        {isLate ? t('micro:settling.late') : t('micro:no-early')}
      </p>
    </div>
  );
}

function Ended({ trade }: { trade: MicroTrade }) {
  const { word, money, tone, arrow, reason } = microResult(trade);
  return (
    <div class="micro-detail">
      <Headline label={word}>
        <span class="num" role="status" data-tone={tone}>
          {`${arrow} ${money}`.trim()}
        </span>
      </Headline>
      <dl class="order-fields">
        <OrderField label={t('micro:open-price')}>{microPriceText(trade, trade.openPrice)}</OrderField>
        <OrderField label={t('micro:end-price')}>{microPriceText(trade, trade.endPrice)}</OrderField>
        <Terms trade={trade} />
        <OrderField label={t('micro:opened')}>{stampText(trade.createdMs)}</OrderField>
        <OrderField label={t('micro:ended')}>{stampText(trade.completedMs ?? 0)}</OrderField>
        <OrderField label={t('micro:number')}>{trade.id}</OrderField>
      </dl>
      {reason && <p class="micro-note">{reason}</p>}
    </div>
  );
}

const Terms = ({ trade }: { trade: MicroTrade }) => (
  <>
    <OrderField label={t('micro:amount')}>{moneyText(trade.stake)}</OrderField>
    <OrderField label={t('micro:rate')}>{rateText(trade.ratio)}</OrderField>
    <OrderField label={t('micro:duration')}>{durationText(trade.seconds)}</OrderField>
  </>
);

const Headline = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <p class="micro-headline">
    <small>{label}</small>
    <b>{children}</b>
  </p>
);
