/**
 * The open and pending orders and the money of the user who is logged in. REST loads them, pushes change them, every tick moves their
 * profit, in the same exact maths as the server's. It promises that a closed order never comes back, that ids of the server's snapshot
 * win, and that a doubt is settled by reading REST again, once. It never guesses a price.
 */
import type { AccountFunds } from '#domain/account.ts';
import { decimalFromWire, type Money, maxDecimal } from '#domain/decimal.ts';
import type { EngineEvent, EngineSession } from '#protocol/engine-api.ts';
import type { AccountSnapshot, UserEvent } from '#protocol/received.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { EngineClock, Stop } from '../engine-parts.ts';
import type { QuoteBook } from '../quotes/quote-book.ts';
import { isSameUser } from '../same-user.ts';
import { Doubts } from './doubts.ts';
import { accountSection, balanceRows, Funds, tradingFunds } from './funds.ts';
import { type OrderNumbers, orderNumbers } from './order-numbers.ts';
import { type HeldOrder, heldOrder, isHolding, isPending, ORDERS_MAX, ordersOf, wholeOrder } from './order-rows.ts';
import { PendingOrders } from './pending-orders.ts';

/** Ids of closed orders that are remembered, so that an old reply cannot bring them back. */
const CLOSED_MAX = 1_000;
const RELOAD_AFTER_MS = 300;
/** The same doubt is not asked about more often. */
const RELOAD_EVERY_MS = 2_000;
/** A snapshot that lacks so young an order, or still has so freshly closed a one, is older than we are. */
const SETTLING_MS = 2_000;
const RELOAD_TRIES_MAX = 5;

export type AccountParts = {
  readonly clock: EngineClock;
  readonly book: QuoteBook;
  fetchOrders(status: 0 | 1, page: number, limit: number): Promise<{ data: unknown; total: unknown }>;
  fetchBalances(): Promise<unknown>;
  emit(event: EngineEvent): void;
  onChange(): void;
};

export class Account {
  readonly #parts: AccountParts;
  readonly #held = new Map<number, HeldOrder>();
  readonly #pending = new PendingOrders();
  readonly #closed = new Map<number, number>();
  /** Closed orders that the page has been told of. */
  readonly #told = new Set<number>();
  readonly #funds = new Funds();
  #session: EngineSession | null = null;
  #turn = 0;
  #fundsTurn = 0;
  #reloadedAt = Number.NEGATIVE_INFINITY;
  #stopReload: Stop | undefined;
  #tries = 0;
  readonly #doubts = new Doubts();
  /** Orders put or told of since a load began: the load's answer may be older than they are. */
  #putSinceLoad = new Set<number>();

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  get orders(): IterableIterator<HeldOrder> {
    return this.#held.values();
  }

