import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ALERTS_MAX, type PriceAlert } from '#domain/price-alert.ts';
import { sendAlertDelete } from '../../alerts/alert-calls.ts';
import { useAlerts } from '../../alerts/alert-lists.ts';
import { AlertSheet } from '../../alerts/alert-sheet.tsx';
import { alertCode, conditionText, stateText } from '../../alerts/alert-texts.ts';
import { useWatchRow } from '../../engine/watch.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { oldMark } from '../../freshness/freshness.tsx';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { ProductMark } from '../../products/product-mark.tsx';
import { productMap } from '../../state/products.ts';
import { quoteOf } from '../../state/quotes.ts';

/** The active alerts, the newest first; each opens its editor. */
export function ActiveList() {
  const { data, status, refetch } = useAlerts();
  const open = useSignal(false);
  const edited = useSignal<PriceAlert | undefined>(undefined);
  const alerts = data.value ?? [];
  const product = edited.value && productMap.value.get(edited.value.productId);
  if (status.value === 'pending') return <Skeleton rows={4} label={t('shell:loading')} />;
  if (status.value === 'failed') {
    const retry = <Button onClick={() => void refetch()}>{t('shell:retry')}</Button>;
    return <Empty kind="failed" icon="warning" text={failedText('alerts:failed')} action={retry} />;
  }
  return (
    <>
      {alerts.length === 0 ? <NoAlerts /> : null}
      <ul class="list alert-list" aria-label={t('alerts:tab.standing')}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <ActiveRow
              alert={alert}
              onEdit={() => {
                edited.value = alert;
                open.value = true;
              }}
            />
          </li>
        ))}
      </ul>
      {alerts.length > 0 && <p class="alert-count">{t('alerts:count', { count: alerts.length, max: ALERTS_MAX })}</p>}
      {product && <AlertSheet open={open} product={product} alert={edited.value} from={PATHS.alerts} />}
    </>
  );
}

const NoAlerts = () => (
  <Empty
    icon="bell"
    text={t('alerts:none')}
    detail={t('alerts:none.detail')}
    action={
      <a class="button" data-kind="primary" href={`#${PATHS.trade}`}>
        {t('alerts:none.action')}
      </a>
    }
  />
);

function ActiveRow({ alert, onEdit }: { alert: PriceAlert; onEdit: () => void }) {
  const row = useWatchRow<HTMLButtonElement>(alert.productId);
  const product = productMap.value.get(alert.productId);
  const quote = quoteOf(alert.productId);
  const words = (
    <span class="alert-row-words">
      <b>{alertCode(alert)}</b>
      <span>{conditionText(alert)}</span>
      <small>{stateText(alert)}</small>
    </span>
  );
  // One whose product is traded no longer can only be taken away.
  if (!product) return <GoneRow alert={alert}>{words}</GoneRow>;
  return (
    <button ref={row} type="button" class="alert-row" aria-haspopup="dialog" onClick={onEdit} {...oldMark(alert.productId)}>
      <ProductMark code={product.code} logo={product.logo} />
      {words}
      <span class="alert-row-now">
        <PriceText text={quote.priceText} tone={quote.tone} />
        <Icon name="forward" size={16} />
      </span>
    </button>
  );
}

function GoneRow({ alert, children }: { alert: PriceAlert; children: ComponentChildren }) {
  const isBusy = useSignal(false);
  const remove = async () => {
    isBusy.value = true;
    const refusal = await sendAlertDelete(alert.id);
    isBusy.value = false;
    toast(refusal?.text ?? t('alerts:deleted', { code: alertCode(alert) }), refusal ? 'bad' : 'info');
  };
  return (
    <div class="alert-row">
      {children}
      <Button size="short" busy={isBusy.value} onClick={remove}>
        {t('alerts:delete')}
      </Button>
    </div>
  );
}
