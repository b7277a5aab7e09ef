/**
 * The place of the ticket. Its code is fetched once the chart is drawn: until then a skeleton keeps the room, with the bar of Buy and Sell
 * where it will be. An order is never sent before its ticket could be seen; what a visitor taps fetches it at once and waits for it.
 */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { freshnessOf, isOldPrice, useAgeS } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { needTexts, t } from '../../../language/i18n.ts';
import { lazyCode } from '../../../lazy/lazy-code.ts';
import { useLazy } from '../../../lazy/use-lazy.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { flag } from '../../../state/site.ts';
import type { ChartFeed } from '../chart/chart-feed.ts';
import { marketBlock } from './market-block.ts';
import { SideButtonFrame, TradeBarFrame } from './trade-bar-frame.tsx';

/** A chart that has no candles by then does not hold the ticket up. */
const WAIT_MAX_MS = 3_000;

/** The code and the words of the ticket; once they are here, tickets show at once. */
export const ticketPanel = lazyCode(async () => {
  const [{ TradePanel }] = await Promise.all([import('../trade-panel.tsx'), needTexts('ticket', 'errors')]);
  return TradePanel;
});

type LazyTicketProps = {
  product: Product;
  from: string;
  /** The candles of the chart, once they are drawn. */
  shown: ReadonlySignal<ChartFeed | undefined>;
};

export function LazyTicket(props: LazyTicketProps) {
  const wanted = useSignal<Side | undefined>(undefined);
  const hasWaited = useSignal(false);
  const { here: TradePanel, hasFailed, load } = useLazy(ticketPanel, !!props.shown.value || hasWaited.value);
  useEffect(() => {
    const timer = setTimeout(() => {
      hasWaited.value = true;
    }, WAIT_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  if (TradePanel) return <TradePanel {...props} wanted={wanted} />;
  return (
    <>
      <div class="ticket-ghost" onPointerDown={hasFailed ? undefined : load}>
        {hasFailed ? (
          <Empty
            kind="failed"
            icon="offline"
            text={t('trade:chart.failed-part')}
            action={<Button onClick={load}>{t('shell:retry')}</Button>}
          />
        ) : (
          <Skeleton rows={flag('is_micro') ? 7 : 6} label={t('shell:loading')} />
        )}
      </div>
      <GhostBar
        product={props.product}
        onPress={(side) => {
          wanted.value = side;
          load();
        }}
      />
    </>
  );
}

/** Buy and Sell with their price and the market's own reasons. */
function GhostBar({ product, onPress }: { product: Product; onPress: (side: Side) => void }) {
  const freshness = freshnessOf(product.id);
  const ageS = useAgeS(product.id);
  const isVisitor = sessionStatus.value === 'visitor';
  const { priceText } = quoteOf(product.id);
  return (
    <TradeBarFrame
      reason={isVisitor && !isOldPrice(freshness) ? undefined : marketBlock(freshness, freshness === 'closed', product, ageS)}
      button={(side) => (
        <SideButtonFrame key={side} side={side} isDisabled={!isVisitor} onPress={() => onPress(side)}>
          {priceText}
        </SideButtonFrame>
      )}
    />
  );
}
