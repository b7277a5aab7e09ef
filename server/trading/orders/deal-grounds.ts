/**
 * By which rule a deal comes about and what its recheck goes by, as it is stored with the deal (decision D9.293): what each value means
 * stands with the signed deal, `src/domain/tape/signed-deal.ts`. `knownSeq`: newest tick of the tape that the execution knows.
 */
import type { Ratio } from '#domain/decimal.ts';
import { staleAfterMs } from '#domain/freshness.ts';
import { type DealHours, type DealTerms, termsValue } from '#domain/tape/deal-terms.ts';
import type { DealRule } from '#domain/tape/signed-deal.ts';
import { type Silence, silenceTerm } from '#domain/tape/silence.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { BookEntry } from '../../tape/price-book.ts';
import type { Cost } from './order-terms.ts';

/** Columns of the deal; 0 and '' where the rule has none. */
export type DealGrounds = {
  readonly rule: DealRule;
  readonly rule_level: bigint;
  readonly from_seq: number;
  readonly known_seq: number;
  readonly terms: string;
};

/** How long the source of a product may be silent now. */
export const silenceNow = (categoryId: number | undefined): Silence => silenceTerm(staleAfterMs(categoryId));

const UNBOUND = { rule_level: 0n, from_seq: 0 } as const;

/** An opening at the newest price, as asked for or as the second half of a reversal. */
export const openedAtMarket = (rule: 'market' | 'reverse', cost: Cost, knownSeq: number, silence: Silence): DealGrounds => ({
  ...UNBOUND,
  rule,
  known_seq: knownSeq,
  terms: termsValue('opening').write({ ...cost, ...silence }),
});

/** A pending order that its price opened. `order`: as it waited. */
export function openedByTrigger(order: StoredOrder, cost: Cost, knownSeq: number, silence: Silence): DealGrounds {
  const { triggerSide, goodTillMs } = order;
  if (triggerSide === '') throw new Error(`order ${order.id} waits for nothing`);
  const terms = termsValue('pending').write({ ...cost, trigger: triggerSide, goodTillMs, ...silence });
  return { rule: 'pending', rule_level: order.askedPrice, from_seq: order.evalFrom, known_seq: knownSeq, terms };
}

const closingTerms = ({ openPrice, openSeq }: StoredOrder) => ({ openPrice, openSeq });

/** A close at the newest price; of a `reset` at the last one, whatever its age. */
export const closedAsAsked = (
  rule: 'close' | 'reverse' | 'reset',
  order: StoredOrder,
  knownSeq: number,
  silence: Silence,
): DealGrounds => ({
  ...UNBOUND,
  rule,
  known_seq: knownSeq,
  terms: termsValue('closing').write({ ...closingTerms(order), ...silence }),
});

/**
 * A close by a stop. Each counts from the tick after its own, and none before the position was judged. Where the other one counted for longer it
 * says so, and its recheck looks for that one too from there on (decision D9.420).
 */
export function closedByStop(rule: 'sl' | 'tp', order: StoredOrder, knownSeq: number, silence: Silence): DealGrounds {
  const { stopLoss, takeProfit } = order;
  const stopLossFrom = Math.max(order.evalFrom, order.stopLossFrom);
  const takeProfitFrom = Math.max(order.evalFrom, order.takeProfitFrom);
  const [level, fromSeq] = rule === 'sl' ? [stopLoss, stopLossFrom] : [takeProfit, takeProfitFrom];
  const [other, otherFrom] = rule === 'sl' ? [takeProfit, takeProfitFrom] : [stopLoss, stopLossFrom];
  const longer = other > 0n && otherFrom < fromSeq ? { stopsFrom: otherFrom } : {};
  const stops = { stopLoss, stopLossFrom, takeProfit, takeProfitFrom, ...longer };
  const terms = termsValue('stopped').write({ ...closingTerms(order), ...stops, ...silence });
  return { rule, rule_level: level, from_seq: fromSeq, known_seq: knownSeq, terms };
}

/** What an account has at a tick, and the market there, as a stop-out sees it. */
type OutHoldings = Pick<DealTerms['stopOut'], 'balance' | 'pending' | 'deficit'> & {
  readonly margin: DealTerms['stopOut']['held'];
  readonly positions: readonly StoredOrder[];
};
type OutMarket = {
  readonly seq: number;
  readonly quoteOf: (productId: number) => BookEntry | undefined;
  readonly hoursOf: (productId: number) => DealHours;
  readonly silenceOf: (productId: number) => Silence;
};

/** A close since the margin level is at or below `level` percent. `before`: the account as it was. */
export function closedByStopOut(level: Ratio, order: StoredOrder, before: OutHoldings, market: OutMarket): DealGrounds {
  const { balance, margin, pending, deficit } = before;
  const positions = [...before.positions]
    .sort((a, b) => a.id - b.id)
    .map((held) => ({
      order: held.id,
      product: held.productId,
      side: held.side,
      lots: held.lots,
      openPrice: held.openPrice,
      contractNumber: held.contractNumber,
      quoteRate: held.quoteRate,
      marginMode: held.marginMode,
      fromSeq: held.evalFrom,
      tickSeq: market.quoteOf(held.productId)?.seq ?? 0,
      hours: market.hoursOf(held.productId),
      ...market.silenceOf(held.productId),
    }));
  const terms = termsValue('stopOut').write({ ...closingTerms(order), balance, held: margin, pending, deficit, positions });
  return { rule: 'stopout', rule_level: level, from_seq: 0, known_seq: market.seq, terms };
}
