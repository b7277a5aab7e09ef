import type { MicroSide } from '#domain/micro.ts';
import type { Product } from '#domain/product.ts';
import { freshnessOf, useAgeS } from '../../../freshness/freshness.tsx';
import { Button } from '../../../kit/button.tsx';
import { t } from '../../../language/i18n.ts';
import { quoteOf } from '../../../state/quotes.ts';
import { sessionStatus } from '../../../state/session.ts';
import { UNKNOWN } from '../../../text/format.ts';
import { moneyText } from '../../../text/money.ts';
import { closedText, marketBlock } from '../ticket/market-block.ts';
import { standingBlock } from '../ticket/standing-block.ts';
import { TradeBarFrame } from '../ticket/trade-bar-frame.tsx';
import type { MicroState } from './micro-state.ts';
import { useMicroUsable } from './use-micro-usable.ts';

type BarProps = { product: Product; state: MicroState; onPress: (side: MicroSide) => void };

/** Why no trade can be opened now, if so: how its person stands, then the market's own reasons. Of a visitor only that it is closed, as a press leads to the way in. */
export function useMicroBlock(product: Product): string | undefined {
  const freshness = freshnessOf(product.id);
  const ageS = useAgeS(product.id);
  const isShut = freshness === 'closed';
  if (sessionStatus.value === 'visitor') return isShut ? closedText(product) : undefined;
  return standingBlock(true) ?? marketBlock(freshness, isShut, product, ageS);
}

/** Buy up and Buy down, where Buy and Sell are. */
export function MicroBar({ product, state, onPress }: BarProps) {
  const reason = useMicroBlock(product);
  const { priceText } = quoteOf(product.id);
  const isBlocked = reason !== undefined || sessionStatus.value === 'checking';
  const isSending = state.phase.value !== undefined;
  return (
    <TradeBarFrame
      reason={reason}
      cost={<Usable />}
      button={(tradeSide) => {
        const side: MicroSide = tradeSide === 'buy' ? 'up' : 'down';
        return (
          <Button
            key={side}
            kind={side}
            size="tall"
            disabled={isBlocked}
            busy={isSending && state.side.value === side}
            aria-label={t(`micro:buy-${side}`)}
            aria-haspopup="dialog"
            aria-describedby={`trade-bar-reason trade-bar-${side}`}
            onClick={() => {
              // A disabled button is the person's sign; this is the rule.
              if (!isBlocked && !isSending) onPress(side);
            }}
          >
            {t(`micro:buy-${side}`)}
            <small id={`trade-bar-${side}`} class="trade-bar-price num">
              {priceText}
            </small>
          </Button>
        );
      }}
    />
  );
}

/** What there is to put on a trade, where the cost of an order is beside Buy and Sell. */
function Usable() {
  const usable = useMicroUsable();
  return (
    <dl>
      <div>
        <dt>{t('micro:available')}</dt>
        <dd class="num">{usable === undefined ? UNKNOWN : moneyText(usable)}</dd>
      </div>
    </dl>
  );
}
