import type { ComponentChildren, VNode } from 'preact';
import type { Side } from '#domain/contract.ts';
import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import './trade-bar.css';

type FrameProps = {
  /** What became of the last order: stands beside the cost. */
  said?: VNode;
  reason: string | undefined;
  /** The reason is of a price that nothing can be told of: it stands in place of everything. */
  isReasonAlone?: boolean;
  /** What can be done about the reason. */
  way?: VNode | undefined;
  cost?: VNode;
  button: (side: Side) => VNode;
};

/**
 * The look of the bar of Buy and Sell: the same with the ticket's code and before it. Above the buttons is one place, as high whatever stands in
 * it, so that neither a fill nor a lost link covers anything of the ticket (decision D9.252).
 */
export function TradeBarFrame({ said, reason, isReasonAlone = false, way, cost, button }: FrameProps) {
  return (
    <div class="trade-bar">
      <div class="trade-bar-place" data-alone={reason !== undefined && isReasonAlone ? '' : undefined}>
        {said}
        <p id="trade-bar-reason" class="trade-bar-reason" role="status">
          {reason}
        </p>
        {way}
        <div class="trade-bar-cost">{cost}</div>
      </div>
      <div class="trade-bar-buttons">{(['buy', 'sell'] as const).map(button)}</div>
    </div>
  );
}

type SideProps = {
  side: Side;
  /** What a press places, where that is more than the side. */
  name?: string | undefined;
  isBusy?: boolean;
  isDisabled: boolean;
  /** What is under the name is why it cannot be pressed, not the price. */
  hasReason?: boolean;
  /** How many lots a press is for: said where the ticket is not in sight. */
  lots?: string;
  onPress: () => void;
  children: ComponentChildren;
};

/** Buy or Sell, with its price or its reason. */
export function SideButtonFrame({ side, name: given, isBusy = false, isDisabled, hasReason = false, lots, onPress, children }: SideProps) {
  const name = given ?? (side === 'buy' ? t('trade:buy') : t('trade:sell'));
  return (
    <Button
      kind={side === 'buy' ? 'up' : 'down'}
      size="tall"
      busy={isBusy}
      disabled={isDisabled}
      aria-label={name}
      aria-describedby={`trade-bar-reason trade-bar-${side}`}
      onClick={onPress}
    >
      <span>
        {name}
        {lots && <span class="trade-bar-lots num"> {lots}</span>}
      </span>
      <small id={`trade-bar-${side}`} class="trade-bar-price num" data-reason={hasReason ? '' : undefined}>
        {children}
      </small>
    </Button>
  );
}
