/**
 * What is known of a person's live orders and balances, each with the number of the event after which it was so (extended profile,
 * decision D9.79). Replies, snapshots and events may come in any order, late, twice or not at all: a lower number changes nothing, a
 * higher one replaces. It says when only the whole state can tell what an event was about. It has no clock, and never guesses.
 */
import type { OwnBalance } from '#domain/account.ts';
import { isLive, type Order } from '#domain/order.ts';
import type { UserEvent } from '#protocol/received.ts';

/** Orders that are over and still remembered by their number; beyond it the whole state is wanted, which makes all of them needless. */
const OVER_MAX = 1_000;

/** `order` undefined: it is over. */
type KnownOrder = { readonly seq: number; readonly order: Order | undefined };
/** Where the person's events stood, and the balances then. */
type NumberedState = { readonly seq: number; readonly balances: readonly OwnBalance[] };

const NEVER = -1;

export class NumberedOrders {
  readonly #orders = new Map<number, KnownOrder>();
  readonly #balances = new Map<string, { readonly seq: number; readonly row: OwnBalance }>();
  /** Of the newest whole state that was taken. */
  #wholeSeq = NEVER;
  /** What only a whole state with at least this number tells. */
  #wantedSeq = 0;
  #live: readonly Order[] | undefined;
  #overs = 0;

  /** False while something is known to have happened that nothing has told yet. */
  get isWhole(): boolean {
    return this.#wholeSeq >= this.#wantedSeq;
  }

  /** Live orders in the order of their ids; the same list as long as nothing changes. */
  get live(): readonly Order[] {
    this.#live ??= [...this.#orders.values()].flatMap(({ order }) => order ?? []).sort((a, b) => a.id - b.id);
    return this.#live;
  }

  get balances(): OwnBalance[] {
    return [...this.#balances.values()].map(({ row }) => row);
  }

  /** Another person: nothing is known. */
  clear(): void {
    this.#orders.clear();
    this.#balances.clear();
    this.#live = undefined;
    this.#overs = 0;
    this.forgetNumbers();
  }

  /** The numbers begin anew, in another history: what is shown stays until its whole state comes. */
  forgetNumbers(): void {
    for (const [id, { order }] of this.#orders) this.#orders.set(id, { seq: NEVER, order });
    for (const [type, { row }] of this.#balances) this.#balances.set(type, { seq: NEVER, row });
    this.#wholeSeq = NEVER;
    this.#wantedSeq = 0;
  }

  /** Something up to this number was not told. */
  want(seq: number): void {
    this.#wantedSeq = Math.max(this.#wantedSeq, seq);
  }

  /** Orders as an answer to an own act brought them. */
  putReply(orders: readonly Order[], state: NumberedState): void {
    for (const order of orders) this.#put(order.id, state.seq, isLive(order) ? order : undefined);
    this.#putAllBalances(state);
  }

  /** Every live order there was at a number. */
  putWhole(orders: readonly Order[], state: NumberedState): void {
    const { seq } = state;
    if (seq < this.#wholeSeq) return;
    const listed = new Set(orders.map((order) => order.id));
    for (const order of orders) this.#put(order.id, seq, order);
    for (const [id, known] of this.#orders) if (known.seq <= seq && !listed.has(id)) this.#orders.delete(id);
    this.#overs = [...this.#orders.values()].filter(({ order }) => order === undefined).length;
    this.#live = undefined;
    this.#wholeSeq = seq;
    this.#putAllBalances(state);
  }

  /** Balances that a message with a number carries; only the accounts it names. */
  putBalances(balances: readonly OwnBalance[], seq: number): void {
    for (const row of balances) if (seq > (this.#balances.get(row.type)?.seq ?? NEVER)) this.#balances.set(row.type, { seq, row });
  }

  /** A numbered event: it ends orders and sets balances by itself, and asks for the whole state where it only says that an order is another. */
  putEvent(event: UserEvent): void {
    const { seq } = event;
    if (event.kind === 'closed') for (const id of event.ids) this.#put(id, seq, undefined);
    else if (event.kind === 'balance') this.putBalances(event.rows, seq);
    else if (event.kind === 'order' && seq > this.#seqOf(event.id)) {
      if (isLive(event)) this.want(seq);
      else this.#put(event.id, seq, undefined);
    }
  }

  /** An order that is not known is known as of the whole state, which did not have it. */
  #seqOf = (id: number): number => this.#orders.get(id)?.seq ?? this.#wholeSeq;

  #put(id: number, seq: number, order: Order | undefined): void {
    if (seq <= this.#seqOf(id)) return;
    const before = this.#orders.get(id);
    if (order === undefined && (!before || before.order)) this.#overs++;
    this.#orders.set(id, { seq, order });
    this.#live = undefined;
    if (this.#overs > OVER_MAX) this.want(seq);
  }

  /** Those of every account there is: one that is not named any more is none that can be traded from (decision D9.425). */
  #putAllBalances({ balances, seq }: NumberedState): void {
    this.putBalances(balances, seq);
    for (const [type, known] of this.#balances) if (known.seq < seq) this.#balances.delete(type);
  }
}
