/**
 * The one judge: an account under its lock, judged by every tick that it was not judged by yet, up to a given one. An act of a person calls
 * it before it looks at anything, and the evaluator for the accounts that a tick may concern, so that which of the two came first changes nothing.
 */
import type { Trx } from '../../database/database.ts';
import { gatherWrites } from '../../database/gathered-writes.ts';
import { noteAccountChange } from '../../repositories/account-change-repository.ts';
import type { MarketPicture } from '../../repositories/market-picture-repository.ts';
import { appendEvents } from '../../repositories/outbox-repository.ts';
import type { DeskParts } from '../desk-parts.ts';
import { type Judging, passDue } from '../due/pass-due.ts';
import { isNews, marketAtTick } from '../market/market-at-tick.ts';
import { type MarketMemory, type MarketSince, marketSince } from '../market/market-since.ts';
import type { PassedTick } from '../market/recent-market.ts';
import type { RulesAtTick } from '../market/trading-rules.ts';
import { AccountAtTick } from './account-at-tick.ts';
import { AccountBusyError } from './account-busy-error.ts';
import { type LockedAccount, lockAccount, lockAccounts, type Ref } from './locked-account.ts';
import { Passage } from './passage.ts';
import { settleAtTick } from './settle-at-tick.ts';
import { isTouchedByTick } from './tick-rules.ts';

/** An account that every tick of the picture has had its effects on. `seq`: the newest of them. */
export type JudgedAccount = Pick<LockedAccount, 'account' | 'live'> & {
  readonly seq: number;
  /** Commit time of that tick: the account has nothing due by then. */
  readonly tapeMs: number;
  readonly quotes: MarketPicture['quotes'];
  /** What holds at `seq`. */
  readonly rules: RulesAtTick;
};

/** True when one of the account's products has spoken since it was judged. */
const hasNews = ({ live, picture, judgedSeq }: LockedAccount): boolean =>
  live.some((order) => (picture.quotes.get(order.productId)?.alive_seq ?? 0) > judgedSeq);

/** Takes the account over one tick. */
async function passTick(parts: DeskParts, trx: Trx, { locked, book, passage }: Judging, passed: PassedTick): Promise<void> {
  const { productId, seq } = passed.tick;
  const before = book.at(productId);
  book.take(passed.tick, passed.second);
  if (!isNews(parts, locked.rules, before, passed)) return;
  const market = marketAtTick(parts, locked.rules, book, passed);
  const rules = locked.rules.at(seq);
  if (!isTouchedByTick({ ...passage.holdings, isCalled: locked.isCalled }, productId, market, rules)) return;
  const at = new AccountAtTick(locked.account, locked.live, locked.isCalled, market);
  await settleAtTick(parts, trx, at, { productId, rules });
  passage.take(at);
}

/** Takes the account over ticks, and what it has due between them. Returns how far it came before the passage was full. */
async function passMarket(parts: DeskParts, trx: Trx, on: Judging, { ticks, seq }: MarketSince): Promise<number> {
  for (const passed of ticks) {
    const fullAt = await passDue(parts, trx, on, passed.tick.seq);
    if (fullAt !== undefined) return fullAt;
    await passTick(parts, trx, on, passed);
    if (on.passage.isFull) return passed.tick.seq;
  }
  const fullAt = await passDue(parts, trx, on, seq);
  // Full with the last of it: nobody need come back for nothing.
  const isLeft = fullAt !== undefined && ((await on.locked.agenda.next())?.seq ?? seq) < seq;
  return isLeft ? fullAt : seq;
}

type Reach = {
  readonly toSeq: number;
  readonly ticksMax: number;
  readonly effectsMax: number;
  /** Asked before the recent market, where it covers the account. */
  readonly memory?: MarketMemory | undefined;
};

/**
 * Judges the account up to the tick `toSeq`, or less: after `ticksMax` ticks, and after the tick or the due work at which it had `effectsMax`
 * effects. `locked.judgedSeq` says how far it came. Returns the version of the change, undefined when there was none.
 */
async function judgeAccount(
  parts: DeskParts,
  trx: Trx,
  locked: LockedAccount,
  { toSeq, ticksMax, effectsMax, memory = parts.recent }: Reach,
): Promise<number | undefined> {
  if (locked.judgedSeq >= toSeq) return undefined;
  const hasDue = ((await locked.agenda.next())?.seq ?? toSeq) < toSeq;
  if (!hasDue && !hasNews(locked)) {
    locked.judgedSeq = toSeq;
    return undefined;
  }
  const productIds = new Set([...locked.live, ...locked.micros].map(({ productId }) => productId));
  const nearest = memory.covers(locked.judgedSeq) ? memory : parts.recent;
  const market = await marketSince(nearest, trx, { productIds, from: locked.judgedSeq, to: toSeq, ticksMax });
  const passage = new Passage(locked, effectsMax);
  const reachedSeq = await passMarket(parts, trx, { locked, book: market.book, passage }, market);
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
  const { seq, tapeMs, quotes } = locked.picture;
  const { ticksMax, effectsMax } = parts.judging;
  await judgeAccount(parts, trx, locked, { toSeq: seq, ticksMax, effectsMax: effectsMax + 1 });
  if (locked.judgedSeq < seq || locked.effects > effectsMax) throw new AccountBusyError(ref);
  const { account, live, rules } = locked;
  return { account, live, seq, tapeMs, quotes, rules: rules.at(seq) };
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

type Share = {
  /** Effects of all accounts together. */
  readonly effectsMax: number;
  /** Time after which no further account is begun. */
  readonly msMax: number;
};
type Together<R> = {
  /** Those that are not there yet. */
  readonly rest: readonly R[];
  readonly effects: number;
  /** From the first statement to the end of the commit. */
  readonly tookMs: number;
};

/** Judges several accounts up to the newest tick in one transaction, whose writes go out together; each once, within the limits, and the first at least. */
export async function judgeTogether<R extends Ref>(
  parts: DeskParts,
  refs: readonly R[],
  { effectsMax, msMax }: Share,
): Promise<Together<R>> {
  const { clock, db, judging } = parts;
  let beganMs = 0;
  const done = await db.transaction(async (trx) => {
    beganMs = clock.monotonicMs();
    const all = await lockAccounts(parts, trx, refs);
    let effects = 0;
    await gatherWrites(trx, async () => {
      for (const locked of all) {
        if (effects >= effectsMax || (locked !== all[0] && clock.monotonicMs() - beganMs >= msMax)) break;
        const ownMax = Math.min(judging.effectsMax, effectsMax - effects);
        await judgeAccount(parts, trx, locked, { toSeq: locked.picture.seq, ticksMax: judging.ticksMax, effectsMax: ownMax });
        effects += locked.effects;
      }
    });
    return { rest: refs.filter((_, at) => (all[at]?.judgedSeq ?? 0) < (all[at]?.picture.seq ?? 0)), effects };
  });
  return { ...done, tookMs: clock.monotonicMs() - beganMs };
}
