/** The deals of a person as the log's key of receipts signs them: made of what was stored with each, the same every time they are asked for. */
import { dealText, readDeal } from '#domain/tape/deal-note.ts';
import { DEALS_MAX } from '#domain/tape/receipt-limits.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { orderOfUser } from '../../repositories/order-repository.ts';
import { dealsOf, microStepsAfter, microsOf } from '../../repositories/receipt-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import type { Trader } from '../trading.ts';
import { contractDeal, microDeals, type Who } from './deal-of-books.ts';

/** The signing half of the log. */
type DealSigner = { readonly keys: { readonly origin: string }; signReceipt(text: string): string };
type Parts = Pick<DeskParts, 'db' | 'catalogue' | 'log'>;
type SignedNote = { readonly deal: number; readonly note: string };

type Asked = { readonly id: number } | { readonly after: number };
export interface Receipts {
  /**
   * Deals of contract orders (`isMicro` false) or of micro trades, oldest first, at most `DEALS_MAX`: none where their own order came to no deal.
   * Of micro trades those that came `after` a deal, in the order in which they came. Undefined where what was named is none of theirs.
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
  const ofOrders = async (who: Who, userId: number, asked: Asked): Promise<SignedDeal[] | undefined> => {
    if ('id' in asked && !(await orderOfUser(kysely, userId, asked.id))) return undefined;
    const deals: SignedDeal[] = [];
    for (const row of await dealsOf(kysely, { ...asked, userId, limit: DEALS_MAX }))
      deals.push(await contractDeal({ db, catalogue }, who, row));
    return deals;
  };
  const ofMicros = async (who: Who, userId: number, asked: Asked): Promise<SignedDeal[] | undefined> => {
    if ('id' in asked) {
      const [micro] = await microsOf(kysely, userId, [asked.id]);
      return micro && microDeals(who, micro);
    }
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
