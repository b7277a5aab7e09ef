import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { MicroOrder } from '#domain/micro-order.ts';
import { useWatchRow } from '../../engine/watch.ts';
import { Badge } from '../../kit/badge.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
import { lateMicros, microOf } from '../../state/micro-orders.ts';
import { arrowOf, toneOf } from '../../text/format.ts';
import { moneyText } from '../../text/money.ts';
import { OrderField } from '../order-field.tsx';
import { stampText } from '../order-texts.ts';
import { useSheetOfId } from '../sheet-of-id.ts';
import { MicroGauge } from './micro-gauge.tsx';
import { durationText, endClockText, microPriceText, microSideText, rateText } from './micro-texts.ts';
import { seenMicro } from './seen-micro.ts';
import { useMicroLive } from './use-micro-live.ts';
import { useSecondsLeft } from './use-seconds-left.ts';
import './micro-sheet.css';

type MicroSheetProps = {
  /** Whose order is shown; 0: none. Set to 0 when the sheet is closed. */
  id: Signal<number>;
  /** Orders of a list, which this page need not have seen running. */
  listed?: readonly MicroOrder[];
};

/** Everything about one micro order: its countdown while it runs, in the same sheet what it came to. */
export function MicroSheet({ id, listed = [] }: MicroSheetProps) {
  const order = microOf(id.value) ?? listed.find((row) => row.id === id.value);
  const open = useSheetOfId(id, order !== undefined);
  return (
    <Sheet
      open={open}
      title={order?.code ?? ''}
      closeLabel={t('shell:close')}
      aside={order && <Badge tone={order.side}>{microSideText(order.side)}</Badge>}
    >
      {order && <Detail key={order.id} order={order} />}
    </Sheet>
  );
}

function Detail({ order }: { order: MicroOrder }) {
  // Who looks on needs no other word of the result.
  useEffect(() => {
    seenMicro.add(order.id);
    return () => {
      seenMicro.delete(order.id);
    };
  }, [order.id]);
  return order.state === 'running' ? <Running order={order} /> : <Ended order={order} />;
}

function Running({ order }: { order: MicroOrder }) {
  const ref = useWatchRow<HTMLDivElement>(order.productId);
  const live = useMicroLive(order);
  const isOver = useSecondsLeft(order.id) === 0;
  const isLate = lateMicros.value.has(order.id);
  return (
    <div ref={ref} class="micro-detail">
      <MicroGauge order={order} tone={live.tone} />
      <Headline label={isOver ? t('micro:settling') : t('micro:now-yields')}>
        <PriceText text={live.estimateMoney} tone={live.tone} />
      </Headline>
      <dl class="order-fields">
        <OrderField label={t('micro:open-price')}>{microPriceText(order, order.openPrice)}</OrderField>
        <OrderField label={t('micro:now')}>{live.priceText}</OrderField>
        <Terms order={order} />
        <OrderField label={t('micro:ends')}>{endClockText(order)}</OrderField>
        <OrderField label={t('micro:opened')}>{stampText(order.createdMs)}</OrderField>
        <OrderField label={t('micro:number')}>{order.id}</OrderField>
      </dl>
      <p class="micro-note" role={isLate ? 'status' : undefined}>
        {isLate ? t('micro:settling.late') : t('micro:no-early')}
      </p>
    </div>
  );
}

function Ended({ order }: { order: MicroOrder }) {
  const profit = order.profit ?? 0n;
  const isVoid = order.state === 'void';
  return (
    <div class="micro-detail">
      <Headline label={isVoid ? t('micro:void') : profit >= 0n ? t('micro:won') : t('micro:lost.word')}>
        <span class="num" role="status" data-tone={isVoid ? '' : toneOf(profit)}>
          {`${isVoid ? '' : arrowOf(profit)} ${moneyText(isVoid ? order.amount : profit, { sign: !isVoid })}`.trim()}
        </span>
      </Headline>
      <dl class="order-fields">
        <OrderField label={t('micro:open-price')}>{microPriceText(order, order.openPrice)}</OrderField>
        <OrderField label={t('micro:end-price')}>{microPriceText(order, order.endPrice)}</OrderField>
        <Terms order={order} />
        <OrderField label={t('micro:opened')}>{stampText(order.createdMs)}</OrderField>
        <OrderField label={t('micro:ended')}>{stampText(order.completedMs ?? 0)}</OrderField>
        <OrderField label={t('micro:number')}>{order.id}</OrderField>
      </dl>
      {isVoid && <p class="micro-note">{t(order.end === 'reset' ? 'micro:void.reset' : 'micro:void.gap')}</p>}
    </div>
  );
}

const Terms = ({ order }: { order: MicroOrder }) => (
  <>
    <OrderField label={t('micro:amount')}>{moneyText(order.amount)}</OrderField>
    <OrderField label={t('micro:rate')}>{rateText(order.ratio)}</OrderField>
    <OrderField label={t('micro:duration')}>{durationText(order.seconds)}</OrderField>
  </>
);

const Headline = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <p class="micro-headline">
    <small>{label}</small>
    <b>{children}</b>
  </p>
);
