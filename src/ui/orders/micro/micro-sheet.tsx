import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MicroTrade } from '#domain/micro-trade.ts';
import { useWatchRow } from '../../engine/watch.ts';
import { Badge } from '../../kit/badge.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
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
  return (
    <Sheet
      open={open}
      title={trade?.code ?? ''}
      closeLabel={t('shell:close')}
      aside={trade && <Badge tone={trade.side}>{microSideText(trade.side)}</Badge>}
    >
      {trade && <Detail key={trade.id} trade={trade} />}
    </Sheet>
  );
}

function Detail({ trade }: { trade: MicroTrade }) {
  // Who looks on needs no other word of the result.
  useEffect(() => {
    seenMicro.add(trade.id);
    return () => {
      seenMicro.delete(trade.id);
    };
  }, [trade.id]);
  return trade.state === 'running' ? <Running trade={trade} /> : <Ended trade={trade} />;
}

function Running({ trade }: { trade: MicroTrade }) {
  const ref = useWatchRow<HTMLDivElement>(trade.productId);
  const live = useMicroLive(trade);
  const isLate = lateMicros.value.has(trade.id);
  return (
    <div ref={ref} class="micro-detail">
      <MicroGauge trade={trade} tone={live.tone} />
      <Headline label={live.isOver ? t('micro:settling') : t('micro:now-yields')}>
        <PriceText text={live.estimateMoney} tone={live.tone} />
      </Headline>
      <dl class="order-fields">
        <OrderField label={t('micro:open-price')}>{microPriceText(trade, trade.openPrice)}</OrderField>
        <OrderField label={t('micro:now')}>{live.priceText}</OrderField>
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
