/**
 * Reads the tape at its own persisted cursor and judges, tick by tick, the accounts that hold the ticking product. Effects move the
 * cursor in their transaction by compare-and-set; what a crash makes it read twice finds nothing left to do. It keeps accounts in
 * memory and opens a transaction only when something is due. Stop loss, take profit and pending orders join at `judgeTick`.
 */
import { decimal, type Ratio } from '#domain/decimal.ts';
import type { Stop } from '../clock.ts';
import type { Trx } from '../database/database.ts';
import { createCursor, cursorSeq, moveCursor } from '../repositories/cursor-repository.ts';
import { allQuotes } from '../repositories/quote-repository.ts';
import type { TapeGroup, TapeTick } from '../tape/tape.ts';
import { AccountIndex, accountKey, type IndexedAccount, mayMatter } from './account-index.ts';
import type { DeskParts } from './desk-parts.ts';
import { judge } from './judgement.ts';
import { holderIds, loadAccounts } from './load-accounts.ts';
import { RecentTicks } from './recent-ticks.ts';
import { applyJudgement, type MarketAtTick } from './stop-out.ts';
import { TickBook } from './tick-book.ts';

const CURSOR = 'evaluator';
/** A cursor that moved without effects is saved this often: re-reading a second of ticks after a crash changes nothing. */
const CURSOR_SAVE_MS = 1_000;
/** Groups kept in memory for a busy evaluator; beyond it they are read from the tape again. */
const GROUPS_WAITING_MAX = 256;
const GROUPS_READ_MAX = 100;
/** How far before the cursor prices are looked for at a start: confirm marks repeat every price within 2 s. */
const LOOK_BACK_TICKS = 4_000;
/** Pause after a failure of the database. */
const RETRY_MS = 1_000;

/** Somebody else moved the cursor: memory is no longer what the tape was judged by. */
class CursorMovedError extends Error {
  override name = 'CursorMovedError';
}

export interface Evaluator {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Marks a user's account as being changed: until the returned call it is read anew before every group of ticks. */
  enter(userId: number): () => void;
  /** The user's account was changed elsewhere. */
  touch(userId: number): void;
  /** Resolves when every committed tick has been judged. */
  caughtUp(): Promise<void>;
}

