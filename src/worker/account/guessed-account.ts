/**
 * The orders and the money of the user who is logged in, at a back end that numbers nothing (base profile). REST loads them, pushes change
 * them, and which of two is newer is guessed by their age. It promises that a closed order never comes back, that ids of the server's
 * snapshot win, and that a doubt is settled by reading REST again, once.
 */
import type { Money } from '#domain/decimal.ts';
import { isLive, type Order } from '#domain/order.ts';
import type { EngineSession } from '#protocol/engine-api.ts';
import type { AccountSnapshot, UserEvent } from '#protocol/received.ts';
import { balances } from '#rest/balances.ts';
import type { Stop } from '../engine-parts.ts';
import { emitPushedMicro } from '../micro/pushed-micro.ts';
import { isSameUser } from '../same-user.ts';
import type { AccountParts, AccountTruth } from './account-truth.ts';
import { ClosedOrders } from './closed-orders.ts';
import { Funds, type FundsState, tradingFunds } from './funds.ts';
import { ordersOf } from './held-order.ts';
import { HeldOrders } from './held-orders.ts';
import { PendingOrders } from './pending-orders.ts';
import { SnapshotMismatch } from './snapshot-mismatch.ts';

const RELOAD_AFTER_MS = 300;
/** The same doubt is not asked about more often. */
const RELOAD_EVERY_MS = 2_000;
/** A snapshot that lacks so young an order, or still has so freshly closed a one, is older than we are. */
const SETTLING_MS = 2_000;
const RELOAD_TRIES_MAX = 5;

