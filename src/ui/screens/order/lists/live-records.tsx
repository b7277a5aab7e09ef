import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useRef } from 'preact/hooks';
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
import { RowPlace } from './ended-row.tsx';
import { ListBar } from './list-bar.tsx';
import { listState } from './list-state.ts';
import { useLiveOrders, useRecords } from './records.ts';
import { type RowOpening, useRowOpening } from './row-opening.ts';
import { useEndedPlaces } from './use-ended-places.ts';

type LiveRecordsProps = {
  list: 'holding' | 'pending';
  range: Signal<DayRange | undefined>;
  /** `isHeld`: it keeps its height, as places below it are kept. */
  totals: (orders: readonly Order[], isHeld: boolean) => ComponentChildren;
  /** What can be asked about all of them at once. */
  all: { readonly text: string; readonly title: string; readonly code: ComponentProps<typeof PageSheet>['code'] };
  row: (order: Order, opening: RowOpening, onAsk: (ask: OrderAsk) => void) => ComponentChildren;
};

/** A list of orders that still move: one that ends leaves by itself, and its sheets with it. */
export function LiveRecords({ list, range, totals, all, row }: LiveRecordsProps) {
  const pages = useRecords(list, range.value);
  const orders = useLiveOrders(list, pages, range.value);
  const sheet = useOrderSheet();
  const opening = useRowOpening(list, range);
  const isAllAsked = useSignal(false);
  const refresh = () => {
    refreshProducts();
    return pages.refresh();
  };
  const box = useRef<HTMLDivElement>(null);
  const places = useEndedPlaces(list, orders, box);
  const isKnown = orders.value.length > 0;
  const isHeld = places.value.some(({ isEnded }) => isEnded);
  return (
    <PullToRefresh label={t('shell:refreshing')} onRefresh={refresh}>
      <div ref={box} class="live-records">
        {totals(orders.value, isHeld)}
        {(isKnown || isHeld || range.value) && (
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
          items={places.value}
          keyOf={({ order }) => order.id}
          {...listState(pages, places.value.length)}
          onMore={() => pages.more()}
          onRetry={() => pages.retry()}
          skeleton={{ rows: 6, kind: 'row' }}
          emptyAction={
            <a class="button" data-kind="primary" href={`#${PATHS.trade}`}>
              {t('orders:empty.trade')}
            </a>
          }
        >
          {(place) => <RowPlace {...place}>{() => row(place.order, opening, (ask) => sheet.show(ask, place.order))}</RowPlace>}
        </List>
      </div>
      <OrderSheet state={sheet} orders={orders.value} />
      <PageSheet open={isAllAsked} title={all.title} code={all.code} />
    </PullToRefresh>
  );
}
