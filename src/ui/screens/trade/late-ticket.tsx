/**
 * The place of the ticket. Its code is fetched once the chart is drawn: until then a ghost holds the room, with the bar of Buy and Sell as it
 * will stand. An order is never sent before its ticket could be seen; a visitor's tap leads to the login at once.
 */
import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { type FunctionComponent, h } from 'preact';
import { useEffect } from 'preact/hooks';
import { freshnessOf, useAgeS } from '../../freshness.tsx';
import { needTexts, t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { navigate } from '../../navigate.ts';
import { loginPath } from '../../paths.ts';
import { useLinkReturn } from '../../shell/link-return.ts';
import { quoteOf } from '../../state/quotes.ts';
import { sessionStatus } from '../../state/session.ts';
import { marketBlock } from './market-block.ts';
import type { TicketPartProps } from './ticket-part.tsx';
import { SideButtonFrame, TradeBarFrame } from './trade-bar-frame.tsx';

/** A chart that has no candles by then does not hold the ticket up. */
const WAIT_MAX_MS = 3_000;

let part: FunctionComponent<TicketPartProps> | undefined;

/** Fetches the code and the words of the ticket; rejects when they cannot be had. Once they are here, tickets show at once. */
export async function loadTicket(): Promise<void> {
  const [{ TicketPart }] = await Promise.all([import('./ticket-part.tsx'), needTexts('ticket', 'errors')]);
  part = TicketPart;
}

type LateTicketProps = TicketPartProps & { isChartShown: ReadonlySignal<boolean> };

export function LateTicket({ isChartShown, ...props }: LateTicketProps) {
  const state = useSignal<'waiting' | 'failed' | 'here'>(part ? 'here' : 'waiting');
  const load = () => {
    state.value = 'waiting';
    loadTicket().then(
      () => (state.value = 'here'),
      () => (state.value = 'failed'),
    );
  };
  useSignalEffect(() => {
    if (isChartShown.value && state.peek() === 'waiting') load();
  });
  useEffect(() => {
    const timer = setTimeout(() => state.peek() === 'waiting' && load(), WAIT_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  useLinkReturn(() => state.peek() === 'failed' && load());
  if (part && state.value === 'here') return h(part, props);
  return (
    <>
      <div class="ticket-ghost" onPointerDown={state.value === 'waiting' ? load : undefined}>
        {state.value === 'failed' ? (
          <Empty
            kind="failed"
            icon="offline"
            text={t('trade:chart.failed-part')}
            action={<Button onClick={load}>{t('shell:retry')}</Button>}
          />
        ) : (
          <Skeleton rows={4} label={t('shell:loading')} />
        )}
      </div>
      <GhostBar {...props} />
    </>
  );
}

/** Buy and Sell with their price and the market's own reasons. */
function GhostBar({ product, from }: TicketPartProps) {
  const freshness = freshnessOf(product.Id);
  const ageS = useAgeS(product.Id);
  const isVisitor = sessionStatus.value === 'visitor';
  const { priceText } = quoteOf(product.Id);
  return (
    <TradeBarFrame
      reason={isVisitor ? undefined : marketBlock(freshness, freshness === 'closed', product, ageS)}
      button={(side) => (
        <SideButtonFrame key={side} side={side} isDisabled={!isVisitor} onPress={() => navigate(loginPath(from))}>
          {priceText}
        </SideButtonFrame>
      )}
    />
  );
}
