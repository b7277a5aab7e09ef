/**
 * Finds whom a tick may concern, and has the account judged under its lock: the scheduler that sees to it that nobody waits for an own act.
 * Memory only says where to look; what it learns late (another process committed after the tick was looked at) it looks at again.
 */
import type { MarginLevels } from '#domain/margin-call.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import type { AccountType } from '../../database/schema.ts';
import { newestRuleSeq } from '../../repositories/rule-change-repository.ts';
import { bookAt } from '../../tape/book-store.ts';
import { type BookEntry, blockSecond, PriceBook } from '../../tape/price-book.ts';
import type { TapeGroup } from '../../tape/tape.ts';
import type { DeskParts } from '../desk-parts.ts';
import { judgeInSlices } from '../judge/judge-account.ts';
import { isTouchedByTick } from '../judge/tick-rules.ts';
import { isNews, marketAtTick } from '../market/market-at-tick.ts';
import { type MarketMemory, marketSince, memoryOfTick } from '../market/market-since.ts';
import type { PassedTick } from '../market/recent-market.ts';
import type { TradingRules } from '../market/trading-rules.ts';
import { AccountIndex, accountKey, type IndexedAccount } from './account-index.ts';
import { ChangeReader } from './change-reader.ts';
import type { EvaluatorCursor } from './evaluator-cursor.ts';
import { holderIds, loadAccounts } from './load-accounts.ts';

const isSame = (one: MarginLevels, other: MarginLevels | undefined): boolean =>
  one.stopOutLevel === other?.stopOutLevel && one.marginCallLevel === other.marginCallLevel;

const TYPES = ['demo', 'forex', 'micro', 'change'] as const;

export class TickJudge {
  readonly #parts: DeskParts;
  readonly #cursor: EvaluatorCursor;
  readonly #committed: () => void;
  readonly #index = new AccountIndex();
  readonly #changes: ChangeReader;
  readonly #changed = new Set<number>();
  #book = new PriceBook();
  /** The newest tick of the book, and its product before it. */
  #taken: { readonly seq: number; readonly before: BookEntry | undefined } | undefined;
  #rules: TradingRules | undefined;
  /** What the guards of the index stand by. */
  #guarded: MarginLevels | undefined;

  constructor(parts: DeskParts, cursor: EvaluatorCursor, committed: () => void) {
    this.#parts = parts;
    this.#cursor = cursor;
    this.#committed = committed;
    this.#changes = new ChangeReader(parts.db.dialect);
  }

  /** Somebody's account changed, and reading it anew failed. */
  get isBehindChanges(): boolean {
    return this.#changed.size > 0;
  }

  /** Builds the memory anew, as of the cursor, and judges up to it who is not judged so far. */
  async load(): Promise<void> {
    const { kysely } = this.#parts.db;
    await this.#changes.start(kysely);
    await this.#readRules();
    this.#book = await bookAt(kysely, this.#cursor.judged);
    this.#taken = undefined;
    this.#index.clear();
    this.#guarded = this.#levelsAt(this.#cursor.judged);
    await this.#catchUp(await this.#reload(await holderIds(kysely)));
    this.#cursor.changesFrom = this.#changes.from;
  }

