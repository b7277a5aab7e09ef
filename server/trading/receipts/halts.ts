/** When a product traded over a stretch of the tape: its calendar, and where the operator had closed it. */
import { type DealHours, HALTS_MAX, type ProductHalt } from '#domain/tape/deal-terms.ts';
import { UNTOLD_HOURS } from '#domain/tape/untold-hours.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Db } from '../../database/database.ts';
import { ruleTurns } from '../../repositories/rule-change-repository.ts';

/** Changes that are read of one deal: what held at first, both ends of each halt that it may name, and one more. */
const TURNS_MAX = 2 * HALTS_MAX + 2;

type Stretch = { readonly productId: number; readonly fromSeq: number; readonly toSeq: number };
export type HoursParts = { readonly db: Pick<Db, 'kysely'>; readonly catalogue: Pick<Catalogue, 'calendarOf' | 'byId'> };

/** `fromSeq` to `toSeq`, both ticks of the stretch. Untold where the operator closed the product more often than a deal may name. */
export async function hoursBetween({ db, catalogue }: HoursParts, { productId, fromSeq, toSeq }: Stretch): Promise<DealHours> {
  const rows = await ruleTurns(db.kysely, { rule: 'forced_closed', productId, fromSeq, toSeq, limit: TURNS_MAX });
  if (rows.length === TURNS_MAX) return UNTOLD_HOURS;
  const today = catalogue.byId(productId)?.forcedClosed ?? false;
  const isClosedFrom = new Map([[fromSeq, today]]);
  // Of several changes at one tick the last holds.
  for (const { from_seq, value } of rows) isClosedFrom.set(Math.max(fromSeq, from_seq), value === null ? today : value === '1');
  const turns = [...isClosedFrom];
  const halts: ProductHalt[] = [];
  for (const [at, [seq, isClosed]] of turns.entries()) {
    if (!isClosed) continue;
    const endSeq = turns[at + 1]?.[0] ?? toSeq + 1;
    const before = halts.at(-1);
    // Two turns to the same value are one halt.
    if (before?.toSeq === seq) halts[halts.length - 1] = { fromSeq: before.fromSeq, toSeq: endSeq };
    else halts.push({ fromSeq: seq, toSeq: endSeq });
  }
  return halts.length > HALTS_MAX ? UNTOLD_HOURS : { calendar: catalogue.calendarOf(productId), halts };
}
