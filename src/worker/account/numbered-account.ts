/**
 * The orders and the money of the user who is logged in, where the server numbers what it tells (extended profile, decision D9.79). It
 * begins from the whole state, takes replies, pushes and events by their numbers, and reads the whole state again only where a number
 * says that something happened which nothing has told. No timer decides what is true: the one here repeats a read that failed.
 */
import type { Order } from '#domain/order.ts';
import type { EngineSession } from '#protocol/engine-api.ts';
import { type AccountState, replyStateFromWire } from '#protocol/outbox-wire.ts';
import type { AccountSnapshot, UserEvent } from '#protocol/received.ts';
import { accountState } from '#rest/account-state.ts';
import type { Stop } from '../engine-parts.ts';
import { emitPushedMicro } from '../micro/pushed-micro.ts';
import { isSameUser } from '../same-user.ts';
import type { AccountParts, AccountTruth } from './account-truth.ts';
import { EventNumbers, type EventPosition, type PositionAnswer } from './event-numbers.ts';
import { type FundsState, tradingFunds, tradingType } from './funds.ts';
import { HeldOrders } from './held-orders.ts';
import { NumberedOrders } from './numbered-orders.ts';

/** A read that failed is tried again so late, ever slower, and so often; afterwards the next thing told asks again. */
const RETRY_MIN_MS = 500;
const TRIES_MAX = 6;

