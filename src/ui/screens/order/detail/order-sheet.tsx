import { type Signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Order } from '#domain/order.ts';
import { Badge } from '../../../kit/badge.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { type LazyCode, lazyCode } from '../../../lazy/lazy-code.ts';
import { LazyView } from '../../../lazy/lazy-view.tsx';
import type { AskProps, OrderAsk } from '../../../orders/order-ask.ts';
import { lotsText, sideText } from '../../../orders/order-texts.ts';
import { useSheetOfId } from '../../../orders/sheet-of-id.ts';
import { LazyReceipt } from '../../../receipts/lazy-receipt.tsx';
import { CloseQuestion } from '../questions/close-question.tsx';
import { OrderDetail } from './order-detail.tsx';
import './order-sheet.css';

type OrderSheetState = { readonly ask: Signal<OrderAsk>; readonly id: Signal<number>; show(ask: OrderAsk, order: Order): void };

/** Which order a sheet is about, and what it asks. */
export function useOrderSheet(): OrderSheetState {
  const ask = useSignal<OrderAsk>('detail');
  const id = useSignal(0);
  return {
    ask,
    id,
    show: (next, order) => {
      ask.value = next;
      id.value = order.id;
    },
  };
}

/** The rare questions come when they are first asked. */
const RARE: Partial<Record<OrderAsk, LazyCode<ComponentType<AskProps>>>> = {
  stops: lazyCode(() => import('../../../orders/stops-question.tsx').then((module) => module.StopsQuestion)),
  part: lazyCode(() => import('../questions/part-question.tsx').then((module) => module.PartQuestion)),
  reverse: lazyCode(() => import('../questions/reverse-question.tsx').then((module) => module.ReverseQuestion)),
  amend: lazyCode(() => import('../questions/amend-question.tsx').then((module) => module.AmendQuestion)),
  cancel: lazyCode(() => import('../questions/cancel-question.tsx').then((module) => module.CancelQuestion)),
};

/** One sheet for everything about one order; it closes when the order leaves the list. */
export function OrderSheet({ state, orders }: { state: OrderSheetState; orders: readonly Order[] }) {
  const order = orders.find((it) => it.id === state.id.value);
  const open = useSheetOfId(state.id, order !== undefined);
  const ask = state.ask.value;
  const code = RARE[ask];
  const props = order && { order, onDone: () => (state.id.value = 0), show: (next: OrderAsk) => (state.ask.value = next) };
  return (
    <Sheet
      key={ask}
      open={open}
      title={order ? titleOf(ask, order) : ''}
      closeLabel={t('shell:close')}
      aside={order && ask === 'detail' && <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{sideText(order)}</Badge>}
    >
      {props && ask === 'detail' && <OrderDetail key={props.order.id} {...props} />}
      {props && ask === 'close' && <CloseQuestion key={props.order.id} {...props} />}
      {props && ask === 'receipt' && <LazyReceipt key={props.order.id} source={0} id={props.order.id} />}
      {props && code && <LazyView key={props.order.id} code={code} props={props} />}
    </Sheet>
  );
}

function titleOf(ask: OrderAsk, order: Order): string {
  const values = { side: sideText(order), lots: lotsText(order), code: order.product.showCode };
  switch (ask) {
    case 'detail':
      return order.product.showCode;
    case 'close':
      return t('orders:close.title', values);
    case 'stops':
      return t('orders:stops.title', values);
    case 'part':
      return t('orders:part.title', values);
    case 'reverse':
      return t('orders:reverse.title', values);
    case 'amend':
      return t('orders:amend.title', values);
    case 'cancel':
      return t('orders:cancel.title', values);
    case 'receipt':
      return t('orders:receipt.title', values);
  }
}
