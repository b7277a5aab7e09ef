import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import type { Order } from '#domain/order.ts';
import { refreshProducts } from '../../../engine/watch.ts';
import { Button } from '../../../kit/button.tsx';
import { List } from '../../../kit/list.tsx';
import { PullToRefresh } from '../../../kit/pull-to-refresh.tsx';
import { t } from '../../../language/i18n.ts';
import type { OrderAsk } from '../../../orders/order-ask.ts';
import { PATHS } from '../../../paths.ts';
import type { DayRange } from '../dates/day-range.ts';
import { OrderSheet, useOrderSheet } from '../detail/order-sheet.tsx';
import { PageSheet } from '../detail/page-sheet.tsx';
import { ListBar } from './list-bar.tsx';
import { listState } from './list-state.ts';
import { useLiveOrders, useRecords } from './records.ts';
import { type RowOpening, useRowOpening } from './row-opening.ts';

type LiveRecordsProps = {
  list: 'holding' | 'pending';
  range: Signal<DayRange | undefined>;
  totals: (orders: readonly Order[]) => ComponentChildren;
  /** What can be asked about all of them at once. */
  all: { readonly text: string; readonly title: string; readonly code: ComponentProps<typeof PageSheet>['code'] };
  row: (order: Order, opening: RowOpening, onAsk: (ask: OrderAsk) => void) => ComponentChildren;
};

/** A list of orders that still move: one that ends leaves by itself, and its sheets with it. */
export function LiveRecords({ list, range, totals, all, row }: LiveRecordsProps) {
  const pages = useRecords(list, range.value);
  const orders = useLiveOrders(list, pages, range.value);
  const sheet = useOrderSheet();
  const opening = useRowOpening(list);
  const isAllAsked = useSignal(false);
  const refresh = () => {
    refreshProducts();
    return pages.refresh();
  };
  const isKnown = orders.value.length > 0;
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={refresh}>
      {totals(orders.value)}
      {(isKnown || range.value) && (
        <ListBar text={t(`orders:count.${list}`, { count: orders.value.length })} range={range}>
          {isKnown && (
            <Button size="short" onClick={() => (isAllAsked.value = true)}>
              {all.text}
            </Button>
          )}
        </ListBar>
      )}
      <List
        label={t(`orders:${list}`)}
        items={orders.value}
        keyOf={(order) => order.id}
        {...listState(pages, orders.value.length)}
        onMore={() => pages.more()}
        onRetry={() => pages.retry()}
        skeleton={{ rows: 6, kind: 'row' }}
        emptyAction={
          <a class="button" data-kind="primary" href={`#${PATHS.trade}`}>
            {t('orders:empty.trade')}
          </a>
        }
      >
        {(order) => <>{row(order, opening, (ask) => sheet.show(ask, order))}</>}
      </List>
      <OrderSheet state={sheet} orders={orders.value} />
      <PageSheet open={isAllAsked} title={all.title} code={all.code} />
    </PullToRefresh>
  );
}
