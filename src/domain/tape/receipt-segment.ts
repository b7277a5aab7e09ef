/** Which part of the tape a deal is rechecked by: what whoever makes a receipt has to fetch. */

import { longestSilence } from './recheck-stop-out.ts';
import { lookedFrom } from './recheck-waited.ts';
import type { SignedDeal } from './signed-deal.ts';
import { microBackMs, newestBlocks, silenceOf } from './silence.ts';

/**
 * `back`: the block of a tick and those before it, `blocks` in all or as many as there are, with bodies. `stretch`: bodies from `fromSeq`'s block
 * to the end of its tile, the summaries of whole tiles between (and the bodies of those that `touches` of `recheck-waited.ts` names), bodies
 * from the beginning of `toSeq`'s tile to its block. `since`: bodies of all blocks later than `sinceMs` up to `toSeq`'s, and the entry of the
 * block before them.
 */
export type TapeNeed =
  | { readonly kind: 'back'; readonly seq: number; readonly blocks: number }
  | { readonly kind: 'stretch'; readonly fromSeq: number; readonly toSeq: number }
  | { readonly kind: 'since'; readonly sinceMs: number; readonly toSeq: number };

const blockOf = (seq: number | undefined): TapeNeed[] => (seq ? [{ kind: 'back', seq, blocks: 1 }] : []);
const newestTo = (seq: number, silenceMs: number): TapeNeed => ({ kind: 'back', seq, blocks: newestBlocks(silenceMs) });
/** That a tick stayed its product's newest. */
const stretch = (fromSeq: number, toSeq: number): TapeNeed => ({ kind: 'stretch', fromSeq, toSeq });

/** What a deal needs; parts may overlap. */
export function neededTape(deal: SignedDeal): TapeNeed[] {
  return [...blockOf(deal.tickSeq), ...neededByRule(deal)];
}

function neededByRule(deal: SignedDeal): TapeNeed[] {
  switch (deal.rule) {
    case 'market':
    case 'close':
    case 'reverse':
      return [newestTo(deal.knownSeq, silenceOf(deal.terms)), stretch(deal.tickSeq, deal.knownSeq)];
    case 'pending':
      return [stretch(deal.fromSeq + 1, deal.knownSeq), stretch(deal.tickSeq, deal.knownSeq)];
    case 'sl':
    case 'tp': {
      const { stopLossFrom, takeProfitFrom } = deal.terms;
      const later = Math.max(stopLossFrom, takeProfitFrom);
      // Where one of the two counted for longer, the block from which on the other did: in tiles before it no price matters to that one.
      const from = lookedFrom(deal);
      const moved = later > from && later < deal.knownSeq ? blockOf(later + 1) : [];
      return [stretch(from + 1, deal.knownSeq), stretch(deal.tickSeq, deal.knownSeq), ...moved];
    }
    case 'stopout': {
      const valued = deal.terms.positions.filter(({ fromSeq }) => fromSeq < deal.knownSeq);
      return [newestTo(deal.knownSeq, longestSilence(deal)), ...valued.flatMap(({ tickSeq }) => blockOf(tickSeq))];
    }
    case 'micro':
    case 'micro-void': {
      const ending: TapeNeed = {
        kind: 'since',
        sinceMs: deal.terms.expiryMs - microBackMs(silenceOf(deal.terms)),
        toSeq: deal.knownSeq + 1,
      };
      return deal.tickSeq === undefined ? [ending] : [ending, stretch(deal.tickSeq, deal.knownSeq)];
    }
    case 'reset':
    case undefined:
      return [];
  }
}
