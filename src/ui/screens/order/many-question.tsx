import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { decimal, type Money } from '#domain/decimal.ts';
import type { ManyReply, OrderRow } from '#protocol/rest/forex.ts';
import { exactMoneyText } from '../../exact-money.ts';
import { signedMoneyText, toneOf } from '../../format.ts';
import { freshnessOf } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { Banner } from '../../kit/banner.tsx';
import { liveOrder, openOrders } from '../../state/orders.ts';
import { setting } from '../../state/site.ts';
import { watchProduct } from '../../watch.ts';
import { ActionFoot } from './action-foot.tsx';
import { blockText } from './live-quote.tsx';
import { ManyResults } from './many-results.tsx';
import { type ManySummary, manySummary } from './many-summary.ts';
import { useMoneyAction } from './money-action.ts';
import { endAll } from './order-calls.ts';
import { OrderField } from './order-field.tsx';
import { cardName } from './order-texts.ts';
import type { PageSheetProps } from './page-sheet.tsx';

const rowsOf = (status: 0 | 1): readonly OrderRow[] => openOrders.value?.filter((row) => row.Status === status) ?? [];

/** Closes every position that can be closed now: how many, what they come to, which must stay and why; then what happened to each. */
export function CloseAllQuestion({ onDone }: PageSheetProps) {
  const rows = rowsOf(1);
  const reply = useSignal<ManyReply | undefined>(undefined);
  const action = useMoneyAction();
  const products = [...new Set(rows.map((row) => row.ForexTradeLists.Id))].sort((a, b) => a - b).join();
  useEffect(() => {
    const stops = products === '' ? [] : products.split(',').map((id) => watchProduct(Number(id)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [products]);
  if (reply.value) return <ManyResults reply={reply.value} what="close" onDone={onDone} />;
  const summary = manySummary(
    rows.map((row) => ({ row, profit: liveOrder(row.Id).profit.value, freshness: freshnessOf(row.ForexTradeLists.Id) })),
  );
  const isNone = summary.ready.length === 0;
  return (
    <>
      <dl class="order-fields">
        <OrderField label={t('orders:many.count')}>{t('orders:many.of', { count: summary.ready.length, total: rows.length })}</OrderField>
        <OrderField label={t('orders:total.open-profit', { currency: setting('currency') })}>
          <span data-tone={toneOf(summary.profit)}>{signedMoneyText(summary.profit, 2)}</span>
        </OrderField>
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
        {summary.blocked.map(({ row, freshness }) => (
          <li key={row.Id}>
            <b>{cardName(row)}</b>
            <small>{freshness === 'stale' ? t('orders:block.no-price') : blockText(freshness, 0)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Cancels every pending order: how many, and what comes free; then what happened to each. */
export function CancelAllQuestion({ onDone }: PageSheetProps) {
  const rows = rowsOf(0);
  const reply = useSignal<ManyReply | undefined>(undefined);
  const action = useMoneyAction();
  if (reply.value) return <ManyResults reply={reply.value} what="cancel" onDone={onDone} />;
  const locked = rows.reduce<Money>((sum, row) => sum + decimal<Money>(row.CautionMoney) + decimal<Money>(row.TradeFee), 0n);
  return (
    <>
      <dl class="order-fields">
        <OrderField label={t('orders:many.pending')}>{rows.length}</OrderField>
        <OrderField label={t('orders:cancel.freed', { currency: setting('currency') })}>{exactMoneyText(locked)}</OrderField>
      </dl>
      <p class="ask-note">{t('orders:many.cancel-note')}</p>
      <ActionFoot
        action={action}
        block={rows.length === 0 ? t('orders:many.no-pending') : undefined}
        no={t('orders:keep-all')}
        onNo={onDone}
        yes={t('orders:many.cancel', { count: rows.length })}
        busy={t('orders:cancelling')}
        onYes={() => void action.run((onChecking) => endAll('cancel', onChecking, (answer) => (reply.value = answer)))}
      />
    </>
  );
}
