import type { Side } from '#domain/contract.ts';
import type { ProductRow } from '#protocol/rest/forex.ts';
import { freshnessOf, useAgeS } from '../../freshness.tsx';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { navigate } from '../../navigate.ts';
import { loginPath } from '../../paths.ts';
import { quoteOf } from '../../state/quotes.ts';
import { sessionStatus } from '../../state/session.ts';
import { ticketBlock } from './ticket-block.ts';
import type { TicketState } from './ticket-state.ts';

type BarProps = { product: ProductRow; state: TicketState; from: string };

/** Buy and Sell, always in reach, each with the price that it sends; above them why they wait, when they do. */
export function TradeBar({ product, state, from }: BarProps) {
  const ageS = useAgeS(freshnessOf(product.Id));
  const ticket = state.ticket.value;
  const sending = state.sending.value;
  const block = ticket && !sending ? ticketBlock(ticket, product, ageS) : undefined;
  const isWaiting = !ticket || block !== undefined || sending !== undefined || sessionStatus.value === 'checking';
  const press = (side: Side) => {
    // A disabled button is the person's sign; this is the rule.
    if (isWaiting) return;
    if (sessionStatus.peek() === 'visitor') navigate(loginPath(from));
    else void state.send(side, quoteOf(product.Id).close.peek());
  };
  return (
    <div class="trade-bar">
      <p id="trade-bar-reason" class="trade-bar-reason" role="status">
        {sending?.phase === 'checking' ? t('trade:checking') : block?.text}
      </p>
      <div class="trade-bar-buttons">
        {(['buy', 'sell'] as const).map((side) => (
          <SideButton
            key={side}
            side={side}
            product={product}
            isWaiting={isWaiting}
            phase={sending?.side === side ? sending.phase : undefined}
            onPress={press}
          />
        ))}
      </div>
    </div>
  );
}

type SideButtonProps = {
  side: Side;
  product: ProductRow;
  isWaiting: boolean;
  phase: 'sending' | 'checking' | undefined;
  onPress: (side: Side) => void;
};

function SideButton({ side, product, isWaiting, phase, onPress }: SideButtonProps) {
  const quote = quoteOf(product.Id);
  const name = side === 'buy' ? t('trade:buy') : t('trade:sell');
  return (
    <Button
      kind={side === 'buy' ? 'up' : 'down'}
      size="tall"
      busy={phase !== undefined}
      disabled={isWaiting}
      aria-label={name}
      aria-describedby="trade-bar-reason"
      onClick={() => onPress(side)}
    >
      {name}
      <small class="trade-bar-price num">
        {phase === undefined ? quote.priceText : phase === 'sending' ? t('trade:sending') : t('trade:checking.short')}
      </small>
    </Button>
  );
}
