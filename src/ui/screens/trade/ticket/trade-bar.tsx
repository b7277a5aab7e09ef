import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Side } from '#domain/contract.ts';
import type { Product } from '#domain/product.ts';
import { freshnessOf, isOldPrice, useAgeS } from '../../../freshness/freshness.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';
import { sessionStatus } from '../../../state/session.ts';
import { marketBlock } from './market-block.ts';
import { OrderCost } from './order-cost.tsx';
import { impossibleOf, pendingNameOf, priceOf, useTicketBlock } from './order-side.ts';
import { balanceBlock } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';
import { typedLotsText } from './ticket-texts.ts';
import { SideButtonFrame, TradeBarFrame } from './trade-bar-frame.tsx';
import { useFarText } from './use-far-text.ts';
import { WayOn } from './way-on.tsx';

type BarProps = {
  product: Product;
  state: TicketState;
  onPress: (side: Side) => void;
  /** What became of the last order, beside the cost. */
  children: ComponentChildren;
};

/** Buy and Sell, always in reach, each with the price that it sends; above them what the order costs, and why it waits or was refused. */
export function TradeBar({ product, state, onPress, children }: BarProps) {
  const sending = state.sending.value;
  const blocked = useTicketBlock(product, state);
  const block = sending ? undefined : blocked;
  const { reason, isOld } = useReason(product, sending?.phase === 'checking' ? t('ticket:checking') : block, !sending);
  const isWaiting = !state.ticket.value || block !== undefined || sending !== undefined || sessionStatus.value === 'checking';
  return (
    <TradeBarFrame
      said={
        <>
          {children}
          <Far product={product} state={state} />
          <Refused state={state} />
        </>
      }
      reason={reason}
      isReasonAlone={isOld || sending?.phase === 'checking'}
      way={block !== undefined && block === balanceBlock() ? <WayOn product={product} state={state} /> : undefined}
      cost={<OrderCost />}
      button={(side) => (
        <SideButton
          key={side}
          side={side}
          product={product}
          state={state}
          isWaiting={isWaiting}
          phase={sending?.side === side ? sending.phase : undefined}
          onPress={onPress}
        />
      )}
    />
  );
}

/**
 * Why Buy and Sell wait; to a visitor, whose press leads to the way in, at least that the price is old. Of an order that is on its way its strip
 * says what is known (decision D9.515): a link that was lost meanwhile is no reason to press again.
 */
function useReason(product: Product, block: string | undefined, isAtRest: boolean): { reason: string | undefined; isOld: boolean } {
  const freshness = freshnessOf(product.id);
  const ageS = useAgeS(product.id);
  const isOld = isAtRest && isOldPrice(freshness);
  return { reason: block ?? (isOld ? marketBlock(freshness, false, product, ageS) : undefined), isOld };
}

/** That the order's price lies far, beside the cost: its field may be out of sight. */
function Far({ product, state }: Pick<BarProps, 'product' | 'state'>) {
  const far = useFarText(product, state, 'orderPrice').value;
  return far ? <p class="trade-bar-far num">{far}</p> : null;
}

/** Why the last order was refused, where the thumb is. One that belongs to a field is an alert there already. */
function Refused({ state }: { state: TicketState }) {
  const refusal = state.refusal.value;
  // An order that is void is named in a strip of its own.
  if (!refusal || refusal.undone) return null;
  return (
    <p class="trade-bar-refusal" role={refusal.field ? undefined : 'alert'}>
      <Icon name="warning" size={18} />
      <span>{refusal.text}</span>
    </p>
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
  const name = useMemo(() => pendingNameOf(side, product, state), [side, product, state]).value;
  return (
    <SideButtonFrame
      side={side}
      name={name}
      isBusy={phase !== undefined}
      isDisabled={isWaiting || impossible !== undefined}
      lots={typedLotsText(state.ticket.value?.lots ?? '')}
      hasReason={impossible !== undefined && phase === undefined}
      onPress={() => {
        // A disabled button is the person's sign; this is the rule.
        if (!isWaiting && impossible === undefined) onPress(side);
      }}
    >
      {phase === undefined ? (impossible ?? price) : phase === 'sending' ? t('ticket:sending') : t('ticket:checking.short')}
    </SideButtonFrame>
  );
}
