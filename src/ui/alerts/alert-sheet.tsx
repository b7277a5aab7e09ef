/** The sheet of one alert: a new one of a product, or one that is there. */
import type { Signal } from '@preact/signals';
import { ALERTS_MAX, type PriceAlert } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { Banner } from '../kit/banner.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { sessionStatus } from '../state/session.ts';
import { fullText } from './alert-calls.ts';
import { AlertDoors } from './alert-doors.tsx';
import { AlertEditor } from './alert-editor.tsx';
import { useAlerts } from './alert-lists.ts';
import './alert-sheet.css';

type SheetProps = {
  open: Signal<boolean>;
  product: Product;
  alert?: PriceAlert | undefined;
  price?: string | undefined;
  /** Where a login leads back to. */
  from: string;
  /** Keeps what a visitor has begun for the page of their account. */
  keep?: () => void;
};

const keepNothing = (): void => undefined;

export function AlertSheet({ open, product, alert, price, from, keep = keepNothing }: SheetProps) {
  const close = () => {
    open.value = false;
  };
  const title = t(alert ? 'alerts:edit' : 'alerts:new');
  return (
    <Sheet open={open} title={`${product.showCode} · ${title}`} closeLabel={t('shell:close')}>
      {sessionStatus.value === 'visitor' ? (
        <AlertDoors from={from} keep={keep} />
      ) : alert ? (
        <AlertEditor product={product} alert={alert} onDone={close} />
      ) : (
        <NewAlert product={product} price={price} onDone={close} />
      )}
    </Sheet>
  );
}

/** What may be made, how many there are already, and the way to them. */
function NewAlert({ product, price, onDone }: { product: Product; price: string | undefined; onDone: () => void }) {
  const own = useAlerts().data.value;
  const count = own?.length ?? 0;
  return (
    <>
      {count >= ALERTS_MAX ? <Banner tone="warn">{fullText()}</Banner> : <AlertEditor product={product} price={price} onDone={onDone} />}
      <a class="alert-all" href={`#${PATHS.alerts}`}>
        {own ? t('alerts:all-of', { count, max: ALERTS_MAX }) : t('alerts:all')}
      </a>
    </>
  );
}