export class GuessedAccount implements AccountTruth {
  readonly held: HeldOrders;
  readonly position = undefined;
  readonly #parts: AccountParts;
  readonly #pending = new PendingOrders();
  readonly #closed = new ClosedOrders();
  readonly #funds = new Funds();
  #session: EngineSession | null = null;
  #turn = 0;
  #fundsTurn = 0;
  #reloadedAt = Number.NEGATIVE_INFINITY;
  #stopReload: Stop | undefined;
  #tries = 0;
  readonly #mismatch = new SnapshotMismatch();
  /** Orders taken from a reply or a push since a load began: the load's answer may be older than they are. */
  #putSinceLoad = new Set<number>();

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.held = new HeldOrders(parts.book);
  }

  get funds(): Readonly<FundsState> | undefined {
    return this.#funds.state;
  }

  /** Another user or none: everything of the one before is forgotten. The same user with a new token keeps what is shown. */
  setSession(session: EngineSession | null): void {
    const isSame = isSameUser(session, this.#session);
    this.#session = session;
    if (!isSame) {
      this.#turn++;
      this.#stopReload?.();
      this.#stopReload = undefined;
      this.held.clear();
      this.#pending.clear();
      this.#closed.clear();
      this.#funds.clear();
      this.#emitOrders();
    }
    if (session) void this.#load();
  }

  stop(): void {
    this.#session = null;
    this.#turn++;
    this.#stopReload?.();
  }

  /** Numbers are not told here. */
  putReply(): void {}
  onPosition(): void {}

  /** Reads open orders and balances; a load under way is replaced. */
  async #load(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const turn = ++this.#turn;
    const fundsTurn = this.#fundsTurn;
    this.#reloadedAt = this.#parts.clock.steady();
    this.#putSinceLoad.clear();
    try {
      const { request } = this.#parts;
      const [pending, held, rows] = await Promise.all([
        ordersOf('pending', request),
        ordersOf('holding', request),
        balances(request, { silent: true }),
      ]);
      if (turn !== this.#turn) return;
      this.#takeHeld(held);
      const isPut = (id: number) => this.#putSinceLoad.has(id);
      this.#pending.take(pending, isPut, (id) => this.held.has(id) || this.#closed.has(id));
      const funds = tradingFunds(rows, session.realm);
      // A push that came meanwhile is newer than the answer.
      if (funds && fundsTurn === this.#fundsTurn) this.#funds.report(funds, this.held.margin);
      this.#tries = 0;
      this.#emitOrders();
    } catch {
      // The link's next resync loads again; a few quick tries spare the wait when only one answer was lost.
      if (turn === this.#turn && this.#tries++ < RELOAD_TRIES_MAX) this.reloadSoon();
    }
  }

  /** One load for all that is in doubt at a moment. */
  reloadSoon(): void {
    if (!this.#session) return;
    const sinceMs = this.#parts.clock.steady() - this.#reloadedAt;
    this.#stopReload ??= this.#parts.clock.after(Math.max(RELOAD_AFTER_MS, RELOAD_EVERY_MS - sinceMs), () => {
      this.#stopReload = undefined;
      void this.#load();
    });
  }

  /** An order that the page got as the answer of its own call. */
  putOrder(order: Order): void {
    if (!this.#session || this.#closed.has(order.id)) return;
    if (order.state === 'holding') this.#putHeld(order);
    else if (order.state === 'pending') this.#pending.set(order.id, order);
    else this.#close([order.id], order.profit);
    this.#putSinceLoad.add(order.id);
    this.#emitOrders();
  }

  /** A new position, or what is left of one after a part was closed or its stops were edited. */
  #putHeld(order: Order): void {
    const before = this.held.get(order.id);
    const profitBefore = before && this.held.numbersOf(before).profit;
    const marginBefore = this.held.margin;
    this.#pending.delete(order.id);
    const held = this.held.hold(order, this.#parts.clock.steady());
    const profit = (profitBefore ?? 0n) - this.held.numbersOf(held).profit;
    const added = this.held.margin - marginBefore;
    if (!before) this.#funds.opened({ margin: added, fee: order.fee }, marginBefore);
    else if (added < 0n) this.#funds.closed({ margin: -added, profit }, marginBefore + added);
  }

  onEvent(event: UserEvent): void {
    switch (event.kind) {
      case 'closed':
        this.#tellClosed(event);
        this.#close(event.ids, undefined);
        // Base tells no balance with it.
        if (Number.isNaN(event.seq)) this.reloadSoon();
        break;
      case 'order':
        this.#parts.emit({ type: 'order', id: event.id, state: event.state });
        if (!isLive(event)) this.#close([event.id], undefined);
        // Opened, filled, shrunk or edited: unless a reply has just brought it, only REST knows the order.
        else if (!this.#closed.has(event.id) && !this.#isJustPut(event.id)) this.reloadSoon();
        break;
      case 'balance':
        this.#takeBalance(event.rows);
        this.#parts.emit({ type: 'balance' });
        break;
      case 'alert':
        this.#parts.emit({ type: 'alert', row: event.row });
        break;
      case 'micro':
        emitPushedMicro(event.row, this.#parts);
        break;
      case 'notice':
        this.#parts.emit({ type: 'notice', kind: event.notice, level: event.level, text: event.text });
    }
  }

  /** A set union: in base the same id can come again. */
  #tellClosed(event: UserEvent & { kind: 'closed' }): void {
    const ids = this.#closed.unsaid(event.ids);
    if (ids.length > 0) this.#parts.emit({ type: 'closed', ids, reasons: { ...event.reasons } });
  }

  /** FOREX_TRADE: ids, margins and balance of the server rule; prices only where ours are older. */
  onSnapshot(snapshot: AccountSnapshot): void {
    if (!this.#session || this.#isBehind(snapshot)) return;
    const now = this.#parts.clock.steady();
    const ids = new Set(snapshot.orders.map((order) => order.id));
    this.held.takePrices(snapshot, now);
    const missing = this.held.ids().filter((id) => !ids.has(id));
    const unknown = [...ids].filter((id) => !this.held.has(id) && !this.#closed.has(id));
    const otherMargin = snapshot.margin !== undefined && snapshot.margin !== this.held.margin ? snapshot.margin : 0n;
    if (this.#mismatch.isWorthAsking(missing, unknown, otherMargin)) this.reloadSoon();
    if (snapshot.balance !== undefined && snapshot.margin !== undefined) {
      this.#fundsTurn++;
      const locked = snapshot.margin + (snapshot.pending ?? 0n);
      this.#funds.report({ balance: snapshot.balance, locked, deficit: snapshot.deficit ?? 0n }, snapshot.margin);
    }
    this.#parts.onChange();
  }

  #takeHeld(orders: readonly Order[]): void {
    const listed = new Set(orders.map((order) => order.id));
    for (const id of this.held.ids()) if (!listed.has(id) && !this.#putSinceLoad.has(id)) this.held.delete(id);
    for (const order of orders)
      if (!this.#closed.has(order.id) && !this.#isJustPut(order.id)) this.held.hold(order, this.held.get(order.id)?.putAt ?? 0);
  }

  /** What we hold of it came after the load that is under way began. */
  #isJustPut(id: number): boolean {
    return this.#putSinceLoad.has(id) && this.held.has(id);
  }

  /** Closed orders leave the list for good. `profit`: as the reply told it; else the last one shown, until a balance comes. */
  #close(ids: readonly number[], profit: Money | undefined): void {
    let isShown = false;
    for (const id of ids) {
      const held = this.held.get(id);
      const marginBefore = this.held.margin;
      if (this.#pending.delete(id) || held) isShown = true;
      this.held.delete(id);
      this.#closed.add(id, this.#parts.clock.steady());
      if (!held) continue;
      const margin = this.held.margin;
      this.#funds.closed({ margin: marginBefore - margin, profit: profit ?? this.held.numbersOf(held).profit }, margin);
    }
    if (isShown) this.#emitOrders();
  }

  #takeBalance(rows: Extract<UserEvent, { kind: 'balance' }>['rows']): void {
    const funds = this.#session && tradingFunds(rows, this.#session.realm);
    if (!funds) return;
    this.#fundsTurn++;
    this.#funds.push(funds);
    this.#parts.onChange();
  }

  /** True for a snapshot made before something that we know already. */
  #isBehind(snapshot: AccountSnapshot): boolean {
    const since = this.#parts.clock.steady() - SETTLING_MS;
    const ids = new Set(snapshot.orders.map((order) => order.id));
    if (this.held.values().some(({ order, putAt }) => putAt > since && !ids.has(order.id))) return true;
    for (const id of ids) if (this.#closed.isClosedSince(id, since)) return true;
    return false;
  }

  #emitOrders(): void {
    this.#parts.emit({ type: 'orders', orders: [...this.held.values().map((held) => held.order), ...this.#pending.values()] });
    this.#parts.onChange();
  }
}
