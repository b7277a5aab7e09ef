/** When a product traded over a stretch of the tape: its calendar, and where the operator had closed it. */
import { CLOSINGS_MAX, type DealClosing, type DealHours, UNTOLD_HOURS } from '#domain/tape/deal-terms.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { RuleChangeRow } from '../../repositories/rule-change-repository.ts';
import type { TradingRules } from '../market/trading-rules.ts';

type Closings = {
  readonly catalogue: Pick<Catalogue, 'calendarOf'>;
  readonly rules: TradingRules;
  readonly changes: readonly RuleChangeRow[];
};

/** `fromSeq` to `toSeq`, both ticks of the stretch. Untold where the operator closed the product more often than a deal may name. */
export function hoursBetween({ catalogue, rules, changes }: Closings, productId: number, fromSeq: number, toSeq: number): DealHours {
  const turns = changes
    .filter((change) => change.rule === 'forced_closed' && change.product_id === productId)
    .map(({ from_seq }) => from_seq)
    .filter((seq) => seq > fromSeq && seq <= toSeq);
  const closings: DealClosing[] = [];
  for (const [at, seq] of [fromSeq, ...turns].entries()) {
    if (!rules.at(seq).isForcedClosed(productId)) continue;
    const endSeq = turns[at] ?? toSeq + 1;
    const before = closings.at(-1);
    // Two turns to the same value are one closing.
    if (before?.toSeq === seq) closings[closings.length - 1] = { fromSeq: before.fromSeq, toSeq: endSeq };
    else if (endSeq > seq) closings.push({ fromSeq: seq, toSeq: endSeq });
  }
  return closings.length > CLOSINGS_MAX ? UNTOLD_HOURS : { calendar: catalogue.calendarOf(productId), closings };
}
