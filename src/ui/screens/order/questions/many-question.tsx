import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Order } from '#domain/order.ts';
import { lockedBy } from '#domain/order-result.ts';
import type { Many } from '#protocol/order-replies.ts';
import { watchProduct } from '../../../engine/watch.ts';
import { freshnessOf } from '../../../freshness/freshness.tsx';
import { Banner } from '../../../kit/banner.tsx';
import { t } from '../../../language/i18n.ts';
import { ActionFoot } from '../../../orders/action-foot.tsx';
import { blockText } from '../../../orders/live-quote.tsx';
import { useMoneyAction } from '../../../orders/money-action.ts';
import { OrderField } from '../../../orders/order-field.tsx';
import { cardName } from '../../../orders/order-texts.ts';
import { ResultFields } from '../../../orders/result-fields.tsx';
import { liveOrder, openOrders } from '../../../state/orders.ts';
import { shortMoneyText } from '../../../text/short-amount.ts';
import type { PageSheetProps } from '../detail/page-sheet.tsx';
import { ManyResults } from './many-results.tsx';
import { type ManySummary, manySummary } from './many-summary.ts';
import { endAll } from './order-calls.ts';

const ordersIn = (state: 'pending' | 'holding'): readonly Order[] => openOrders.value?.filter((order) => order.state === state) ?? [];

/** Closes every position that can be closed now: how many, what they come to, which must stay and why; then what happened to each. */
export function CloseAllQuestion({ onDone }: PageSheetProps) {
  const orders = ordersIn('holding');
  const reply = useSignal<Many | undefined>(undefined);
  const action = useMoneyAction();
  const products = [...new Set(orders.map((order) => order.product.id))].sort((a, b) => a - b).join();
  useEffect(() => {
    const stops = products === '' ? [] : products.split(',').map((id) => watchProduct(Number(id)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [products]);
  if (reply.value) return <ManyResults reply={reply.value} what="close" onDone={onDone} />;
  const summary = manySummary(
    orders.map((order) => ({ order, profit: liveOrder(order.id).profit.value, freshness: freshnessOf(order.product.id) })),
  );
  const isNone = summary.ready.length === 0;
  return (
    <>
      <dl class="order-fields">
        <OrderField label={t('orders:many.count')}>{t('orders:many.of', { count: summary.ready.length, total: orders.length })}</OrderField>
        <ResultFields result={summary.result} />
      </dl>
      <Blocked summary={summary} />
      <p class="ask-note">{t('orders:many.close-note')}</p>
      <ActionFoot
        action={action}
        block={isNone ? t('orders:many.none') : undefined}
        no={t('orders:keep-all')}
        onNo={onDone}
        yes={t('orders:many.close', { count: summary.ready.length })}
        busy={t('orders:closing')}
        onYes={() => void action.run((onChecking) => endAll('close', onChecking, (answer) => (reply.value = answer)))}
      />
    </>
  );
}

/** Which positions must stay now, each with its reason. */
function Blocked({ summary }: { summary: ManySummary }) {
  if (summary.blocked.length === 0) return null;
  return (
    <section class="many-list" aria-label={t('orders:many.blocked')}>
      <Banner tone="warn">{t('orders:many.blocked-count', { count: summary.blocked.length })}</Banner>
      <ul>
        {summary.blocked.map(({ order, freshness }) => (
          <li key={order.id}>
            <b>{cardName(order)}</b>
            <small>{freshness === 'stale' ? t('orders:block.no-price') : blockText(freshness, 0)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Cancels every pending order: how many, and what comes free; then what happened to each. */
export function CancelAllQuestion({ onDone }: PageSheetProps) {
  const orders = ordersIn('pending');
  const reply = useSignal<Many | undefined>(undefined);
  const action = useMoneyAction();
  if (reply.value) return <ManyResults reply={reply.value} what="cancel" onDone={onDone} />;
  const locked = lockedBy(orders);
  return (
    <>
      <dl class="order-fields">
        <OrderField label={t('orders:many.pending')}>{orders.length}</OrderField>
        <OrderField label={t('orders:cancel.freed')}>{shortMoneyText(locked)}</OrderField>
      </dl>
      <p class="ask-note">{t('orders:many.cancel-note')}</p>
      <ActionFoot
        action={action}
        block={orders.length === 0 ? t('orders:many.no-pending') : undefined}
        no={t('orders:keep-all')}
        onNo={onDone}
        yes={t('orders:many.cancel', { count: orders.length })}
        busy={t('orders:cancelling')}
        onYes={() => void action.run((onChecking) => endAll('cancel', onChecking, (answer) => (reply.value = answer)))}
      />
    </>
  );
}
