/** An execution as the deal that is signed: made of what was stored with it, the same every time. */

import { shapeOf } from '#domain/tape/deal-shapes.ts';
import { type DealTerms, termsValue } from '#domain/tape/deal-terms.ts';
import type { DealRule, SignedDeal } from '#domain/tape/signed-deal.ts';
import type { Silence } from '#domain/tape/silence.ts';
import type { OrderDeal } from '../../repositories/receipt-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';
import { type HoursParts, hoursBetween } from './halts.ts';

/** Of which log, and whose. */
export type Who = Pick<SignedDeal, 'origin' | 'uid'>;

/** What a rule adds to a deal; nothing of a deal from before rules were kept. */
async function groundsOf(hours: HoursParts, { deal, order }: OrderDeal): Promise<Record<string, unknown>> {
  const { rule } = deal;
  const shape = shapeOf(`${deal.kind} ${rule}`);
  if (rule === '' || !shape?.terms) return {};
  const isJudged = shape.has.includes('fromSeq');
  const terms = termsValue(shape.terms).read(deal.terms);
  const { stopsFrom = deal.from_seq } = (terms ?? {}) as Partial<DealTerms['stopped']>;
  const stretch = { fromSeq: isJudged ? stopsFrom + 1 : deal.known_seq, toSeq: deal.known_seq };
  return {
    rule,
    ...(shape.has.includes('level') && { level: deal.rule_level }),
    ...(isJudged && { fromSeq: deal.from_seq }),
    knownSeq: deal.known_seq,
    hours: await hoursBetween(hours, { productId: order.productId, ...stretch }),
    terms,
  };
}

export async function contractDeal(hours: HoursParts, who: Who, row: OrderDeal): Promise<SignedDeal> {
  const { deal, order } = row;
  return {
    ...who,
    realm: order.realm,
    deal: deal.id,
    kind: deal.kind,
    order: order.id,
    parent: deal.kind === 'close' && order.parentId > 0 ? order.parentId : undefined,
    product: order.productId,
    side: order.side,
    lots: deal.lots,
    price: deal.price,
    tickSeq: deal.tick_seq,
    timeMs: deal.created_at,
    profit: deal.profit,
    fee: deal.fee,
    margin: deal.margin,
    contractNumber: order.contractNumber,
    quoteRate: order.quoteRate,
    leverage: order.leverage,
    marginMode: order.marginMode,
    ...(await groundsOf(hours, row)),
  } as SignedDeal;
}

const END_RULES = { expiry: 'micro', gap: 'micro-void', reset: 'reset' } as const satisfies Record<
  Exclude<StoredMicro['end'], ''>,
  DealRule
>;

/** As the row has it: 0 where nothing is said. */
const silenceStored = (ms: number): Silence => (ms === 0 ? {} : { silenceMs: ms });

/** The opening of a micro trade, and its end once it is over. */
export function microDeals(who: Who, micro: StoredMicro): SignedDeal[] {
  const { id, realm, productId, side, openPrice, openSeq, endPrice, endSeq, end } = micro;
  const common = { ...who, realm, order: id, product: productId, side };
  const staked = { stake: micro.stake, ratio: micro.ratio, expiryMs: micro.expireAtMs, lossLevel: micro.lossLevel };
  const opening = {
    ...{ ...common, deal: id * 2, kind: 'micro-open', timeMs: micro.createdAtMs, profit: 0n, price: openPrice, tickSeq: openSeq },
    ...(micro.openKnownSeq > 0 && {
      rule: 'market',
      knownSeq: micro.openKnownSeq,
      terms: { ...staked, ...silenceStored(micro.openSilenceMs) },
    }),
  } as SignedDeal;
  if (end === '') return [opening];
  const rule = END_RULES[end];
  const ending = {
    ...{ ...common, deal: id * 2 + 1, kind: 'micro-end', timeMs: micro.completedAtMs, profit: micro.profit },
    ...(endSeq > 0 && { price: endPrice, tickSeq: endSeq }),
    ...(micro.endKnownSeq > 0 && {
      rule,
      knownSeq: micro.endKnownSeq,
      terms: { ...staked, openPrice, openSeq, ...silenceStored(micro.endSilenceMs) },
    }),
  } as SignedDeal;
  return [opening, ending];
}
