/** The trading desk: everything that a person may do with contract orders and micro trades, put together from its parts. */

import type { Money } from '#domain/decimal.ts';
import { microWindow } from '#domain/micro-stake.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { askedMicroFromWire, MICRO_FIELD_NAMES } from '#protocol/micro-requests.ts';
import { askedAmendFromWire, askedCloseFromWire, askedOrderFromWire, askedStopsFromWire, FIELD_NAMES } from '#protocol/order-requests.ts';
import type { Stop } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { type JudgingLimits, LIMITS } from '../limits/limits.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { removeExposureBefore } from '../repositories/micro-repository.ts';
import { hasMicro } from '../site/production-settings.ts';
import { amendOrder } from './acts/amend-order.ts';
import { cancelOrder } from './acts/cancel-order.ts';
import { cancelAllOrders, closeAllOrders } from './acts/close-many.ts';
import { closeOrder } from './acts/close-order.ts';
import { openAccounts } from './acts/open-accounts.ts';
import { resetDemo } from './acts/reset-demo.ts';
import { reverseOrder } from './acts/reverse-order.ts';
import { forgetOldKeys, type OnceCall, runOnce, storedOutcome, voidOnce } from './acts/run-once.ts';
import { setStops } from './acts/set-stops.ts';
import { submitMicro } from './acts/submit-micro.ts';
import { submitOrder } from './acts/submit-order.ts';
import type { DeskParts } from './desk-parts.ts';
import { DueRunner } from './due/due-runner.ts';
import { createEvaluator } from './evaluator/evaluator.ts';
import { EvaluatorCursor } from './evaluator/evaluator-cursor.ts';
import { AccountBusyError } from './judge/account-busy-error.ts';
import { judgeInSlices } from './judge/judge-account.ts';
import { RecentMarket } from './market/recent-market.ts';
import { withOddsKept } from './micro/kept-odds.ts';
import { microTermsView } from './micro/micro-offers.ts';
import { openLoss } from './orders/own-refusal.ts';
import type { RequestKey, Trader, Trading } from './trading.ts';
import { accountStateView, balancesView, netTodayView, ordersView, profitsTodayView, snapshotView } from './views/account-views.ts';
import { microTradesView } from './views/micro-views.ts';

const FORGET_EVERY_MS = HOUR_MS;

export interface TradingDesk extends Trading {
  /** `evaluate: false` on a node of several, which judges only between `startEvaluator` and `stopEvaluator`. */
  start(options?: { evaluate: boolean }): Promise<void>;
  /** This node leads: it judges from the cursor on. */
  startEvaluator(): Promise<void>;
  /** It leads no more. Orders are taken as before. */
  stopEvaluator(): Promise<void>;
  /** What their open positions have lost so far, as limits on oneself count it. */
  openLoss(trader: Trader): Promise<Money>;
  /** Within the transaction that makes the user, when one is given. */
  openAccounts(trader: Trader, trx?: Trx): Promise<void>;
  /** Called after every commit that may have left events in the outbox. */
  onCommit(listener: () => void): Stop;
  /** Resolves when every committed tick has been judged, and everything that it made due. */
  caughtUp(): Promise<void>;
}

type GivenParts = Omit<DeskParts, 'recent' | 'judging' | 'evaluated'> & {
  readonly judging?: JudgingLimits | undefined;
  readonly evaluatorDb?: Db | undefined;
};

type DeskLife = 'start' | 'startEvaluator' | 'stopEvaluator' | 'stop' | 'onCommit' | 'caughtUp';
type DeskCalls = Omit<TradingDesk, DeskLife>;

/** Forgets answers of old calls, and what the house could have lost on expiries that are over. */
async function forgetOld(parts: DeskParts): Promise<void> {
  await forgetOldKeys(parts);
  await parts.db.transaction((trx) => removeExposureBefore(trx, microWindow(parts.tape.watermarkMs())));
}

/** Judges an account that an act found too far behind, as far as one call may. */
async function carryOn(parts: DeskParts, account: AccountBusyError['account']): Promise<void> {
  try {
    await judgeInSlices(parts, account, undefined, { slicesMax: parts.judging.slicesMax });
  } catch (error) {
    if (!(error instanceof AccountBusyError)) throw error;
  }
}

/** A money call of a user, once; what it left in the outbox goes out. The evaluator, wherever it runs, finds its row of `account_change`. */
async function once<T>(parts: DeskParts, committed: () => void, call: OnceCall<T>): Promise<Outcome<T>> {
  try {
    return await runOnce(parts, call);
  } catch (error) {
    if (!(error instanceof AccountBusyError)) throw error;
    // The key was given back with everything else: the same call may come again, and finds less to wait for.
    await carryOn(parts, error.account);
    return refused('accountBusy');
  } finally {
    committed();
  }
}

