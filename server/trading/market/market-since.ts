/** What passed on the tape between two ticks, for some products: from memory where it is known, otherwise from the tables. */
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { bookAt } from '../../tape/book-store.ts';
import { ownGroupAfter } from '../../tape/own-groups.ts';
import { type BookEntry, blockSecond, PriceBook } from '../../tape/price-book.ts';
import { readGroupsAfter } from '../../tape/tape-reader.ts';
import type { PassedTick, RecentMarket } from './recent-market.ts';

/** A part of the tape that is known without asking the database. */
export type MarketMemory = Pick<RecentMarket, 'covers' | 'lastSeq' | 'entryAt' | 'ticksOf'>;

/** Groups of one read. */
const GROUPS_READ_MAX = 20;

/** A memory of one tick: `book` has taken it, `before` is its product before it. */
export const memoryOfTick = (book: PriceBook, before: BookEntry | undefined, passed: PassedTick): MarketMemory => ({
  lastSeq: passed.tick.seq,
  covers: (seq) => seq === passed.tick.seq - 1,
  entryAt: (productId) => (productId === passed.tick.productId ? before : book.at(productId)),
  ticksOf: (productId) => (productId === passed.tick.productId ? [passed] : []),
});

type Span = {
  readonly productIds: ReadonlySet<number>;
  /** After this tick, up to that one. */
  readonly from: number;
  readonly to: number;
  /** Ticks to give at most; of those that must be read from the tables every product's count. */
  readonly ticksMax: number;
};
export type MarketSince = {
  /** The products as `from` left them. */
  readonly book: PriceBook;
  readonly ticks: readonly PassedTick[];
  /** The ticks are whole up to here: `to`, or less where there are more than `ticksMax`. */
  readonly seq: number;
};

type Passed = { readonly ticks: PassedTick[]; readonly seq: number };

/** At most `ticksMax` of the ticks, and how far they reach. */
function cut(ticks: PassedTick[], to: number, ticksMax: number): Passed {
  if (ticks.length <= ticksMax) return { ticks, seq: to };
  const kept = ticks.slice(0, ticksMax);
  return { ticks: kept, seq: kept.at(-1)?.tick.seq ?? to };
}

async function fromTables(db: Kysely<Database>, { productIds, from, to, ticksMax }: Span): Promise<Passed> {
  const ticks: PassedTick[] = [];
  let seen = 0;
  for (let seq = from; seq < to; ) {
    const own = ownGroupAfter(db, seq);
    const groups = own ? [own] : await readGroupsAfter(db, seq, GROUPS_READ_MAX);
    for (const group of groups) {
      const second = blockSecond(group.committedAtMs);
      for (const tick of group.ticks) {
        if (tick.seq <= seq) continue;
        if (tick.seq > to) return { ticks, seq: to };
        if (++seen > ticksMax) return { ticks, seq: tick.seq - 1 };
        if (productIds.has(tick.productId)) ticks.push({ tick, second });
      }
    }
    const last = groups.at(-1);
    if (!last) break;
    seq = last.lastSeq;
  }
  return { ticks, seq: to };
}

function fromMemory(recent: MarketMemory, { productIds, from, to, ticksMax }: Span): Passed {
  const ticks = [...productIds].flatMap((productId) => recent.ticksOf(productId, from, to));
  if (productIds.size > 1) ticks.sort((a, b) => a.tick.seq - b.tick.seq);
  return cut(ticks, to, ticksMax);
}

/** The products of a span as a tick left them. */
function bookOf(productIds: ReadonlySet<number>, entryAt: (productId: number) => BookEntry | undefined): PriceBook {
  const book = new PriceBook();
  for (const productId of productIds) {
    const entry = entryAt(productId);
    if (entry) book.put(productId, entry);
  }
  return book;
}

/** Memory first, then what it does not have yet. It may even end before the span begins: another node was quicker. */
async function fromBoth(recent: MarketMemory, db: Kysely<Database>, span: Span): Promise<Passed> {
  const known = fromMemory(recent, { ...span, to: Math.min(span.to, recent.lastSeq) });
  if (known.seq >= span.to || known.seq < recent.lastSeq) return known;
  const more = await fromTables(db, { ...span, from: known.seq, ticksMax: span.ticksMax - known.ticks.length });
  return { ticks: [...known.ticks, ...more.ticks], seq: more.seq };
}

/** `db`: the transaction that judges, or the reader. Ticks that memory lacks at either end are read through it. */
export async function marketSince(recent: MarketMemory, db: Kysely<Database>, span: Span): Promise<MarketSince> {
  const { productIds, from } = span;
  const start = Math.min(from, recent.lastSeq);
  if (!recent.covers(start)) {
    const whole = await bookAt(db, from);
    return { book: bookOf(productIds, (productId) => whole.at(productId)), ...(await fromTables(db, span)) };
  }
  const book = bookOf(productIds, (productId) => recent.entryAt(productId, start));
  // What was passed before the span is no tick of it; there are no gaps in the numbers.
  const passed = await fromBoth(recent, db, { ...span, from: start, ticksMax: span.ticksMax + from - start });
  for (const { tick, second } of passed.ticks) if (tick.seq <= from) book.take(tick, second);
  return { book, ticks: passed.ticks.filter(({ tick }) => tick.seq > from), seq: Math.max(from, passed.seq) };
}