  /** Takes in what was changed since the last look. */
  async refresh(): Promise<void> {
    const { kysely } = this.#parts.db;
    await this.#readRules();
    for (const userId of await this.#changes.read(kysely)) this.#changed.add(userId);
    const users = [...this.#changed];
    if (users.length > 0) {
      await this.#catchUp(await this.#reload(users));
      for (const userId of users) this.#changed.delete(userId);
    }
    this.#cursor.changesFrom = this.#changes.from;
  }

  /** Judges the next tick. When it throws, the same tick must come again. */
  async judge(tick: TapeTick, group: TapeGroup): Promise<void> {
    const passed: PassedTick = { tick, second: blockSecond(group.committedAtMs) };
    // A tick that failed half-way comes again when the book has taken it already.
    if (this.#taken?.seq !== tick.seq) {
      this.#taken = { seq: tick.seq, before: this.#book.at(tick.productId) };
      this.#book.take(tick, passed.second);
    }
    const { before } = this.#taken;
    if (!isNews(this.#parts, this.#knownRules(), before, passed)) return;
    await this.#lookAround(passed, memoryOfTick(this.#book, before, passed));
  }

  async #lookAround(passed: PassedTick, memory: MarketMemory): Promise<void> {
    const { tick } = passed;
    const levels = this.#levelsAt(tick.seq);
    // The operator changed a level: every guard stands at the wrong price.
    if (!isSame(levels, this.#guarded)) this.#index.guardAllAnew(this.#book, tick.seq, levels);
    this.#guarded = levels;
    const price = this.#book.at(tick.productId)?.price;
    const met = price === undefined ? undefined : this.#index.meet(tick.productId, price);
    if (!met) return;
    try {
      const market = marketAtTick(this.#parts, this.#knownRules(), this.#book, passed);
      const keys = new Set([...met.owners].map((owner) => owner.key));
      for (const key of keys) {
        const account = this.#index.get(key);
        if (!account) continue;
        const isAhead = account.judgedSeq >= tick.seq;
        if (!isAhead && isTouchedByTick(account, tick.productId, market, levels)) await this.#judgeAtTick(account, tick.seq, memory);
        else this.#index.guardAnew(key, this.#book, tick.seq, levels);
      }
    } finally {
      met.restore();
    }
  }

  /** Everybody has been judged by every tick before this one, and the cursor says so from now on. */
  async #judgeAtTick(account: IndexedAccount, seq: number, memory: MarketMemory): Promise<void> {
    await this.#judgeUpTo(account, seq, seq - 1, memory);
    await this.#reload([account.userId], account.type, seq);
  }

  async #judgeUpTo(account: IndexedAccount, seq: number, cursorSeq: number, memory: MarketMemory = this.#parts.recent): Promise<void> {
    const version = await judgeInSlices(this.#parts, account, seq, {
      slicesMax: Number.POSITIVE_INFINITY,
      begin: (trx) => this.#cursor.move(trx, cursorSeq),
      memory,
    });
    this.#cursor.moved(cursorSeq);
    if (version !== undefined) this.#changes.note(account.userId, account.type, version);
    this.#committed();
  }

  /** Accounts that were changed after ticks that they are not judged by had been looked at. */
  async #catchUp(accounts: readonly IndexedAccount[]): Promise<void> {
    const { judged, saved } = this.#cursor;
    for (const account of accounts) {
      if (account.judgedSeq >= judged || !(await this.#isDueSince(account))) continue;
      await this.#judgeUpTo(account, judged, saved);
      await this.#reload([account.userId]);
    }
  }

  /** True when a tick that the account is not judged by, up to the cursor, has something to do with it. */
  async #isDueSince(account: IndexedAccount): Promise<boolean> {
    const { recent, db, judging } = this.#parts;
    const productIds = new Set([...account.positions, ...account.pendings].map((order) => order.productId));
    const span = { productIds, from: account.judgedSeq, to: this.#cursor.judged, ticksMax: judging.ticksMax };
    const { book, ticks, seq } = await marketSince(recent, db.kysely, span);
    const rules = this.#knownRules();
    for (const passed of ticks) {
      const { productId } = passed.tick;
      const before = book.at(productId);
      book.take(passed.tick, passed.second);
      if (!isNews(this.#parts, rules, before, passed)) continue;
      const market = marketAtTick(this.#parts, rules, book, passed);
      if (isTouchedByTick(account, productId, market, this.#levelsAt(passed.tick.seq))) return true;
    }
    return seq < span.to;
  }

  /** `type` is judged up to `seq`, the others up to the cursor, unless they were changed behind our back. */
  async #reload(userIds: readonly number[], type?: AccountType, seq = this.#cursor.judged): Promise<IndexedAccount[]> {
    const { changesFrom, judged } = this.#cursor;
    const accounts = await loadAccounts(this.#parts.db.kysely, userIds, (of, row) => {
      if (row && row.version >= changesFrom) return row.judged_seq;
      return Math.max(row?.judged_seq ?? 0, of === type ? seq : judged);
    });
    for (const userId of userIds) for (const type of TYPES) this.#index.remove(accountKey(userId, type));
    const levels = this.#levelsAt(seq);
    for (const account of accounts) this.#index.put(account, this.#book, seq, levels);
    return accounts;
  }

  async #readRules(): Promise<void> {
    const { db, rules } = this.#parts;
    this.#rules = await rules.asOf(db.kysely, await newestRuleSeq(db.kysely));
  }

  #knownRules(): TradingRules {
    if (!this.#rules) throw new Error('the evaluator has not been loaded');
    return this.#rules;
  }

  #levelsAt(seq: number): MarginLevels {
    return this.#knownRules().at(seq);
  }
}
