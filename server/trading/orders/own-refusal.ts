/** What a person's own protection says against an order that would be opened now; asked once nothing else is against it. */
import { type Money, maxDecimal } from '#domain/decimal.ts';
import type { Trx } from '../../database/database.ts';
import type { Outcome } from '../../outcome.ts';
import type { NewRisk } from '../../protection/opening-guard.ts';
import { liveOrders } from '../../repositories/order-repository.ts';
import { type DeskParts, tradingAccountOf } from '../desk-parts.ts';
import type { Trader } from '../trading.ts';
import { floatingProfit } from './valuation.ts';

type AskedRisk = Pick<NewRisk, 'stake' | 'loss' | 'isMicro'>;

/** A loss that was not taken yet counts as one, whichever account the order is of: positions at their newest prices. */
export function ownRefusal(parts: DeskParts, trx: Trx, trader: Trader, risk: AskedRisk): Promise<Outcome<never> | undefined> {
  const floating = async (): Promise<Money> => {
    const live = await liveOrders(trx, trader.id, tradingAccountOf(trader));
    return maxDecimal<Money>(0n, -floatingProfit(live, (productId) => parts.tape.newest(productId)?.price));
  };
  return parts.guard.refusal(trx, trader, { ...risk, floating, nowMs: parts.clock.now() });
}
