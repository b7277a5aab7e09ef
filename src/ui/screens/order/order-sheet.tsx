import { type Signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { t } from '../../i18n.ts';
import { Badge } from '../../kit/badge.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { CloseQuestion } from './close-question.tsx';
import { Later } from './later.tsx';
import type { AskProps, OrderAsk } from './order-ask.ts';
import { OrderDetail } from './order-detail.tsx';
import { lotsText, sideText } from './order-texts.ts';
import { useSheetOfId } from './sheet-of-id.ts';
import './order-sheet.css';

export type OrderSheetState = { readonly ask: Signal<OrderAsk>; readonly id: Signal<number>; show(ask: OrderAsk, row: OrderRow): void };

/** Which order a sheet is about, and what it asks. */
export function useOrderSheet(): OrderSheetState {
  const ask = useSignal<OrderAsk>('detail');
  const id = useSignal(0);
  return {
    ask,
    id,
    show: (next, row) => {
      ask.value = next;
      id.value = row.Id;
    },
  };
}

/** The rare questions come when they are first asked. */
const LATER: Partial<Record<OrderAsk, () => Promise<ComponentType<AskProps>>>> = {
  stops: () => import('./stops-question.tsx').then((module) => module.StopsQuestion),
  part: () => import('./part-question.tsx').then((module) => module.PartQuestion),
  reverse: () => import('./reverse-question.tsx').then((module) => module.ReverseQuestion),
  cancel: () => import('./cancel-question.tsx').then((module) => module.CancelQuestion),
};

/** One sheet for everything about one order; it closes when the order leaves the list. */
export function OrderSheet({ state, rows }: { state: OrderSheetState; rows: readonly OrderRow[] }) {
  const row = rows.find((it) => it.Id === state.id.value);
  const open = useSheetOfId(state.id, row !== undefined);
  const ask = state.ask.value;
  const load = LATER[ask];
  const props = row && { row, onDone: () => (state.id.value = 0), show: (next: OrderAsk) => (state.ask.value = next) };
  return (
    <Sheet
      key={ask}
      open={open}
      title={row ? titleOf(ask, row) : ''}
      closeLabel={t('shell:close')}
      aside={row && ask === 'detail' && <Badge tone={row.OrderType === 1 ? 'up' : 'down'}>{sideText(row)}</Badge>}
    >
      {props && ask === 'detail' && <OrderDetail key={props.row.Id} {...props} />}
      {props && ask === 'close' && <CloseQuestion key={props.row.Id} {...props} />}
      {props && load && <Later key={props.row.Id} load={load} props={props} />}
    </Sheet>
  );
}

function titleOf(ask: OrderAsk, row: OrderRow): string {
  const values = { side: sideText(row), lots: lotsText(row), code: row.ForexTradeLists.ShowCode };
  switch (ask) {
    case 'detail':
      return row.ForexTradeLists.ShowCode;
    case 'close':
      return t('orders:close.title', values);
    case 'stops':
      return t('orders:stops.title', values);
    case 'part':
      return t('orders:part.title', values);
    case 'reverse':
      return t('orders:reverse.title', values);
    case 'cancel':
      return t('orders:cancel.title', values);
  }
}
