import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { ageText } from '../../age-text.ts';
import { type Freshness, FreshnessMark, freshnessOf, useAgeS } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { PriceText } from '../../kit/price-text.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { setting } from '../../state/site.ts';
import { watchProduct } from '../../watch.ts';
import { closePosition } from './close-order.ts';
import { useLiveNumbers } from './live-numbers.ts';
import { lotsText, orderPriceText, sideText } from './order-texts.ts';
import { useSheetOfId } from './sheet-of-id.ts';

/** Asks before a position is closed: at which price, how old that price is, and what it would come to. */
export function CloseSheet({ row, id }: { row: OrderRow | undefined; id: Signal<number> }) {
  const open = useSheetOfId(id, row !== undefined);
  const title = row ? t('orders:close.title', { side: sideText(row), lots: lotsText(row), code: row.ForexTradeLists.ShowCode }) : '';
  return (
    <Sheet open={open} title={title} closeLabel={t('shell:close')}>
      {row && <CloseQuestion key={row.Id} row={row} onDone={() => (id.value = 0)} />}
    </Sheet>
  );
}

function CloseQuestion({ row, onDone }: { row: OrderRow; onDone: () => void }) {
  const productId = row.ForexTradeLists.Id;
  const phase = useSignal<'asking' | 'sending' | 'checking'>('asking');
  const refusal = useSignal('');
  useEffect(() => watchProduct(productId), [productId]);
  const live = useLiveNumbers(row);
  const freshness = freshnessOf(productId);
  const block = blockText(freshness, useAgeS(freshness));
  const send = async () => {
    phase.value = 'sending';
    refusal.value = await closePosition(row, live.price.peek(), () => (phase.value = 'checking'));
    phase.value = 'asking';
    if (refusal.value === '') onDone();
  };
  const isBusy = phase.value !== 'asking';
  return (
    <>
      <div class="close-quote">
        <span class="close-price">
          <PriceText text={live.priceText} />
        </span>
        <FreshnessMark productId={productId} />
      </div>
      <dl class="order-fields">
        <div>
          <dt>{t('orders:open-price')}</dt>
          <dd class="num">{orderPriceText(row, row.Price)}</dd>
        </div>
        <div>
          <dt>{t('orders:profit', { currency: setting('currency') })}</dt>
          <dd>
            <PriceText text={live.profitText} tone={live.tone} />
          </dd>
        </div>
      </dl>
      <p class="close-note">{t('orders:close.note')}</p>
      {refusal.value && (
        <Banner tone="bad" role="alert">
          {refusal.value}
        </Banner>
      )}
      <p class="close-reason" role="status">
        {phase.value === 'checking' ? t('orders:checking') : isBusy ? '' : block}
      </p>
      <div class="close-actions">
        <Button size="tall" onClick={onDone}>
          {t('orders:keep')}
        </Button>
        <Button kind="primary" size="tall" busy={isBusy} disabled={block !== undefined} onClick={send}>
          {isBusy ? t('orders:closing') : t('orders:close')}
        </Button>
      </div>
    </>
  );
}

/** Why a close must wait: the server would refuse it. */
function blockText(freshness: Freshness, ageS: number): string | undefined {
  switch (freshness) {
    case 'live':
      return undefined;
    case 'closed':
      return t('orders:block.closed');
    case 'stale':
      return t('orders:block.stale', { age: ageText(ageS) });
    case 'offline':
      return t('orders:block.offline');
    case 'lost':
    case 'connecting':
      return t('orders:block.lost');
  }
}
