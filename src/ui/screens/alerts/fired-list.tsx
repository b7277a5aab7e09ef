import { useEffect } from 'preact/hooks';
import type { FiredAlert } from '#domain/price-alert.ts';
import { useFiredAlerts } from '../../alerts/alert-lists.ts';
import { firedTerms, firedText } from '../../alerts/alert-texts.ts';
import { markSeen } from '../../alerts/seen-alerts.ts';
import { failedText } from '../../freshness/failed-text.ts';
import { Icon } from '../../kit/icon.tsx';
import { List } from '../../kit/list.tsx';
import { t } from '../../language/i18n.ts';
import { tradePath } from '../../paths.ts';
import { ProductMark } from '../../products/product-mark.tsx';
import { productMap } from '../../state/products.ts';
import { setting } from '../../state/site.ts';
import { exactMomentText } from '../../text/moment-text.ts';

/** What has fired, the newest first; each leads to its product. Who has them on screen has seen them. */
export function FiredList() {
  const { items, status, more, retry } = useFiredAlerts();
  const fired = items.value;
  useEffect(() => markSeen(fired), [fired]);
  return (
    <List
      label={t('alerts:tab.fired')}
      items={fired}
      keyOf={({ id }) => id}
      status={status.value}
      onMore={more}
      onRetry={retry}
      skeleton={{ rows: 4, kind: 'row' }}
      texts={{
        loading: t('shell:loading'),
        empty: t('alerts:fired.none'),
        noMore: t('shell:no-more'),
        failed: failedText('alerts:fired.failed'),
        retry: t('shell:retry'),
      }}
    >
      {(one) => <FiredRow fired={one} />}
    </List>
  );
}

function FiredRow({ fired }: { fired: FiredAlert }) {
  const product = productMap.value.get(fired.productId);
  const words = (
    <>
      {product && <ProductMark code={product.code} logo={product.logo} />}
      <span class="alert-row-words">
        <b>{firedText(fired)}</b>
        <span>{firedTerms(fired)}</span>
        <small class="num">{exactMomentText(fired.atMs, Date.now(), setting('timezone'))}</small>
      </span>
    </>
  );
  if (!product) return <div class="alert-row">{words}</div>;
  return (
    <a class="alert-row" href={`#${tradePath(product.id)}`}>
      {words}
      <span class="alert-row-now">
        <Icon name="forward" size={16} />
      </span>
    </a>
  );
}
