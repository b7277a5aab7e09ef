/** Has the engine compute what the ticket comes to while its page is on screen. What of the last answer is of the ticket as it is now stays. */
import { useRef } from 'preact/hooks';
import type { TicketInput } from '#protocol/engine-api.ts';
import { watchTicket } from '../../../engine/watch.ts';
import { useWhileActive } from '../../../navigation/page-active.ts';
import { estimate } from '../../../state/estimate.ts';

/** What is bought: margin and fee follow from these alone. */
const BOUGHT = ['productId', 'lots', 'leverage', 'orderPrice'] as const;
/** What stops and a risk come to. */
const UNSAID = {
  stopLossBuy: undefined,
  stopLossSell: undefined,
  takeProfitBuy: undefined,
  takeProfitSell: undefined,
  riskMoney: undefined,
  riskLots: undefined,
};

/** `input`: the same object as long as nothing in it is another; `undefined`: there is nothing to compute yet. */
export function useEstimateOf(input: TicketInput | undefined): void {
  const asked = useRef(input);
  // Only who leaves takes it all away: a margin that is gone for a moment with each tap makes the bar jump.
  useWhileActive(() => () => watchTicket(null), [!input]);
  useWhileActive(() => {
    if (!input) return undefined;
    const before = asked.current;
    asked.current = input;
    watchTicket(input);
    const found = estimate.peek();
    if (found && before !== input)
      estimate.value = BOUGHT.every((field) => before?.[field] === input[field]) ? { ...found, ...UNSAID } : undefined;
    return undefined;
  }, [input]);
}
