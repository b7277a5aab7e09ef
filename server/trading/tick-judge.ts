/**
 * Judges ticks one by one against the accounts in memory and opens a transaction only where something is due. What it learns late
 * (another process committed after the tick was judged) it judges by the ticks that were missed, each at its own price.
 */
import { decimal, type Ratio } from '#domain/decimal.ts';
import { changesFrom } from '../repositories/account-change-repository.ts';
import { allQuotes } from '../repositories/quote-repository.ts';
import type { TapeGroup, TapeTick } from '../tape/tape.ts';
import type { MarketAtTick } from './account-at-tick.ts';
import { AccountIndex, accountKey, type IndexedAccount } from './account-index.ts';
import { ChangeReader } from './change-reader.ts';
import type { DeskParts } from './desk-parts.ts';
import type { EvaluatorCursor } from './evaluator-cursor.ts';
import { isDue } from './judgement.ts';
import { holderIds, loadAccounts } from './load-accounts.ts';
import { RecentTicks } from './recent-ticks.ts';
import { settleAccount } from './settle-account.ts';
import { TickBook } from './tick-book.ts';

/** How far before the cursor ticks are read at a start: confirm marks repeat every price within 2 s, and late changes look back. */
const LOOK_BACK_TICKS = 4_000;
const GROUPS_READ_MAX = 100;
const TYPES = ['demo', 'forex', 'micro', 'change'] as const;

/** From which tick on each order of an account was known to be judged. */
type KnownOrders = ReadonlyMap<number, number>;
const knownOrders = (account: IndexedAccount | undefined): KnownOrders =>
  new Map([...(account?.positions ?? []), ...(account?.pendings ?? [])].map((order) => [order.id, order.stop_from]));

export class TickJudge {
  readonly #parts: DeskParts;
  readonly #cursor: EvaluatorCursor;
  readonly #committed: () => void;
  readonly #index = new AccountIndex();
  readonly #recent = new RecentTicks();
  readonly #changes: ChangeReader;
  readonly #touched = new Set<number>();
  #book = new TickBook();
  #guardLevel: Ratio = 0n;

  constructor(parts: DeskParts, cursor: EvaluatorCursor, committed: () => void) {
    this.#parts = parts;
    this.#cursor = cursor;
    this.#committed = committed;
    this.#changes = new ChangeReader(parts.db.dialect);
  }

  /** The user's account was changed without a row of `account_change`. */
  touch(userId: number): void {
    this.#touched.add(userId);
  }

  /** Somebody was touched since the last look. */
  get isTouched(): boolean {
    return this.#touched.size > 0;
  }

  /** Builds the memory anew, as of the cursor; `changedFrom`: changes from this version on may not have been judged to the end. */
  async load(changedFrom: number | undefined): Promise<void> {
    const { db } = this.#parts;
    await this.#changes.start(db.kysely);
    await this.#loadBook();
    this.#index.clear();
    this.#guardLevel = this.#level();
    await this.#reload(await holderIds(db.kysely));
    // On SQLite nothing is committed late.
    if (db.dialect === 'sqlite' || changedFrom === undefined) return;
    const { changes } = await changesFrom(db.kysely, db.dialect, changedFrom);
    const users = [...new Set(changes.map((change) => change.user_id))];
    await this.#replayMissed(await this.#reload(users), new Map());
  }