/** What people ask of the desk. `committed`: as `createEvaluator` has it. */
function deskCalls(parts: DeskParts, committed: () => void): DeskCalls {
  const money = <T>(call: OnceCall<T>): Promise<Outcome<T>> => once(parts, committed, call);
  /** A money call about an order, or about all of them. */
  const onOrder = <T>(trader: Trader, id: string, key: RequestKey, work: OnceCall<T>['work']): Promise<Outcome<T>> =>
    money({ userId: trader.id, key, blamed: { field: 'id', value: id }, work });

  return {
    openAccounts: (trader, trx) =>
      trx ? openAccounts(parts, trx, trader) : parts.db.transaction((own) => openAccounts(parts, own, trader)),

    submit(trader, fields, key) {
      const asked = askedOrderFromWire(fields);
      const blamed = { field: FIELD_NAMES.lots, value: asked.lots };
      return money({ userId: trader.id, key, blamed, work: (trx) => submitOrder(parts, trx, trader, asked) });
    },

    close: (trader, fields, key) => onOrder(trader, fields.id, key, (trx) => closeOrder(parts, trx, trader, askedCloseFromWire(fields))),
    cancel: (trader, { id }, key) => onOrder(trader, id, key, (trx) => cancelOrder(parts, trx, trader, Number(id))),
    setStops: (trader, fields, key) => onOrder(trader, fields.id, key, (trx) => setStops(parts, trx, trader, askedStopsFromWire(fields))),
    amend: (trader, fields, key) => onOrder(trader, fields.id, key, (trx) => amendOrder(parts, trx, trader, askedAmendFromWire(fields))),
    reverse: (trader, fields, key) =>
      onOrder(trader, fields.id, key, (trx) => reverseOrder(parts, trx, trader, askedCloseFromWire(fields))),
    closeAll: (trader, key) => onOrder(trader, '', key, (trx) => closeAllOrders(parts, trx, trader)),
    cancelAll: (trader, key) => onOrder(trader, '', key, (trx) => cancelAllOrders(parts, trx, trader)),

    submitMicro(trader, fields, key) {
      const asked = askedMicroFromWire(fields);
      const blamed = { field: MICRO_FIELD_NAMES.stake, value: asked.stake };
      const call = { userId: trader.id, key, blamed, work: (trx: Trx) => submitMicro(parts, trx, trader, asked) };
      return withOddsKept(parts.odds, () => money(call));
    },
    microTrades: (trader, query) => microTradesView(parts, trader, query),
    async microTerms(productId) {
      const product = productId === undefined ? undefined : parts.catalogue.byId(productId);
      if (!hasMicro(parts.profile, parts.settings)) return refused('microOff');
      return productId !== undefined && !product ? refused('notFound') : done(microTermsView(parts, product));
    },

    resetDemo: (trader, key) =>
      money({ userId: trader.id, key, blamed: { field: 'demo_balance', value: '' }, work: (trx) => resetDemo(parts, trx, trader) }),

    async byClientId(trader, clientId) {
      const outcome = await storedOutcome(parts, trader.id, clientId);
      if (!outcome) return { state: 'unknown', reply: null, outcome: null };
      return { state: 'done', reply: { code: outcome.code, msg: outcome.message, data: outcome.data }, outcome };
    },

    voidKey: (trader, clientId) => voidOnce(parts, trader.id, clientId),
    orders: (trader, query) => ordersView(parts, trader, query),
    openLoss: (trader) => openLoss(parts, parts.db.kysely, trader),
    balances: (trader) => balancesView(parts, trader),
    profitsToday: (trader) => profitsTodayView(parts, trader),
    netToday: (trader) => netTodayView(parts, trader),
    snapshot: (trader) => snapshotView(parts, trader),
    accountState: (trader) => accountStateView(parts, trader),
  };
}

/**
 * Builds the desk. `start` loads the open positions and begins to judge them; until then only calls work. `evaluatorDb`: the database as
 * only the leading node may write to it; the desk's own where there is but one node.
 */
export function createTradingDesk(given: GivenParts): TradingDesk {
  const evaluatorDb = given.evaluatorDb ?? given.db;
  const cursor = new EvaluatorCursor(evaluatorDb);
  const parts: DeskParts = { ...given, recent: new RecentMarket(), judging: given.judging ?? LIMITS.judging, evaluated: cursor };
  const listeners = new Set<() => void>();
  const committed = () => {
    for (const listener of listeners) listener();
  };
  const evaluator = createEvaluator({ ...parts, db: evaluatorDb }, cursor, committed);
  const dueRunner = new DueRunner({ ...parts, db: evaluatorDb }, committed);
  let stopForgetting: Stop = () => {};
  let stopFollowing: Stop = () => {};
  let isEvaluating = false;

  async function startEvaluator(): Promise<void> {
    isEvaluating = true;
    await evaluator.start();
    await dueRunner.start();
  }
  async function stopEvaluator(): Promise<void> {
    if (!isEvaluating) return;
    isEvaluating = false;
    await dueRunner.stop();
    await evaluator.stop();
  }

  return {
    ...deskCalls(parts, committed),
    async caughtUp() {
      await dueRunner.caughtUp();
      await evaluator.caughtUp();
    },

    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async start({ evaluate } = { evaluate: true }) {
      stopForgetting = parts.clock.every(FORGET_EVERY_MS, () => forgetOld(parts).catch(() => {}));
      stopFollowing = await parts.recent.start(parts.db, parts.tape);
      if (evaluate) await startEvaluator();
    },
    startEvaluator,
    stopEvaluator,

    async stop() {
      stopForgetting();
      stopFollowing();
      await stopEvaluator();
    },
  };
}
