/** An account under its lock, with everything that it holds, waits for and has due, and one picture of the market: what a judgement begins with. */
import type { Trx } from '../../database/database.ts';
import { lockPersonAccounts, type PersonAccount } from '../../ledger/person-account.ts';
import { type DueWork, dueOfAccount, dueOfUsers, EXACT_KIND } from '../../repositories/due-work-repository.ts';
import { type MarketPicture, marketPicture, marketPictures } from '../../repositories/market-picture-repository.ts';
import { runningMicrosOf } from '../../repositories/micro-repository.ts';
import { liveOrders, liveOrdersOf } from '../../repositories/order-repository.ts';
import type { StoredMicro } from '../../repositories/stored-micro.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';
import type { DeskParts } from '../desk-parts.ts';
import { Agenda } from '../due/agenda.ts';
import { Moments } from '../due/moments.ts';
import type { AccountRef } from '../evaluator/account-index.ts';
import type { TradingRules } from '../market/trading-rules.ts';

export type Ref = Pick<AccountRef, 'userId' | 'type'>;

export type LockedAccount = {
  readonly account: PersonAccount;
  live: readonly StoredOrder[];
  readonly picture: MarketPicture;
  readonly rules: TradingRules;
  readonly agenda: Agenda;
  /** Micro trades that run, where the tape has come to the end of any. */
  readonly micros: readonly StoredMicro[];
  /** Every tick up to here has had its effects. */
  judgedSeq: number;
  isCalled: boolean;
  /** Orders that the judgement has filled, closed or cancelled, and work that fell due. */
  effects: number;
};

/** How far an account is judged that nothing but the picture and the evaluator speak of. */
function judgedSeqOf({ evaluated }: DeskParts, picture: MarketPicture, isEmpty: boolean): number {
  // Nothing can happen to an account without orders but what it has due.
  if (isEmpty) return picture.seq;
  const { judgedSeq = 0, version, evaluatorSeq = 0, evaluatorChanges = 0 } = picture;
  const isBelow = (changes: number) => version === undefined || version < changes;
  // What the evaluator knew when it saved its cursor is judged up to there, and where it is in this process up to where it is now.
  const savedSeq = isBelow(evaluatorChanges) ? evaluatorSeq : 0;
  const knownSeq = isBelow(evaluated.changesFrom) ? evaluated.judged : 0;
  return Math.max(judgedSeq, savedSeq, knownSeq);
}

type Read = {
  readonly account: PersonAccount;
  readonly live: readonly StoredOrder[];
  readonly picture: MarketPicture;
  readonly due: readonly DueWork[];
  readonly micros: readonly StoredMicro[];
  readonly moments: Moments;
};

/** The running micro trades of some people, read only where one of them may be at its end. */
const microsOf = (trx: Trx, userIds: readonly number[], due: readonly DueWork[], tapeMs: number): Promise<readonly StoredMicro[]> =>
  due.some((work) => work.kind === EXACT_KIND && work.due <= tapeMs) ? runningMicrosOf(trx, userIds) : Promise.resolve([]);

async function lockedAccount(parts: DeskParts, trx: Trx, { account, live, picture, due, micros, moments }: Read): Promise<LockedAccount> {
  const rules = await parts.rules.asOf(trx, picture.ruleSeq);
  const agenda = new Agenda(due, picture.tapeMs, moments);
  const judgedSeq = judgedSeqOf(parts, picture, live.length === 0);
  // Ticks after the moment of work that was not applied were looked at without it: nothing came of them, and they are judged again.
  const next = await agenda.next();
  return {
    account,
    live,
    picture,
    rules,
    agenda,
    micros: micros.filter(({ userId, accountType }) => userId === account.userId && accountType === account.type),
    judgedSeq: Math.min(judgedSeq, next?.seq ?? judgedSeq),
    isCalled: picture.isCalled,
    effects: 0,
  };
}

/** Locks an account, then reads what it is judged by. `productId`: one that it need not hold. */
export async function lockAccount(parts: DeskParts, trx: Trx, ref: Ref, productId = 0): Promise<LockedAccount> {
  const [account] = (await lockPersonAccounts(trx, [ref])) as [PersonAccount];
  const live = await liveOrders(trx, ref.userId, ref.type);
  const picture = await marketPicture(trx, { ...ref, productId });
  const { nextDue, tapeMs } = picture;
  // What is due later plays no part in this judgement, and nearly always that is all there is.
  const due = nextDue === undefined || nextDue > tapeMs ? [] : await dueOfAccount(trx, ref);
  const micros = await microsOf(trx, [ref.userId], due, tapeMs);
  return lockedAccount(parts, trx, { account, live, picture, due, micros, moments: new Moments(trx) });
}

/** The same of many accounts, in as few statements: to judge them, not to trade. */
export async function lockAccounts(parts: DeskParts, trx: Trx, refs: readonly Ref[]): Promise<LockedAccount[]> {
  const accounts = await lockPersonAccounts(trx, refs);
  const userIds = [...new Set(refs.map(({ userId }) => userId))];
  const orders = await liveOrdersOf(trx, userIds);
  const rows = await dueOfUsers(trx, userIds);
  const pictures = await marketPictures(trx, refs);
  const micros = await microsOf(trx, userIds, rows, pictures[0]?.tapeMs ?? 0);
  const moments = new Moments(trx);
  const locked: LockedAccount[] = [];
  for (const [at, account] of accounts.entries()) {
    const { userId, type } = account;
    const live = orders.filter((order) => order.userId === userId && order.accountType === type);
    const due = rows.filter((row) => row.user_id === userId && row.account_type === type);
    locked.push(await lockedAccount(parts, trx, { account, live, picture: pictures[at] as MarketPicture, due, micros, moments }));
  }
  return locked;
}
