/** Applies what an account has due before a tick, in its order, each with the removal of its row. */
import type { Trx } from '../../database/database.ts';
import { blockSecond, type PriceBook } from '../../tape/price-book.ts';
import type { DeskParts } from '../desk-parts.ts';
import { AccountAtTick } from '../judge/account-at-tick.ts';
import type { LockedAccount } from '../judge/locked-account.ts';
import type { Passage } from '../judge/passage.ts';
import { marketAt } from '../market/market-at-tick.ts';
import { DUE_KINDS } from './due-kinds.ts';

/** A judgement on its way. */
export type Judging = { readonly locked: LockedAccount; readonly book: PriceBook; readonly passage: Passage };

/**
 * Everything whose moment is before the tick `seq`; the book is at the newest tick before it. Returns the moment at which the passage was
 * full, undefined when everything was applied.
 */
export async function passDue(parts: DeskParts, trx: Trx, { locked, book, passage }: Judging, seq: number): Promise<number | undefined> {
  const { agenda } = locked;
  for (let next = await agenda.next(); next && next.seq < seq; next = await agenda.next()) {
    const { work, seq: momentSeq } = next;
    const kind = DUE_KINDS[work.kind];
    if (!kind) throw new Error(`due work ${work.id} is of the kind ${work.kind}, which nobody knows`);
    const market = marketAt(parts, locked.rules, book, { seq: momentSeq, timeMs: work.due, second: blockSecond(work.due) });
    const at = new AccountAtTick(locked.account, locked.live, locked.isCalled, market);
    await agenda.finish(
      trx,
      work,
      await kind.run(trx, at, work, {
        seq: momentSeq,
        rules: locked.rules.at(momentSeq),
        catalogue: parts.catalogue,
        micros: locked.micros,
      }),
    );
    passage.take(at, Math.max(1, at.effects));
    if (passage.isFull) return momentSeq;
  }
  return undefined;
}
