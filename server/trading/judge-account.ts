/**
 * The one judge: an account under its lock, judged by every tick that it was not judged by yet, up to a given one. An act of a person calls
 * it before it looks at anything, and the evaluator for whoever a tick may concern, so that which of the two came first changes nothing.
 */
import type { Trx } from '../database/database.ts';
import { lockPersonAccounts, type PersonAccount } from '../ledger/person-account.ts';
import { noteAccountChange } from '../repositories/account-change-repository.ts';
import { type MarketPicture, marketPicture } from '../repositories/market-picture-repository.ts';
import { liveOrders, type OrderRecord } from '../repositories/order-repository.ts';
import { appendEvents, type OutboxEvent } from '../repositories/outbox-repository.ts';
import type { PriceBook } from '../tape/price-book.ts';
import { AccountAtTick, holdingsOf } from './account-at-tick.ts';
import { AccountBusyError } from './account-busy-error.ts';
import type { AccountRef } from './account-index.ts';
import type { DeskParts } from './desk-parts.ts';
import { type Holdings, isDue } from './judgement.ts';
import { isNews, marketAtTick } from './market-at-tick.ts';
import { type MarketMemory, marketSince } from './market-since.ts';
import type { PassedTick } from './recent-market.ts';
import { settleAtTick } from './settle-at-tick.ts';
import type { RulesAtTick, TradingRules } from './trading-rules.ts';

type Ref = Pick<AccountRef, 'userId' | 'type'>;

/** An account under its lock, with everything that it holds and waits for, and one picture of the market. */
export type LockedAccount = {
  readonly account: PersonAccount;
  live: readonly OrderRecord[];
  readonly picture: MarketPicture;
  readonly rules: TradingRules;
  /** Every tick up to here has had its effects. */
  judgedSeq: number;
  isCalled: boolean;
  /** Orders that the judgement has filled, closed or cancelled. */
  effects: number;
};
/** An account that every tick of the picture has had its effects on. `seq`: the newest of them. */
export type JudgedAccount = Pick<LockedAccount, 'account' | 'live'> & {
  readonly seq: number;
  readonly quotes: MarketPicture['quotes'];
  /** What holds at `seq`. */
  readonly rules: RulesAtTick;
};

/** How far an account is judged that nothing but the picture and the evaluator speak of. */
function judgedSeqOf({ evaluated }: DeskParts, picture: MarketPicture, isEmpty: boolean): number {
  // Nothing can happen to an account without orders.
  if (isEmpty) return picture.seq;
  const { judgedSeq = 0, version, evaluatorSeq = 0, evaluatorChanges = 0 } = picture;
  const isBelow = (changes: number) => version === undefined || version < changes;
  // What the evaluator knew when it saved its cursor is judged up to there, and where it is in this process up to where it is now.
  const savedSeq = isBelow(evaluatorChanges) ? evaluatorSeq : 0;
  const knownSeq = isBelow(evaluated.changesFrom) ? evaluated.judged : 0;
  return Math.max(judgedSeq, savedSeq, knownSeq);
}

/** Locks an account, then reads what it is judged by. `productId`: one that it need not hold. */
export async function lockAccount(parts: DeskParts, trx: Trx, ref: Ref, productId = 0): Promise<LockedAccount> {
  const [account] = (await lockPersonAccounts(trx, [ref])) as [PersonAccount];
  const live = await liveOrders(trx, ref.userId, ref.type);
  const picture = await marketPicture(trx, { ...ref, productId });
  const rules = await parts.rules.asOf(trx, picture.ruleSeq);
  return {
    account,
    live,
    picture,
    rules,
    judgedSeq: judgedSeqOf(parts, picture, live.length === 0),
    isCalled: picture.isCalled,
    effects: 0,
  };
}

/** True when one of the account's products has spoken since it was judged. */
const hasNews = ({ live, picture, judgedSeq }: LockedAccount): boolean =>
  live.some((order) => (picture.quotes.get(order.product_id)?.alive_seq ?? 0) > judgedSeq);

/** What the ticks of one judgement have done so far. */
type Passage = { holdings: Holdings; readonly events: OutboxEvent[]; effects: number; hasChanged: boolean };

