/** Receipts of honest fills: each kind in turn, as files. */
import { dealText } from '#domain/tape/deal-note.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { microEnd, older, stopOut } from './made-endings.ts';
import { askedClose, type Draw, type Fill, marketOpening, microOpen } from './made-fills.ts';
import type { MadeMarket } from './made-market.ts';
import { pending, stop } from './made-waits.ts';
import { crypto, type World } from './receipt-world.ts';

export const KINDS = { marketOpening, askedClose, microOpen, pending, stop, stopOut, microEnd, older } as const satisfies Record<
  string,
  Draw
>;
const DRAWS_MAX = 1_000;

/** Draws until there is a fill. */
export function drawn(market: MadeMarket, kind: keyof typeof KINDS): Fill {
  for (let at = 0; at < DRAWS_MAX; at++) {
    const fill = KINDS[kind](market);
    if (fill) return fill;
  }
  throw new Error(`no fill of the kind ${kind} in ${DRAWS_MAX} draws`);
}

/** Stretches of heights in order, those that touch or overlap joined. */
function joined(heights: Fill['heights']): [number, number][] {
  const spans: [number, number][] = [];
  for (const [first, last] of [...heights].sort(([one], [other]) => one - other)) {
    const before = spans.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else spans.push([first, last]);
  }
  return spans.filter(([, last]) => last > 0).map(([first, last]) => [Math.max(1, first), last]);
}

/** A fill as what receipts are tampered with in `corruptions.ts`: its receipt has the newest checkpoint, and two that a device had before. */
export function worldOf(market: MadeMarket, { deal, heights, tiles }: Fill): World<SignedDeal> {
  const { log } = market;
  const size = log.blocks.length;
  const extract = { size, spans: joined(heights), older: [1 + market.below(size), size], ...(tiles && { tiles }) };
  const by = { crypto, pin: log.logKey.verifier.text, seen: [] };
  return { log, deal, extract, file: log.receipt(dealText(deal), extract), by };
}
