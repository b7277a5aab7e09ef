/** What a person's own protection says against an order that would be opened now; asked before their money is: it holds of who has none too. */
import { type Money, maxDecimal } from '#domain/decimal.ts';
import type { Trx } from '../../database/database.ts';
import type { Outcome } from '../../outcome.ts';
import type { NewRisk } from '../../protection/opening-guard.ts';
import { liveOrders } from '../../repositories/order-repository.ts';
import type { Sql } from '../../repositories/user-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { Trader } from '../trading.ts';
import { tradingAccount } from './one-account.ts';
import { floatingProfit } from './valuation.ts';

type AskedRisk = Pick<NewRisk, 'stake' | 'loss' | 'isMicro'>;

/** What a person's open positions have lost so far together, at their newest prices; 0 where they have gained. */
export async function openLoss(parts: Pick<DeskParts, 'tape' | 'settings'>, reader: Sql, trader: Trader): Promise<Money> {
  const live = await liveOrders(reader, trader.id, await tradingAccount(parts, reader, trader));
  return maxDecimal<Money>(0n, -floatingProfit(live, (productId) => parts.tape.newest(productId)?.price));
}

/** A loss that was not taken yet counts as one, whichever account the order is of. */
export function ownRefusal(parts: DeskParts, trx: Trx, trader: Trader, risk: AskedRisk): Promise<Outcome<never> | undefined> {
  const floating = () => openLoss(parts, trx, trader);
  return parts.guard.refusal(trx, trader, { ...risk, floating, nowMs: parts.clock.now() });
}
