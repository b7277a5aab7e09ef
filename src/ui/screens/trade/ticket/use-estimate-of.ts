/** Has the engine compute what the ticket comes to while its page is on screen. What of the last answer is of the ticket as it is now stays. */
import { useRef } from 'preact/hooks';
import type { TicketInput } from '#protocol/engine-api.ts';
import { watchTicket } from '../../../engine/watch.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { type Estimate, estimate } from '../../../state/estimate.ts';

/** `input`: the same object as long as nothing in it is another; `undefined`: there is nothing to compute yet. */
export function useEstimateOf(input: TicketInput | undefined): void {
  const asked = useRef<TicketInput | undefined>(undefined);
  const isThere = input !== undefined;
  // Only who leaves takes it all away: a margin that is gone for a moment with each tap makes the bar jump.
  useWhileActive(() => {
    if (!isThere) return undefined;
    return () => {
      asked.current = undefined;
      watchTicket(null);
    };
  }, [isThere]);
  useWhileActive(() => {
    if (!input) return undefined;
    const [before, found] = [asked.current, estimate.peek()];
    asked.current = input;
    watchTicket(input);
    if (before && found) estimate.value = stillTrue(found, before, input);
    return undefined;
  }, [input]);
}

/** Margin and fee follow from what is bought, the money of a stop from that stop, and so on. */
function stillTrue(found: Estimate, before: TicketInput, now: TicketInput): Estimate | undefined {
  const isSame = (...fields: readonly (keyof TicketInput)[]) => fields.every((field) => before[field] === now[field]);
  if (!isSame('productId', 'lots', 'leverage', 'orderPrice')) return undefined;
  return {
    ...found,
    ...(isSame('stopLoss') ? {} : { stopLossBuy: undefined, stopLossSell: undefined }),
    ...(isSame('takeProfit') ? {} : { takeProfitBuy: undefined, takeProfitSell: undefined }),
    ...(isSame('risk') ? {} : { riskMoney: undefined, riskLots: undefined, riskLoss: undefined }),
  };
}