  /** Another user or none: everything of the one before is forgotten. The same user with a new token keeps what is shown. */
  setSession(session: EngineSession | null): void {
    const isSame = isSameUser(session, this.#session);
    this.#session = session;
    if (!isSame) {
      this.#turn++;
      this.#stopReload?.();
      this.#stopReload = undefined;
      this.#held.clear();
      this.#pending.clear();
      this.#closed.clear();
      this.#told.clear();
      this.#funds.clear();
      this.#emitOrders();
    }
    if (session) void this.load();
  }

  /** Reads open orders and balances; a load under way is replaced. */
  async load(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const turn = ++this.#turn;
    const fundsTurn = this.#fundsTurn;
    this.#reloadedAt = this.#parts.clock.steady();
    this.#putSinceLoad.clear();
    try {
      const list = (status: 0 | 1) => ordersOf(status, (...asked) => this.#parts.fetchOrders(...asked));
      const [pending, held, balances] = await Promise.all([list(0), list(1), this.#parts.fetchBalances()]);
      if (turn !== this.#turn) return;
      this.#takeRows(held);
      const isPut = (id: number) => this.#putSinceLoad.has(id);
      this.#pending.take(pending, isPut, (id) => this.#held.has(id) || this.#closed.has(id));
      const funds = tradingFunds(balanceRows(balances), session.realm);
      // A push that came meanwhile is newer than the answer.
      if (funds && fundsTurn === this.#fundsTurn) this.#funds.report(funds, this.#margin());
      this.#tries = 0;
      this.#emitOrders();
    } catch {
      // The link's next resync loads again; a few quick tries spare the wait when only one answer was lost.
      if (turn === this.#turn && this.#tries++ < RELOAD_TRIES_MAX) this.reloadSoon();
    }
  }

  /** One load for all doubts of a moment. */
  reloadSoon(): void {
    if (!this.#session) return;
    const sinceMs = this.#parts.clock.steady() - this.#reloadedAt;
    this.#stopReload ??= this.#parts.clock.after(Math.max(RELOAD_AFTER_MS, RELOAD_EVERY_MS - sinceMs), () => {
      this.#stopReload = undefined;
      void this.load();
    });
  }

  /** A row that the page got as the answer of its own call. */
  putOrder(answer: OrderRow): void {
    const row = wholeOrder(answer);
    if (!row || !this.#session) return;
    if (this.#closed.has(row.Id)) return;
    if (isHolding(row)) this.#putHeld(row);
    else if (isPending(row)) this.#pending.set(row.Id, row);
    else this.#close([row.Id], decimalFromWire<Money>(row.FactProfits));
    this.#putSinceLoad.add(row.Id);
    this.#emitOrders();
  }

  /** A new position, or what is left of one after a part was closed or its stops were edited. */
  #putHeld(row: OrderRow): void {
    const before = this.#held.get(row.Id);
    const profitBefore = before && orderNumbers(before, this.#parts.book, this.productIndex(before.row)).profit;
    const marginBefore = this.#margin();
    this.#pending.delete(row.Id);
    const held = this.#hold(row, this.#parts.clock.steady());
    const profit = (profitBefore ?? 0n) - orderNumbers(held, this.#parts.book, this.productIndex(held.row)).profit;
    if (!before) this.#funds.opened({ margin: held.margin, fee: decimalFromWire<Money>(row.TradeFee) ?? 0n }, marginBefore);
    else if (held.margin < before.margin) this.#funds.closed({ margin: before.margin - held.margin, profit }, this.#margin());
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
        this.#parts.emit({ type: 'order', id: event.id, status: event.status });
        if (event.status > 1) this.#close([event.id], undefined);
        // Opened, filled, shrunk or edited: unless a reply has just told of it, only REST knows the row.
        else if (!this.#closed.has(event.id) && !this.#isJustPut(event.id)) this.reloadSoon();
        break;
      case 'balance':
        this.#takeBalance(event.rows);
        this.#parts.emit({ type: 'balance' });
        break;
      case 'notice':
        this.#parts.emit({ type: 'notice', kind: event.notice, level: event.level, text: event.text });
    }
  }

  /** A set union: in base the same id can come again. */
  #tellClosed(event: UserEvent & { kind: 'closed' }): void {
    const ids = event.ids.filter((id) => !this.#told.has(id));
    for (const id of ids) this.#told.add(id);
    while (this.#told.size > CLOSED_MAX) this.#told.delete(this.#told.values().next().value as number);
    if (ids.length > 0) this.#parts.emit({ type: 'closed', ids, reasons: { ...event.reasons } });
  }

  /** FOREX_TRADE: ids, margins and balance of the server rule; prices only where ours are older. */
  onSnapshot(snapshot: AccountSnapshot): void {
    if (!this.#session || this.#isBehind(snapshot)) return;
    const now = this.#parts.clock.steady();
    const ids = new Set(snapshot.orders.map((order) => order.id));
    for (const { id, price, profit } of snapshot.orders) {
      const held = this.#held.get(id);
      if (held) held.snapshot = { price, profit, atMs: now };
    }
    const missing = [...this.#held.keys()].filter((id) => !ids.has(id));
    const unknown = [...ids].filter((id) => !this.#held.has(id) && !this.#closed.has(id));
    const otherMargin = snapshot.margin !== undefined && snapshot.margin !== this.#margin() ? snapshot.margin : 0n;
    if (this.#doubts.isWorthAsking(missing, unknown, otherMargin)) this.reloadSoon();
    if (snapshot.balance !== undefined && snapshot.margin !== undefined) {
      this.#fundsTurn++;
      const locked = snapshot.margin + (snapshot.pending ?? 0n);
      this.#funds.report({ balance: snapshot.balance, locked, deficit: snapshot.deficit ?? 0n }, snapshot.margin);
    }
    this.#parts.onChange();
  }

  /** Price and profit of every open order now. */
  numbers(): OrderNumbers[] {
    return [...this.#held.values()].map((held) => orderNumbers(held, this.#parts.book, this.productIndex(held.row)));
  }

  /** What the account is worth now; `undefined` before balances are known. */
  funds(numbers: readonly OrderNumbers[]): AccountFunds | undefined {
    const state = this.#funds.state;
    if (!state) return undefined;
    const margin = this.#margin();
    return {
      balance: state.balance,
      margin,
      pending: maxDecimal<Money>(0n, state.locked - margin),
      deficit: state.deficit,
      floatingProfit: numbers.reduce<Money>((sum, order) => sum + order.profit, 0n),
    };
  }

  /** The account section of a frame. */
  section(numbers: readonly OrderNumbers[]): bigint[] | undefined {
    const funds = this.funds(numbers);
    return funds && accountSection(funds);
  }

  /** Index of an order's product in the book. */
  productIndex(row: OrderRow): number | undefined {
    const { Id, Code, ShowCode } = row.ForexTradeLists;
    const { book } = this.#parts;
    return book.indexOfId(Id) ?? book.indexOfCode(Code) ?? book.indexOfShowCode(ShowCode);
  }

  productCode(row: OrderRow): string | undefined {
    const index = this.productIndex(row);
    return index === undefined ? undefined : this.#parts.book.products[index]?.Code;
  }

  #takeRows(rows: readonly OrderRow[]): void {
    const listed = new Set(rows.map((row) => row.Id));
    for (const id of this.#held.keys()) if (!listed.has(id) && !this.#putSinceLoad.has(id)) this.#held.delete(id);
    for (const row of rows) if (!this.#closed.has(row.Id) && !this.#isJustPut(row.Id)) this.#hold(row, this.#held.get(row.Id)?.putAt ?? 0);
  }

  /** What we hold of it came after the load that is under way began. */
  #isJustPut(id: number): boolean {
    return this.#putSinceLoad.has(id) && this.#held.has(id);
  }

  #hold(row: OrderRow, putAt: number): HeldOrder {
    const index = this.productIndex(row);
    const held = heldOrder(row, putAt, index === undefined ? undefined : this.#parts.book.terms(index).contractNumber);
    held.snapshot = this.#held.get(row.Id)?.snapshot;
    if (this.#held.size < ORDERS_MAX || this.#held.has(row.Id)) this.#held.set(row.Id, held);
    return held;
  }

  /** Closed orders leave the list for good. `profit`: as the reply told it; else the last one shown, until a balance comes. */
  #close(ids: readonly number[], profit: Money | undefined): void {
    let isShown = false;
    for (const id of ids) {
      const held = this.#held.get(id);
      if (this.#pending.delete(id) || held) isShown = true;
      this.#held.delete(id);
      this.#closed.set(id, this.#parts.clock.steady());
      if (this.#closed.size > CLOSED_MAX) this.#closed.delete(this.#closed.keys().next().value as number);
      if (!held) continue;
      this.#funds.closed(
        { margin: held.margin, profit: profit ?? orderNumbers(held, this.#parts.book, this.productIndex(held.row)).profit },
        this.#margin(),
      );
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
    for (const [id, held] of this.#held) if (held.putAt > since && !ids.has(id)) return true;
    for (const id of ids) if ((this.#closed.get(id) ?? Number.NEGATIVE_INFINITY) > since) return true;
    return false;
  }

  #margin(): Money {
    let margin: Money = 0n;
    for (const held of this.#held.values()) margin += held.margin;
    return margin;
  }

  #emitOrders(): void {
    this.#parts.emit({ type: 'orders', rows: [...[...this.#held.values()].map((held) => held.row), ...this.#pending.values()] });
    this.#parts.onChange();
  }
}
