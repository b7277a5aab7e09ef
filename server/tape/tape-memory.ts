/** What a node knows of the tape without asking the database: newest quotes, last sequence number, end of the last sealed second. Moved only by committed groups. */
import type { Kysely } from 'kysely';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { Database } from '../database/schema.ts';
import { allQuotes, type QuoteRow } from '../repositories/quote-repository.ts';
import { newestBlock, newestGroup } from '../repositories/tape-repository.ts';
import type { TapeGroup } from './tape.ts';

/** `aliveAtMs`: tape time of the commit. `heardMs`: on this node's count, never later than the commit; `NEVER` while it has heard nothing. */
type Quote = { readonly newest: TapeTick; readonly aliveSeq: number; readonly aliveAtMs: number; readonly heardMs: number };
/** When each of a group's ticks was heard, in their order, or all of them. */
type Heard = readonly number[] | number;

export const NEVER = Number.NEGATIVE_INFINITY;

const quoteOf = (row: QuoteRow): Quote => ({
  newest: { productId: row.product_id, price: row.price, volume: 0n, timeMs: row.time_ms, confirm: false, seq: row.seq },
  aliveSeq: row.alive_seq,
  aliveAtMs: row.alive_at,
  heardMs: NEVER,
});

export class TapeMemory {
  /** End of the newest sealed second, unix ms; 0 before the first. */
  sealedMs = 0;
  lastSeq = 0;
  lastCommitMs = 0;
  /** Time of the newest tick. */
  newestMs = 0;
  readonly #quotes = new Map<number, Quote>();

  /** Reads where the tape ends. What was said before this process began is a price, and no sign of life. */
  async load(db: Kysely<Database>): Promise<void> {
    await this.loadEnd(db);
    // Quotes last: those that are ahead of the end are met again, never missed.
    for (const row of await allQuotes(db)) {
      this.#quotes.set(row.product_id, quoteOf(row));
      this.newestMs = Math.max(this.newestMs, row.time_ms);
    }
  }

  /** Reads the last sequence number, the last commit and the last sealed second, while nobody else writes them. */
  async loadEnd(db: Kysely<Database>): Promise<void> {
    // The group first: one that is sealed between the two reads is then found in its block.
    const group = await newestGroup(db);
    const block = await newestBlock(db);
    this.sealedMs = block?.time_ms ?? 0;
    this.lastSeq = Math.max(this.lastSeq, block?.last_seq ?? 0, group?.last_seq ?? 0);
    this.lastCommitMs = Math.max(block?.time_ms ?? 0, group?.committed_at ?? 0);
  }

  /** The latest time that is on the tape. */
  get endMs(): number {
    return Math.max(this.newestMs, this.lastCommitMs, this.sealedMs);
  }

  quote(productId: number): Quote | undefined {
    return this.#quotes.get(productId);
  }

  /** The quotes that ticks change, as they are after them. */
  quotesAfter({ ticks, committedAtMs }: Pick<TapeGroup, 'ticks' | 'committedAtMs'>, heard: Heard): Map<number, Quote> {
    const changed = new Map<number, Quote>();
    for (const [at, tick] of ticks.entries()) {
      const before = changed.get(tick.productId) ?? this.#quotes.get(tick.productId);
      const isNews = !tick.confirm && tick.seq > (before?.newest.seq ?? 0);
      const newest = isNews ? tick : before?.newest;
      if (!newest) continue;
      changed.set(tick.productId, {
        newest,
        aliveSeq: Math.max(tick.seq, before?.aliveSeq ?? 0),
        aliveAtMs: Math.max(committedAtMs, before?.aliveAtMs ?? 0),
        heardMs: Math.max(typeof heard === 'number' ? heard : (heard[at] ?? NEVER), before?.heardMs ?? NEVER),
      });
    }
    return changed;
  }

  take(group: TapeGroup, heard: Heard): void {
    for (const [productId, quote] of this.quotesAfter(group, heard)) this.#quotes.set(productId, quote);
    for (const tick of group.ticks) this.newestMs = Math.max(this.newestMs, tick.timeMs);
    this.lastSeq = Math.max(this.lastSeq, group.lastSeq);
    this.lastCommitMs = Math.max(this.lastCommitMs, group.committedAtMs);
  }
}

/** A quote as its row. */
export const quoteRow = ({ newest, aliveSeq, aliveAtMs }: Quote): QuoteRow => ({
  product_id: newest.productId,
  seq: newest.seq,
  price: newest.price,
  time_ms: newest.timeMs,
  alive_seq: aliveSeq,
  alive_at: aliveAtMs,
});
