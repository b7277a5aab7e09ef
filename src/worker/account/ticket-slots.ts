/** Lays the estimate of the ticket into its section of a frame. Knows slots, not orders. */
import type { Money } from '#domain/decimal.ts';
import { ESTIMATE, SECTION } from '#protocol/frame.ts';
import type { TicketEstimate } from './ticket.ts';

/** What is where nothing is known. */
const UNKNOWN = -1n;

const MONEY = [
  'margin',
  'fee',
  'marginLevelAfter',
  'stopLossBuy',
  'stopLossSell',
  'takeProfitBuy',
  'takeProfitSell',
  'riskMoney',
  'riskLots',
  'riskLoss',
] as const satisfies readonly (keyof TicketEstimate & keyof typeof ESTIMATE)[];
const NUMBERS = ['price', 'stopOutBuy', 'stopOutSell', 'problem', 'trigger'] as const satisfies readonly (keyof TicketEstimate &
  keyof typeof ESTIMATE)[];

export function writeTicket(slots: Float64Array, money: BigInt64Array, estimate: TicketEstimate): void {
  for (const name of NUMBERS) slots[SECTION.estimate + ESTIMATE[name]] = estimate[name];
  for (const name of MONEY) money[SECTION.estimate + ESTIMATE[name]] = (estimate[name] as Money | undefined) ?? UNKNOWN;
}
