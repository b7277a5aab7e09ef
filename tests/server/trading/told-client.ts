/**
 * A page's account that is told a history in whatever order a test likes, and reads the whole state when it asks for it. Its clock has no
 * hands: whoever sets a timer gets an error.
 */
import type { Order } from '#domain/order.ts';
import type { EngineEvent } from '#protocol/engine-api.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import { parseSocket } from '#protocol/parse-socket.ts';
import type { Received } from '#protocol/received.ts';
import type { AccountStateReply } from '#protocol/rest/account-state.ts';
import type { Request } from '#rest/request.ts';
import type { AccountParts } from '#worker/account/account-truth.ts';
import type { PositionAnswer } from '#worker/account/event-numbers.ts';
import { NumberedAccount } from '#worker/account/numbered-account.ts';
import type { Seeded } from '../../engine/seeded.ts';
import type { History, ToldEvent } from './racing-history.ts';

/** Nothing of a product is needed to compare rows and balances. */
const book = { indexOfId: () => undefined, indexOfCode: () => undefined, indexOfShowCode: () => undefined };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** What of an order does not move with the price. */
const still = ({ price: _price, profit: _profit, ...order }: Order) => order;

export class ToldClient {
  reads = 0;
  /** Told to the page as new: numbers by their event's kind and subject cannot be seen there, so counts are. */
  readonly told: EngineEvent[] = [];
  readonly account: NumberedAccount;
  readonly #history: History;
  readonly #random: Seeded;
  /** The highest number that anything said so far: a read begun now is of that moment or later. */
  #heardSeq = 0;
  #waiting: (() => void)[] = [];
  #shown: readonly Order[] = [];

  constructor(history: History, random: Seeded) {
    this.#history = history;
    this.#random = random;
    const parts = {
      clock: {
        now: () => 0,
        steady: () => 0,
        after: () => {
          throw new Error('a timer was set');
        },
      },
      book,
      request: { call: () => this.#read(), warn: (text: string) => this.#fail(text) } as unknown as Request,
      link: () => ({ isExt: true, offersExt: true }),
      emit: (event: EngineEvent) => {
        this.told.push(event);
        if (event.type === 'orders') this.#shown = event.orders;
      },
      onChange: () => undefined,
    };
    this.account = new NumberedAccount(parts as unknown as AccountParts);
    this.account.setSession({ token: 't', uid: history.trader.uid, realm: history.trader.realm });
  }

  /** The answer of all topics at a number, as a server gives it to a client at a position. */
  answer(seq: number, recovered: boolean | undefined): void {
    this.#heardSeq = Math.max(this.#heardSeq, seq);
    const atMs = this.#history.events[seq - 1]?.atMs ?? 0;
    this.account.onPosition({ epoch: this.#history.end.outbox.epoch, seq, atMs, recovered, isLast: true } satisfies PositionAnswer);
  }

  event({ seq, atMs, topic, payload }: ToldEvent): void {
    this.#heardSeq = Math.max(this.#heardSeq, seq);
    const [message] = parseSocket(JSON.stringify({ type: topic, ...payload, seq, t: atMs, uid: 'u' })).messages as [
      Received & { seq: number },
    ];
    this.account.onEvent(message as never);
  }

  reply(index: number): void {
    const { rows, outbox } = this.#history.replies[index] as History['replies'][number];
    this.#heardSeq = Math.max(this.#heardSeq, outbox.seq);
    this.account.putReply({ Results: rows.map((Order) => ({ Order })), outbox });
  }

  /** A snapshot that somebody took then, come late. */
  async late(snapshot: AccountStateReply): Promise<void> {
    this.#heardSeq = Math.max(this.#heardSeq, snapshot.outbox.seq);
    const [row] = snapshot.outbox.balances;
    const data = { TransOrder: [], CautionMoneyAll: row?.lockBalance, Pending: '0', Balance: row?.balance, Deficit: row?.deficit };
    const [message] = parseSocket(JSON.stringify({ type: 'FOREX_TRADE', data, seq: 1, outbox: snapshot.outbox.seq })).messages;
    if (message?.kind === 'account') this.account.onSnapshot(message.snapshot);
    await settled();
  }

  /** Lets the oldest read under way have its answer. */
  async letRead(): Promise<boolean> {
    const next = this.#waiting.shift();
    next?.();
    await settled();
    return next !== undefined;
  }

  /** Orders and money as the page has them. */
  get state(): { orders: unknown[]; funds: unknown } {
    const byId = (a: Order, b: Order) => a.id - b.id;
    return { orders: [...this.#shown].sort(byId).map(still), funds: this.account.funds };
  }

  /** Any moment from what was heard on, up to the end: the server is at one of them. */
  #read(): Promise<AccountStateReply> {
    this.reads++;
    const { snapshots, end } = this.#history;
    const possible = [...snapshots.filter(({ outbox }) => outbox.seq >= this.#heardSeq), end];
    const answer = this.#random.pick(possible);
    return new Promise((resolve) => this.#waiting.push(() => resolve(structuredClone(answer))));
  }

  #fail(text: string): never {
    throw new Error(text);
  }
}

/** The same of what the server has at the end. */
export function serverState({ end }: History): { orders: unknown[]; funds: unknown } {
  const [row] = end.outbox.balances;
  const units = (text: string | undefined) => BigInt(Math.round(Number(text) * 1e8));
  return {
    orders: end.Orders.map((order) => still(orderFromWire(order))),
    funds: { type: row?.type, balance: units(row?.balance), locked: units(row?.lockBalance), deficit: units(row?.deficit) },
  };
}
