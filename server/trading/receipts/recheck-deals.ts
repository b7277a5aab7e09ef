/**
 * Every execution rechecked as its owner's receipt is: by what would be signed, the tape of the tables, and the code of the verifiers. For the
 * operator; reads only, beside a running market, a page of the books at a time.
 */
import { setImmediate } from 'node:timers/promises';
import { dealText, readDeal } from '#domain/tape/deal-note.ts';
import { recheckDeal } from '#domain/tape/recheck.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import type { Verdict } from '#domain/tape/verdict.ts';
import type { Db } from '../../database/database.ts';
import { everyDealAfter, everyMicroAfter } from '../../repositories/receipt-repository.ts';
import { SegmentReader } from '../../tape/log/segment-reader.ts';
import { contractDeal, microDeals } from './deal-of-books.ts';
import type { HoursParts } from './halts.ts';

/** Rows of the books read at once. */
const PAGE = 200;
/** Problems named; the others are counted. */
const PROBLEMS_MAX = 20;

type Parts = HoursParts & { readonly db: Pick<Db, 'kysely'>; readonly origin: string };
type Answered = { readonly answer: Verdict['rule']['answer']; readonly reason: string; readonly detail?: string | undefined };
type Page = { readonly deals: readonly SignedDeal[]; readonly last: number | undefined };
/** `untold`: the deals of which Rule cannot tell, by reason: from before rules were kept, ticks no longer kept, not sealed yet. */
type Rechecked = {
  readonly checked: number;
  readonly failed: number;
  readonly problems: readonly string[];
  readonly untold: ReadonlyMap<string, number>;
};

async function orderPage({ db, catalogue, origin }: Parts, after: number): Promise<Page> {
  const rows = await everyDealAfter(db.kysely, after, PAGE);
  const deals: SignedDeal[] = [];
  for (const { uid, ...row } of rows) deals.push(await contractDeal({ db, catalogue }, { origin, uid }, row));
  return { deals, last: rows.at(-1)?.deal.id };
}

async function microPage({ db, origin }: Parts, after: number): Promise<Page> {
  const rows = await everyMicroAfter(db.kysely, after, PAGE);
  return { deals: rows.flatMap(({ uid, micro }) => microDeals({ origin, uid }, micro)), last: rows.at(-1)?.micro.id };
}

const nameOf = ({ kind, rule, deal, order }: SignedDeal): string => {
  if (kind === 'micro-open') return `opening of micro trade ${order}`;
  return kind === 'micro-end' ? `end of micro trade ${order}` : `execution ${deal} (${kind}${rule ? ` ${rule}` : ''})`;
};

/** The answer of Rule, by the deal as its owner can read it. What cannot be signed or read back is a no. */
async function answerOf(reader: SegmentReader, made: SignedDeal): Promise<Answered> {
  try {
    const deal = readDeal(dealText(made));
    if ('problem' in deal) return { answer: 'no', reason: 'it cannot be signed', detail: deal.problem };
    const segment = await reader.of(deal);
    return segment ? recheckDeal(deal, segment) : { answer: 'unknown', reason: 'unsealed' };
  } catch (error) {
    return { answer: 'no', reason: 'it cannot be rechecked', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Rechecks all executions there are. */
export async function recheckDeals(parts: Parts): Promise<Rechecked> {
  const reader = new SegmentReader(parts.db);
  const problems: string[] = [];
  const untold = new Map<string, number>();
  let [checked, failed] = [0, 0];
  for (const read of [orderPage, microPage]) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const { deals, last }: Page = await read(parts, after);
      for (const deal of deals) {
        const { answer, reason, detail } = await answerOf(reader, deal);
        checked++;
        if (answer === 'unknown') untold.set(reason, (untold.get(reason) ?? 0) + 1);
        if (answer === 'no' && ++failed <= PROBLEMS_MAX)
          problems.push(`${nameOf(deal)} did not keep its rule: ${reason}${detail ? `, ${detail}` : ''}`);
        // The market goes on beside it.
        await setImmediate();
      }
      after = last;
    }
  }
  return { checked, failed, problems, untold };
}