/** Takes the account over one tick. */
async function passTick(
  parts: DeskParts,
  trx: Trx,
  locked: LockedAccount,
  book: PriceBook,
  passed: PassedTick,
  passage: Passage,
): Promise<void> {
  const { productId, seq } = passed.tick;
  const before = book.at(productId);
  book.take(passed.tick, passed.second);
  if (!isNews(parts, locked.rules, before, passed)) return;
  const market = marketAtTick(parts, locked.rules, book, passed);
  const rules = locked.rules.at(seq);
  if (!isDue({ ...passage.holdings, isCalled: locked.isCalled }, productId, market, rules.stopOutLevel)) return;
  const at = new AccountAtTick(locked.account, locked.live, locked.isCalled, market);
  await settleAtTick(parts, trx, at, { productId, rules });
  locked.live = at.live;
  locked.isCalled = at.isCalled;
  passage.holdings = holdingsOf(locked.account, locked.live);
  passage.events.push(...at.events());
  passage.effects += at.effects;
  passage.hasChanged = true;
}

type Reach = {
  readonly toSeq: number;
  readonly ticksMax: number;
  readonly effectsMax: number;
  /** Asked before the recent market, where it covers the account. */
  readonly memory?: MarketMemory | undefined;
};

/**
 * Judges the account up to the tick `toSeq`, or less: after `ticksMax` ticks, and after the tick at which `effectsMax` orders have been
 * filled, closed or cancelled. `locked.judgedSeq` says how far it came. Returns the version of the change, undefined when there was none.
 */
export async function judgeAccount(
  parts: DeskParts,
  trx: Trx,
  locked: LockedAccount,
  { toSeq, ticksMax, effectsMax, memory = parts.recent }: Reach,
): Promise<number | undefined> {
  if (locked.judgedSeq >= toSeq) return undefined;
  if (!hasNews(locked)) {
    locked.judgedSeq = toSeq;
    return undefined;
  }
  const productIds = new Set(locked.live.map((order) => order.product_id));
  const nearest = memory.covers(locked.judgedSeq) ? memory : parts.recent;
  const market = await marketSince(nearest, trx, { productIds, from: locked.judgedSeq, to: toSeq, ticksMax });
  const passage: Passage = { holdings: holdingsOf(locked.account, locked.live), events: [], effects: 0, hasChanged: false };
  let reachedSeq = market.seq;
  for (const passed of market.ticks) {
    await passTick(parts, trx, locked, market.book, passed, passage);
    if (passage.effects < effectsMax) continue;
    reachedSeq = passed.tick.seq;
    break;
  }
  locked.judgedSeq = reachedSeq;
  locked.effects = passage.effects;
  await appendEvents(trx, locked.account.userId, passage.events, parts.clock.now());
  // Who is left as found is not written, unless the way must be gone on from here.
  if (!passage.hasChanged && reachedSeq === toSeq) return undefined;
  return noteAccountChange(trx, locked.account, reachedSeq);
}

/** For an act of a person: the account under its lock, judged up to the newest committed tick. Throws `AccountBusyError` beyond the limits. */
export async function lockJudged(parts: DeskParts, trx: Trx, ref: Ref, productId = 0): Promise<JudgedAccount> {
  const locked = await lockAccount(parts, trx, ref, productId);
  const { seq, quotes } = locked.picture;
  const { ticksMax, effectsMax } = parts.judging;
  await judgeAccount(parts, trx, locked, { toSeq: seq, ticksMax, effectsMax: effectsMax + 1 });
  if (locked.judgedSeq < seq || locked.effects > effectsMax) throw new AccountBusyError(ref);
  return { account: locked.account, live: locked.live, seq, quotes, rules: locked.rules.at(seq) };
}

type Slices = {
  readonly slicesMax: number;
  /** Runs before all else in the first transaction. */
  begin?(trx: Trx): Promise<void>;
  readonly memory?: MarketMemory;
};

/**
 * Judges an account up to a tick, or up to the newest, in transactions of their own, each within the limits. Returns the version of its last
 * change, undefined when there was none; throws `AccountBusyError` when it is not there after `slicesMax`.
 */
export async function judgeInSlices(
  parts: DeskParts,
  ref: Ref,
  toSeq: number | undefined,
  { slicesMax, begin, memory }: Slices,
): Promise<number | undefined> {
  const { ticksMax, effectsMax } = parts.judging;
  let version: number | undefined;
  for (let slice = 0; slice < slicesMax; slice++) {
    const done = await parts.db.transaction(async (trx) => {
      if (slice === 0) await begin?.(trx);
      const locked = await lockAccount(parts, trx, ref);
      const target = toSeq ?? locked.picture.seq;
      const noted = await judgeAccount(parts, trx, locked, { toSeq: target, ticksMax, effectsMax, memory });
      return { noted, isThere: locked.judgedSeq >= target };
    });
    version = done.noted ?? version;
    if (done.isThere) return version;
  }
  throw new AccountBusyError(ref);
}