export class NumberedAccount implements AccountTruth {
  readonly held: HeldOrders;
  readonly #parts: AccountParts;
  readonly #orders = new NumberedOrders();
  readonly #events = new EventNumbers();
  #session: EngineSession | null = null;
  #epoch = '';
  #shown: readonly Order[] | undefined;
  #isReading = false;
  /** Raised whenever what a read under way will bring is of no use any more. */
  #turn = 0;
  /** Something without a number was told: only a read from now on says what it was. */
  #isUnnumbered = false;
  #tries = 0;
  #stopRetry: Stop | undefined;
  #hasBegun = false;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.held = new HeldOrders(parts.book);
  }

  get position(): EventPosition | undefined {
    return this.#events.position;
  }

  setSession(session: EngineSession | null): void {
    const isSame = isSameUser(session, this.#session);
    this.#session = session;
    if (!isSame) this.#forget();
    this.#readUnlessWhole();
  }

  /** Only where the link tells no numbers for now, lists may have moved unseen. */
  reloadSoon(): void {
    if (this.#parts.link().isExt) return;
    this.#isUnnumbered = true;
    this.#readUnlessWhole();
  }

  /** An order of an answer comes again with the whole answer and its number. */
  putOrder(): void {}

  putReply(data: unknown): void {
    const reply = this.#session && replyStateFromWire(data);
    if (!reply || this.#isOfAnother(reply.epoch)) return;
    this.#orders.putReply(reply.orders, reply);
    this.#show();
  }

  onPosition(answer: PositionAnswer): void {
    const means = this.#events.answered(answer);
    if (means === 'begins') this.#beginHistory(answer.epoch);
    if (means !== 'goes on') this.#orders.want(answer.seq);
    const isFirst = answer.isLast && !this.#hasBegun;
    this.#hasBegun ||= answer.isLast;
    // Lists that the page read before events flowed, or from another history, may miss something.
    if (isFirst || means === 'begins') this.#parts.emit({ type: 'resync' });
    this.#readUnlessWhole();
  }

  onEvent(event: UserEvent): void {
    if (!this.#session) return;
    if (Number.isNaN(event.seq)) {
      this.#tell(event);
      this.#isUnnumbered = true;
    } else {
      const { isNew, hasGap } = this.#events.take(event);
      if (!isNew) return;
      this.#tell(event);
      this.#orders.putEvent(event);
      if (hasGap) {
        this.#orders.want(event.seq);
        this.#parts.emit({ type: 'resync' });
      }
      this.#show();
    }
    this.#readUnlessWhole();
  }

  onSnapshot(snapshot: AccountSnapshot): void {
    if (!this.#session) return;
    const { balance, margin, pending, deficit, outboxSeq } = snapshot;
    this.held.takePrices(snapshot, this.#parts.clock.steady());
    if (balance !== undefined && margin !== undefined && !Number.isNaN(outboxSeq)) {
      const type = tradingType(this.#orders.balances, this.#session.realm);
      this.#orders.putBalances([{ type, balance, locked: margin + (pending ?? 0n), deficit: deficit ?? 0n }], outboxSeq);
    }
    if (this.#events.isAhead(outboxSeq)) this.#orders.want(outboxSeq);
    this.#show();
    this.#readUnlessWhole();
  }

  /** Cash and locks as the newest number has them. */
  get funds(): Readonly<FundsState> | undefined {
    return this.#session ? tradingFunds(this.#orders.balances, this.#session.realm) : undefined;
  }

  stop(): void {
    this.#session = null;
    this.#turn++;
    this.#stopRetry?.();
  }

  #forget(): void {
    this.#turn++;
    this.#isReading = false;
    this.#stopRetry?.();
    this.#stopRetry = undefined;
    this.#tries = 0;
    this.#epoch = '';
    this.#hasBegun = false;
    this.#isUnnumbered = false;
    this.#orders.clear();
    this.#events.reset();
    this.#show();
  }

  /** Numbers of another history say nothing about those of this one. */
  #beginHistory(epoch: string): void {
    this.#turn++;
    this.#isReading = false;
    this.#epoch = epoch;
    this.#orders.forgetNumbers();
  }

  /** True for what another database has told. The first who tells names it. */
  #isOfAnother(epoch: string): boolean {
    this.#epoch ||= epoch;
    return epoch !== this.#epoch;
  }

  #tell(event: UserEvent): void {
    const { emit } = this.#parts;
    if (event.kind === 'closed') emit({ type: 'closed', ids: [...event.ids], reasons: { ...event.reasons } });
    else if (event.kind === 'order') emit({ type: 'order', id: event.id, state: event.state });
    else if (event.kind === 'balance') emit({ type: 'balance' });
    else if (event.kind === 'alert') emit({ type: 'alert', row: event.row });
    else if (event.kind === 'micro') emitPushedMicro(event.row, this.#parts);
    else emit({ type: 'notice', kind: event.notice, level: event.level, text: event.text });
  }

  /** Hands what is known to the page; the list of orders only when it is another. */
  #show(): void {
    const { live } = this.#orders;
    if (live !== this.#shown) {
      this.#shown = live;
      const positions = live.filter((order) => order.state === 'holding');
      const ids = new Set(positions.map((order) => order.id));
      for (const id of this.held.ids()) if (!ids.has(id)) this.held.delete(id);
      for (const order of positions) if (this.held.get(order.id)?.order !== order) this.held.hold(order, 0);
      this.#parts.emit({ type: 'orders', orders: [...positions, ...live.filter((order) => order.state === 'pending')] });
    }
    this.#parts.onChange();
  }

  #readUnlessWhole(): void {
    if (!this.#session || this.#isReading || (this.#orders.isWhole && !this.#isUnnumbered)) return;
    this.#stopRetry?.();
    this.#stopRetry = undefined;
    void this.#read();
  }

  async #read(): Promise<void> {
    const turn = ++this.#turn;
    this.#isReading = true;
    this.#isUnnumbered = false;
    const state = await accountState(this.#parts.request).catch(() => undefined);
    if (turn !== this.#turn) return;
    this.#isReading = false;
    if (!state) return this.#retryLater();
    this.#takeWhole(state);
    // What was told while it was read may be newer than the answer: it is asked once more, but not for ever.
    if (this.#orders.isWhole && !this.#isUnnumbered) this.#tries = 0;
    else if (this.#tries++ < TRIES_MAX) this.#readUnlessWhole();
  }

  #takeWhole(state: AccountState): void {
    if (this.#isOfAnother(state.epoch)) this.#beginHistory(state.epoch);
    this.#orders.putWhole(state.orders, state);
    this.#show();
  }

  #retryLater(): void {
    this.#isUnnumbered = true;
    if (this.#tries >= TRIES_MAX) {
      this.#tries = 0;
      return;
    }
    this.#stopRetry = this.#parts.clock.after(RETRY_MIN_MS * 2 ** this.#tries++, () => this.#readUnlessWhole());
  }
}
