import { useSignal, useSignalEffect } from '@preact/signals';
import type { Product } from '#domain/product.ts';
import { alertsOfProduct, useAlerts, useNewestFired } from '../../../alerts/alert-lists.ts';
import { unseenCount } from '../../../alerts/seen-alerts.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { toast } from '../../../kit/toast.tsx';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazySheet } from '../../../lazy/lazy-sheet.tsx';
import { tradePath } from '../../../paths.ts';
import { useBegun } from '../visit/use-begun.ts';
import { type AskedAlert, askedAlert, begunAlert } from './asked-alert.ts';
import './alert-bell.css';

const { View: AlertSheet } = lazySheet(
  async () => (await Promise.all([import('../../../alerts/alert-sheet.tsx'), needTexts('alerts', 'errors')]))[0].AlertSheet,
);

/** The bell of a product: full where an alert waits for it, with a count of what has fired and nobody has looked at. Opens the sheet of a new alert. */
export function AlertBell({ product }: { product: Product }) {
  const open = useSignal(false);
  const asked = useSignal<AskedAlert | undefined>(undefined);
  const isWaiting = alertsOfProduct(useAlerts().data.value, product.id).length > 0;
  const unseen = unseenCount(useNewestFired().data.value?.items ?? []);
  const show = (wanted: AskedAlert | undefined) => {
    asked.value = wanted;
    open.value = true;
  };
  useSignalEffect(() => {
    if (askedAlert.value?.productId !== product.id) return;
    show(askedAlert.value);
    askedAlert.value = undefined;
  });
  useBegun(begunAlert, product.id, show);
  const name = t('alerts:bell', { code: product.showCode });
  return (
    <>
      <IconButton
        label={unseen > 0 ? t('alerts:bell.fired', { name, count: unseen }) : name}
        aria-haspopup="dialog"
        onClick={() => show(undefined)}
      >
        <span class="alert-bell" data-waiting={isWaiting || undefined}>
          <Icon name={isWaiting ? 'bell-full' : 'bell'} />
          {unseen > 0 && <b class="num">{unseen > COUNT_MAX ? `${COUNT_MAX}+` : unseen}</b>}
        </span>
      </IconButton>
      <AlertSheet
        open={open}
        product={product}
        alert={asked.value?.alert}
        price={asked.value?.price}
        from={tradePath(product.id)}
        keep={() => begunAlert.keep(asked.peek() ?? { productId: product.id })}
        onFailed={() => toast(t('trade:chart.failed-part'), 'bad')}
      />
    </>
  );
}

/** A larger count has no room. */
const COUNT_MAX = 9;
