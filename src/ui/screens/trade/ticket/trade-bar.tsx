import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import { decimalFromNumber, type Price } from '#domain/decimal.ts';
import type { Product } from '#domain/product.ts';
import { useAgeS } from '../../../freshness/freshness.tsx';
import { t } from '../../../language/i18n.ts';
import { navigate } from '../../../navigation/navigate.ts';
import { loginPath } from '../../../paths.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { priceText, UNKNOWN } from '../../../text/format.ts';
import { impossibleStops } from './ticket.ts';
import { ticketBlock } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';
import { impossibleText } from './ticket-texts.ts';
import { SideButtonFrame, TradeBarFrame } from './trade-bar-frame.tsx';

type BarProps = { product: Product; state: TicketState; from: string };

/** Buy and Sell, always in reach, each with the price that it sends; above them why they wait, when they do. */
export function TradeBar({ product, state, from }: BarProps) {
  const ageS = useAgeS(product.id);
  const ticket = state.ticket.value;
  const sending = state.sending.value;
  // Read through a signal: a tick that changes no reason draws nothing anew.
  const blocked = useMemo(() => computed(() => ticket && ticketBlock(ticket, product, ageS)), [ticket, product, ageS]);
  const block = sending ? undefined : blocked.value;
  const isWaiting = !ticket || block !== undefined || sending !== undefined || sessionStatus.value === 'checking';
  const press = (side: Side) => {
    // A disabled button is the person's sign; this is the rule.
    if (isWaiting) return;
    if (sessionStatus.peek() === 'visitor') navigate(loginPath(from));
    else void state.send(side, quoteOf(product.id).close.peek());
  };
  return (
    <TradeBarFrame
      reason={sending?.phase === 'checking' ? t('ticket:checking') : block}
      button={(side) => (
        <SideButton
          key={side}
          side={side}
          product={product}
          state={state}
          isWaiting={isWaiting}
          phase={sending?.side === side ? sending.phase : undefined}
          onPress={press}
        />
      )}
    />
  );
}

type SideButtonProps = {
  side: Side;
  product: Product;
  state: TicketState;
  isWaiting: boolean;
  phase: 'sending' | 'checking' | undefined;
  onPress: (side: Side) => void;
};

function SideButton({ side, product, state, isWaiting, phase, onPress }: SideButtonProps) {
  const impossible = useMemo(() => impossibleOf(side, product, state), [side, product, state]).value;
  const price = useMemo(() => priceOf(product, state), [product, state]);
  return (
    <SideButtonFrame
      side={side}
      isBusy={phase !== undefined}
      isDisabled={isWaiting || impossible !== undefined}
      hasReason={impossible !== undefined && phase === undefined}
      onPress={() => impossible === undefined && onPress(side)}
    >
      {phase === undefined ? (impossible ?? price) : phase === 'sending' ? t('ticket:sending') : t('ticket:checking.short')}
    </SideButtonFrame>
  );
}

/** Why the stops rule this side out at the price now, or at the order price; follows every tick, changes only when the reason does. */
const impossibleOf = (side: Side, product: Product, state: TicketState): ReadonlySignal<string | undefined> =>
  computed(() => {
    const ticket = state.ticket.value;
    const now = ticket?.mode === 'market' ? decimalFromNumber<Price>(quoteOf(product.id).close.value) : undefined;
    return ticket && impossibleText(impossibleStops(ticket, side, now), side);
  });

/** The price that a press sends: of the market, or the one that was typed. */
const priceOf = (product: Product, state: TicketState): ReadonlySignal<string> =>
  computed(() => {
    const ticket = state.ticket.value;
    if (ticket?.mode !== 'pending') return quoteOf(product.id).priceText.value;
    return ticket.orderPrice === '' ? UNKNOWN : priceText(Number(ticket.orderPrice), product.pricePrecision);
  });