  /** Takes in what was changed since the last look. */
  async refresh(): Promise<void> {
    for (const userId of await this.#changes.read(this.#parts.db.kysely)) this.#touched.add(userId);
    const users = [...this.#touched];
    if (users.length > 0) {
      const keys = users.flatMap((userId) => TYPES.map((type) => accountKey(userId, type)));
      const before = new Map(keys.map((key) => [key, knownOrders(this.#index.get(key))]));
      const loaded = await this.#reload(users);
      await this.#replayMissed(loaded, before);
      for (const userId of users) this.#touched.delete(userId);
    }
    this.#cursor.changesFrom = this.#changes.from;
  }

  /** Judges the next tick. When it throws, the same tick must come again. */
  async judge(tick: TapeTick, group: TapeGroup, isRepeated: boolean): Promise<void> {
    const isOpen = this.#isOpen(tick);
    // What failed half-way must be looked at again, even where the book has moved already.
    const isNews = this.#book.advance(tick, group.committedAtMs, isOpen) || isRepeated;
    if (isNews) await this.#lookAround(tick, group.committedAtMs);
    this.#recent.add({ tick, committedAtMs: group.committedAtMs, isOpen });
  }

  async #lookAround(tick: TapeTick, committedAtMs: number): Promise<void> {
    const level = this.#level();
    // The operator changed the stop-out level: every guard stands at the wrong price.
    if (level !== this.#guardLevel) this.#index.guardAllAnew(this.#book, tick.seq, level);
    this.#guardLevel = level;
    const price = this.#book.at(tick.productId)?.price;
    const met = price === undefined ? undefined : this.#index.meet(tick.productId, price);
    if (!met) return;
    try {
      const market = this.#marketAt(tick, committedAtMs, this.#book);
      const keys = new Set([...met.owners].map((owner) => owner.key));
      for (const key of keys) {
        const account = this.#index.get(key);
        if (!account) continue;
        if (isDue(account, tick.productId, market, level)) await this.#act(account, tick, market, tick.seq - 1);
        else this.#index.guardAnew(key, this.#book, tick.seq, level);
      }
    } finally {
      met.restore();
    }
  }

  /** `judged`: every tick up to here has been judged for everybody, and is counted as such with the effects of this one. */
  async #act(account: IndexedAccount, tick: TapeTick, market: MarketAtTick, judged: number): Promise<void> {
    const { db } = this.#parts;
    const settled = { productId: tick.productId, market, stopOutLevel: this.#level() };
    const version = await db.transaction(async (trx) => {
      await this.#cursor.move(trx, judged);
      return settleAccount(this.#parts, trx, account, settled);
    });
    this.#cursor.moved(judged);
    if (version !== undefined) this.#changes.note(account.userId, account.type, version);
    this.#committed();
    await this.#reload([account.userId], tick.seq);
  }

  /** Judges orders and edits that were committed late by the ticks they missed. */
  async #replayMissed(accounts: readonly IndexedAccount[], before: ReadonlyMap<string, KnownOrders>): Promise<void> {
    for (const { userId, type, positions, pendings } of accounts) {
      const key = accountKey(userId, type);
      const known = before.get(key);
      const missedFrom = [...positions, ...pendings]
        .filter((order) => known?.get(order.id) !== order.stop_from)
        .map((order) => (known?.has(order.id) ? order.stop_from : order.eval_from))
        .filter((from) => from < this.#cursor.judged);
      if (missedFrom.length === 0) continue;
      const from = Math.min(...missedFrom);
      const past = this.#recent.bookAt(from, this.#book);
      for (const { tick, committedAtMs, isOpen } of this.#recent.after(from)) {
        past.advance(tick, committedAtMs, isOpen);
        const account = this.#index.get(key);
        if (!account) break;
        const market = this.#marketAt(tick, committedAtMs, past);
        if (isDue(account, tick.productId, market, this.#level())) await this.#act(account, tick, market, this.#cursor.saved);
      }
    }
  }

  async #reload(userIds: readonly number[], seq = this.#cursor.judged): Promise<IndexedAccount[]> {
    const accounts = await loadAccounts(this.#parts.db.kysely, userIds);
    for (const userId of userIds) for (const type of TYPES) this.#index.remove(accountKey(userId, type));
    const level = this.#level();
    for (const account of accounts) this.#index.put(account, this.#book, Math.max(seq, this.#cursor.judged), level);
    return accounts;
  }

  #level(): Ratio {
    return decimal<Ratio>(this.#parts.settings.get('stop_out_level') || '50');
  }

  #isOpen(tick: TapeTick): boolean {
    const { catalogue } = this.#parts;
    const product = catalogue.byId(tick.productId);
    return product !== undefined && catalogue.statusAt(product, tick.timeMs) === 1;
  }

  #marketAt(tick: TapeTick, committedAtMs: number, book: TickBook): MarketAtTick {
    const { catalogue } = this.#parts;
    return {
      seq: tick.seq,
      timeMs: tick.timeMs,
      priceOf: (productId) => book.at(productId)?.price,
      quoteOf: (productId) => book.at(productId),
      isTradable(productId) {
        const product = catalogue.byId(productId);
        return product !== undefined && !book.isStale(productId, committedAtMs) && catalogue.statusAt(product, tick.timeMs) === 1;
      },
    };
  }

  /** Prices as they stood at the cursor: from the quotes that have not moved since, and from the ticks just before it. */
  async #loadBook(): Promise<void> {
    const { db, tape, catalogue } = this.#parts;
    const cursor = this.#cursor.judged;
    this.#book = new TickBook();
    this.#recent.clear();
    let from = Math.max(0, cursor - LOOK_BACK_TICKS);
    while (from < cursor) {
      const groups = await db.transaction((trx) => tape.groupsAfter(trx, from, GROUPS_READ_MAX));
      if (groups.length === 0) break;
      for (const { ticks, committedAtMs } of groups) {
        for (const tick of ticks) {
          if (tick.seq > cursor) break;
          const isOpen = this.#isOpen(tick);
          this.#book.advance(tick, committedAtMs, isOpen);
          this.#recent.add({ tick, committedAtMs, isOpen });
        }
      }
      from = Math.max(from + 1, groups.at(-1)?.lastSeq ?? cursor);
    }
    for (const quote of (await allQuotes(db.kysely)).filter((it) => it.seq > 0 && it.seq <= cursor)) {
      const known = this.#book.at(quote.product_id);
      const aliveAtMs = quote.alive_seq <= cursor ? quote.alive_at : (known?.aliveAtMs ?? 0);
      const product = catalogue.byId(quote.product_id);
      const wasOpen = known?.isOpen ?? (product !== undefined && catalogue.statusAt(product, quote.time_ms) === 1);
      this.#book.put(quote.product_id, { price: quote.price, seq: quote.seq, aliveAtMs, isOpen: wasOpen });
    }
  }
}
