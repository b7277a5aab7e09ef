/** The deals of a person as the log's key of receipts signs them: made of what was stored with each, the same every time they are asked for. */
import { type DealRule, dealText, readDeal, type SignedDeal } from '#domain/tape/deal-note.ts';
import { SHAPES } from '#domain/tape/deal-shapes.ts';
import { termsValue } from '#domain/tape/deal-terms.ts';
import { dealsOf, microStepsAfter, microsOf, type OrderDeal } from '../../repositories/receipt-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { Trader } from '../trading.ts';
import { type HoursParts, hoursBetween } from './closings.ts';

/** Deals of one answer. */
const DEALS_MAX = 50;

/** The signing half of the log. */
type DealSigner = { readonly keys: { readonly origin: string }; signReceipt(text: string): string };
type Parts = Pick<DeskParts, 'db' | 'catalogue' | 'log'>;
type Who = Pick<SignedDeal, 'origin' | 'uid'>;
type SignedNote = { readonly deal: number; readonly note: string };

/** What a rule adds to a deal; nothing of a deal from before rules were kept. */
async function groundsOf(hours: HoursParts, { deal, order }: OrderDeal): Promise<Record<string, unknown>> {
  const rule = deal.rule as DealRule | '';
  const shape = SHAPES[`${deal.kind} ${rule}`];
  if (rule === '' || !shape?.terms) return {};
  const isJudged = shape.has.includes('fromSeq');
  const stretch = { fromSeq: isJudged ? deal.from_seq + 1 : deal.known_seq, toSeq: deal.known_seq };
  return {
    rule,
    ...(shape.has.includes('level') && { level: deal.rule_level }),
    ...(isJudged && { fromSeq: deal.from_seq }),
    knownSeq: deal.known_seq,
    hours: await hoursBetween(hours, { productId: order.productId, ...stretch }),
    terms: termsValue(shape.terms).read(deal.terms),
  };
}

async function contractDeal(hours: HoursParts, who: Who, row: OrderDeal): Promise<SignedDeal> {
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

/** The opening of a micro trade, and its end once it is over. */
function microDeals(who: Who, micro: StoredMicro): SignedDeal[] {
  const { id, realm, productId, side, openPrice, openSeq, endPrice, endSeq, end } = micro;
  const common = { ...who, realm, order: id, product: productId, side };
  const staked = { stake: micro.stake, ratio: micro.ratio, expiryMs: micro.expireAtMs, lossLevel: micro.lossLevel };
  const opening = {
    ...{ ...common, deal: id * 2, kind: 'micro-open', timeMs: micro.createdAtMs, profit: 0n, price: openPrice, tickSeq: openSeq },
    ...(micro.openKnownSeq > 0 && { rule: 'market', knownSeq: micro.openKnownSeq, terms: staked }),
  } as SignedDeal;
  if (end === '') return [opening];
  const rule = END_RULES[end];
  const ending = {
    ...{ ...common, deal: id * 2 + 1, kind: 'micro-end', timeMs: micro.completedAtMs, profit: micro.profit },
    ...(endSeq > 0 && { price: endPrice, tickSeq: endSeq }),
    ...(micro.endKnownSeq > 0 && { rule, knownSeq: micro.endKnownSeq, terms: { ...staked, openPrice, openSeq } }),
  } as SignedDeal;
  return [opening, ending];
}

type Asked = { readonly id: number } | { readonly after: number };
export interface Receipts {
  /**
   * Deals of contract orders (`isMicro` false) or of micro trades, oldest first, at most `DEALS_MAX`; none of somebody else's. Of micro trades
   * those that came `after` a deal, in the order in which they came; undefined where it is none of theirs.
   */
  of(trader: Trader, isMicro: boolean, asked: Asked): Promise<SignedNote[] | undefined>;
}

export function createReceipts({ db, catalogue, log }: Parts, signer: DealSigner): Receipts {
  const { kysely } = db;
  /** No deal is signed that a verifier could not read: to its owner its note would be a lie. */
  const signed = (deal: SignedDeal): SignedNote[] => {
    const text = dealText(deal);
    const read = readDeal(text);
    if (!('problem' in read)) return [{ deal: deal.deal, note: signer.signReceipt(text) }];
    log.error({ deal: deal.deal, problem: read.problem }, 'a deal could not be read back and was not signed');
    return [];
  };
  const ofOrders = async (who: Who, userId: number, asked: Asked): Promise<SignedDeal[]> => {
    const deals: SignedDeal[] = [];
    for (const row of await dealsOf(kysely, { ...asked, userId, limit: DEALS_MAX }))
      deals.push(await contractDeal({ db, catalogue }, who, row));
    return deals;
  };
  const ofMicros = async (who: Who, userId: number, asked: Asked): Promise<SignedDeal[] | undefined> => {
    if ('id' in asked) return (await microsOf(kysely, userId, [asked.id])).flatMap((micro) => microDeals(who, micro));
    const after = asked.after === 0 ? undefined : { microId: Math.floor(asked.after / 2), isEnd: asked.after % 2 === 1 };
    const steps = await microStepsAfter(kysely, { userId, after, limit: DEALS_MAX });
    if (!steps) return undefined;
    const micros = await microsOf(kysely, userId, [...new Set(steps.map(({ microId }) => microId))]);
    const deals = new Map(micros.flatMap((micro) => microDeals(who, micro)).map((deal) => [deal.deal, deal]));
    return steps.flatMap(({ microId, isEnd }) => deals.get(microId * 2 + Number(isEnd)) ?? []);
  };
  return {
    async of({ id: userId, uid }, isMicro, asked) {
      const deals = await (isMicro ? ofMicros : ofOrders)({ origin: signer.keys.origin, uid }, userId, asked);
      return deals?.flatMap(signed);
    },
  };
}