/** `committed` is called after each transaction that may have left events in the outbox. */
export function createEvaluator(parts: DeskParts, committed: () => void): Evaluator {
  const { db, tape, clock, log } = parts;
  const index = new AccountIndex();
  const recent = new RecentTicks();
  const busy = new Map<number, number>();
  const changed = new Set<number>();
  let book = new TickBook();
  let waiting: TapeGroup[] = [];
  /** Judged up to here; the table says `saved`. */
  let cursor = 0;
  let saved = 0;
  let savedAtMs = 0;
  let running: Promise<void> | undefined;
  let stops: Stop[] = [];
  let isStarted = false;
  let isPausing = false;
  /** The tick that a failure interrupted; 0 for none. */
  let failedSeq = 0;

  const level = (): Ratio => decimal<Ratio>(parts.settings.get('stop_out_level') || '50');

  const marketAt = (tick: TapeTick, committedAtMs: number, at: TickBook): MarketAtTick => ({
    seq: tick.seq,
    timeMs: tick.timeMs,
    priceOf: (productId) => at.at(productId)?.price,
    quoteOf: (productId) => at.at(productId),
    isTradable(productId) {
      const product = parts.catalogue.byId(productId);
      return product !== undefined && !at.isStale(productId, committedAtMs) && parts.catalogue.statusAt(product, tick.timeMs) === 1;
    },
  });

  /** True when a transaction would do something: exact, from memory. */
  function isDue(account: IndexedAccount, market: MarketAtTick): boolean {
    const { level: state, victim } = judge(account, market, level());
    return victim !== undefined || (account.isCalled ? state === 'good' : state === 'low');
  }

  async function advanceCursor(trx: Trx, to: number): Promise<void> {
    if (to <= saved) return;
    if (!(await moveCursor(trx, CURSOR, saved, to))) throw new CursorMovedError('the evaluator cursor was moved by another process');
  }

  async function reload(userIds: readonly number[]): Promise<IndexedAccount[]> {
    const accounts = await loadAccounts(db.kysely, userIds);
    for (const userId of userIds) for (const type of ['demo', 'forex', 'micro', 'change'] as const) index.remove(accountKey(userId, type));
    for (const account of accounts) index.put(account);
    return accounts;
  }

  /** Everything before `group` has been judged and may be counted as such. */
  async function act(account: IndexedAccount, market: MarketAtTick, groupFirstSeq: number): Promise<void> {
    const done = Math.max(saved, groupFirstSeq - 1);
    await db.transaction(async (trx) => {
      await advanceCursor(trx, done);
      await applyJudgement(trx, account, market, { stopOutLevel: level(), nowMs: clock.now() });
    });
    saved = done;
    savedAtMs = clock.now();
    committed();
    await reload([account.userId]);
  }

  async function judgeTick(tick: TapeTick, group: TapeGroup): Promise<void> {
    const stopOutLevel = level();
    const market = marketAt(tick, group.committedAtMs, book);
    const looked = [...index.holdersOf(tick.productId)].filter((account) => mayMatter(account, book, tick.seq, stopOutLevel));
    for (const { userId, type } of looked) {
      const account = index.get(accountKey(userId, type));
      if (account && isDue(account, market)) await act(account, market, group.firstSeq);
    }
  }

  /** Judges a position that was committed late by the ticks it missed. */
  async function replayMissed(accounts: readonly IndexedAccount[], before: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
    for (const loaded of accounts) {
      const key = accountKey(loaded.userId, loaded.type);
      const known = before.get(key) ?? new Set();
      const late = loaded.positions.filter((order) => !known.has(order.id) && order.eval_from < cursor);
      if (late.length === 0) continue;
      const from = Math.min(...late.map((order) => order.eval_from));
      const past = recent.bookAt(from, book);
      for (const { tick, committedAtMs } of recent.after(from)) {
        past.advance(tick, committedAtMs);
        const account = index.get(key);
        const market = marketAt(tick, committedAtMs, past);
        if (account?.exposures.has(tick.productId) && isDue(account, market)) await act(account, market, saved + 1);
      }
    }
  }

  async function refresh(): Promise<void> {
    const users = new Set([...changed, ...busy.keys()]);
    if (users.size === 0) return;
    changed.clear();
    try {
      const keys = [...users].flatMap((userId) => [accountKey(userId, 'demo'), accountKey(userId, 'forex')]);
      const before = new Map(keys.map((key) => [key, new Set(index.get(key)?.positions.map((order) => order.id) ?? [])]));
      await replayMissed(await reload([...users]), before);
    } catch (error) {
      for (const userId of users) changed.add(userId);
      throw error;
    }
  }

  async function judgeGroup(group: TapeGroup): Promise<void> {
    for (const tick of group.ticks) {
      if (tick.seq <= cursor) continue;
      // A repeated try after a failure must look again, even where the book has moved already.
      const isRepeated = (book.at(tick.productId)?.seq ?? 0) >= tick.seq || failedSeq === tick.seq;
      const isNews = book.advance(tick, group.committedAtMs);
      failedSeq = tick.seq;
      if (isNews || isRepeated) await judgeTick(tick, group);
      failedSeq = 0;
      recent.add(tick, group.committedAtMs);
      cursor = tick.seq;
    }
    cursor = Math.max(cursor, group.lastSeq);
  }
  async function saveCursor(): Promise<void> {
    if (cursor <= saved) return;
    const to = cursor;
    await db.transaction((trx) => advanceCursor(trx, to));
    saved = to;
    savedAtMs = clock.now();
  }

  /** The next group: from memory when it follows on, otherwise from the tape. */
  async function nextGroup(): Promise<TapeGroup | undefined> {
    while (waiting[0] && waiting[0].lastSeq <= cursor) waiting.shift();
    const first = waiting[0];
    if (first && first.firstSeq <= cursor + 1) return waiting.shift();
    if (tape.lastSeq() <= cursor) return undefined;
    const groups = await db.transaction((trx) => tape.groupsAfter(trx, cursor, GROUPS_READ_MAX));
    const known = new Set(groups.map((group) => group.firstSeq));
    waiting = [...groups, ...waiting.filter((group) => !known.has(group.firstSeq))].slice(0, GROUPS_WAITING_MAX);
    const next = waiting.shift();
    // Numbers that no group holds were never committed: there is nothing to judge in them.
    if (next === undefined) cursor = tape.lastSeq();
    return next;
  }

  async function work(): Promise<void> {
    for (let group = await nextGroup(); group && isStarted; group = await nextGroup()) {
      await refresh();
      await judgeGroup(group);
      if (clock.now() - savedAtMs >= CURSOR_SAVE_MS) await saveCursor();
    }
  }

  /** After a failure the rest waits for the pause, whoever asks. */
  async function workOrPause(): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'the evaluator could not go on and will try again');
      isPausing = true;
      const stopPause = clock.after(RETRY_MS, async () => {
        stops = stops.filter((stop) => stop !== stopPause);
        isPausing = false;
        if (error instanceof CursorMovedError)
          await load().catch((reason: unknown) => log.error({ err: reason }, 'the evaluator has no state'));
        await run();
      });
      stops.push(stopPause);
    }
  }

  function run(): Promise<void> {
    if (!isStarted || isPausing) return Promise.resolve();
    running ??= workOrPause().finally(() => {
      running = undefined;
      // A group that came while the last look found none.
      if (waiting.length > 0) void run();
    });
    return running;
  }

  /** Prices as they stood at the cursor: from the quotes that have not moved since, and from the ticks just before it. */
  async function loadBook(): Promise<void> {
    book = new TickBook();
    recent.clear();
    const quotes = await allQuotes(db.kysely);
    if (quotes.some((quote) => quote.alive_seq > cursor)) {
      let from = Math.max(0, cursor - LOOK_BACK_TICKS);
      while (from < cursor) {
        const groups = await db.transaction((trx) => tape.groupsAfter(trx, from, GROUPS_READ_MAX));
        if (groups.length === 0) break;
        for (const group of groups) {
          for (const tick of group.ticks) if (tick.seq <= cursor) book.advance(tick, group.committedAtMs);
        }
        from = Math.max(from + 1, groups.at(-1)?.lastSeq ?? cursor);
      }
    }
    for (const quote of quotes.filter((it) => it.seq > 0 && it.seq <= cursor)) {
      const aliveAtMs = quote.alive_seq <= cursor ? quote.alive_at : (book.at(quote.product_id)?.aliveAtMs ?? 0);
      book.put(quote.product_id, { price: quote.price, seq: quote.seq, aliveAtMs });
    }
  }

  async function load(): Promise<void> {
    await db.transaction((trx) => createCursor(trx, CURSOR, tape.lastSeq()));
    saved = (await cursorSeq(db.kysely, CURSOR)) ?? 0;
    cursor = saved;
    savedAtMs = clock.now();
    waiting = [];
    await loadBook();
    index.clear();
    await reload(await holderIds(db.kysely));
  }

  return {
    async start() {
      isStarted = true;
      await load();
      stops.push(
        tape.onGroup((group) => {
          if (waiting.length < GROUPS_WAITING_MAX) waiting.push(group);
          void run();
        }),
      );
      await run();
    },

    async stop() {
      isStarted = false;
      isPausing = false;
      for (const stop of stops) stop();
      stops = [];
      await running;
      await saveCursor().catch((error: unknown) => log.warn({ err: error }, 'the evaluator cursor was not saved'));
    },

    enter(userId) {
      busy.set(userId, (busy.get(userId) ?? 0) + 1);
      return () => {
        const left = (busy.get(userId) ?? 1) - 1;
        if (left > 0) busy.set(userId, left);
        else busy.delete(userId);
        changed.add(userId);
      };
    },

    touch(userId) {
      changed.add(userId);
    },

    async caughtUp() {
      while (isStarted && !isPausing && (running || cursor < tape.lastSeq())) await (running ?? run());
    },
  };
}
