/**
 * The open and pending orders and the money of the user who is logged in. The server's messages change them, every tick moves their
 * profit, in the same exact maths as the server's. Which messages are believed is the matter of its truth: numbers where the server
 * offers the extended profile, guesses by age where it does not. It never guesses a price.
 */
import type { AccountFunds } from '#domain/account.ts';
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { Order, OrderProduct } from '#domain/order.ts';
import type { EngineEvent, EngineSession } from '#protocol/engine-api.ts';
import type { ReceiptAsk, ReceiptReply } from '#protocol/receipts.ts';
import type { AccountSnapshot, TapeNews, UserEvent } from '#protocol/received.ts';
import { EVENT_TOPICS, TOPIC } from '#protocol/socket.ts';
import { RunningMicros } from '../micro/running-micros.ts';
import { type LoadReceipts, ReceiptsOnDemand } from '../receipts/receipts-on-demand.ts';
import { isSameUser } from '../same-user.ts';
import type { AccountParts, AccountTruth } from './account-truth.ts';
import type { Position, PositionAnswer } from './event-numbers.ts';
import { accountSection } from './funds.ts';
import { GuessedAccount } from './guessed-account.ts';
import type { HeldOrder } from './held-order.ts';
import { NumberedAccount } from './numbered-account.ts';
import type { OrderNumbers } from './order-numbers.ts';

export class Account {
  readonly #parts: AccountParts;
  readonly #micros: RunningMicros;
  readonly #receipts: ReceiptsOnDemand;
  readonly #tell: AccountParts['emit'];
  #session: EngineSession | null = null;
  #isNumbered: boolean;
  #truth: AccountTruth;

  constructor(parts: AccountParts, loadReceipts?: LoadReceipts) {
    this.#receipts = new ReceiptsOnDemand(parts, loadReceipts);
    this.#micros = new RunningMicros(parts.book);
    this.#tell = parts.emit;
    this.#parts = { ...parts, emit: (event) => this.#emit(event) };
    this.#isNumbered = parts.link().offersExt;
    this.#truth = this.#newTruth();
  }

  get orders(): HeldOrder[] {
    return this.#truth.held.values();
  }

  /** Where a topic goes on from after a break: of the tape only once its checkpoints are kept. */
  position(topic: string): Position | undefined {
    if (topic === TOPIC.tape) return this.#receipts.position;
    return EVENT_TOPICS.includes(topic) ? this.#current().position : undefined;
  }

  setSession(session: EngineSession | null): void {
    const truth = this.#current();
    if (!isSameUser(session, this.#session)) this.#micros.clear();
    this.#session = session;
    this.#receipts.setSession(session);
    truth.setSession(session);
  }

  reloadSoon = (): void => this.#current().reloadSoon();
  /** An order that the page holds, of either kind. */
  putOrder(order: Order | MicroTrade): void {
    if ('seconds' in order) this.#putMicro(order);
    else this.#current().putOrder(order);
  }
  putReply = (data: unknown): void => this.#current().putReply(data);
  receipts = (ask: ReceiptAsk): Promise<ReceiptReply> => this.#receipts.ask(ask);
  onEvent(event: UserEvent | TapeNews): void {
    if (event.kind === 'tape') this.#receipts.onCheckpoint(event.row);
    else this.#current().onEvent(event);
  }
  onSnapshot = (snapshot: AccountSnapshot): void => this.#current().onSnapshot(snapshot);
  onPosition = (answer: PositionAnswer): void => this.#current().onPosition(answer);

  /** Price and profit of every open order now; of running micro trades too, with a minus before their ids. */
  numbers = (): OrderNumbers[] => [...this.#truth.held.numbers(), ...this.#micros.numbers()];

  /** What the account is worth now; `undefined` before balances are known. */
  funds(numbers: readonly OrderNumbers[]): AccountFunds | undefined {
    const { funds, held } = this.#truth;
    // What a micro trade would come to belongs to nobody before its end.
    return (
      funds &&
      held.funds(
        funds,
        numbers.filter(({ id }) => id > 0),
      )
    );
  }

  /** The account section of a frame. */
  section(numbers: readonly OrderNumbers[]): bigint[] | undefined {
    const funds = this.funds(numbers);
    return funds && accountSection(funds);
  }

  /** Codes of the products whose prices open orders need. */
  productCodes = (): (string | undefined)[] => [
    ...this.orders.map(({ order }) => this.#truth.held.productCode(order.product)),
    ...this.#micros.codes(),
  ];
  productIndex = (product: OrderProduct): number | undefined => this.#truth.held.productIndex(product);

  #emit(event: EngineEvent): void {
    if (event.type === 'micro') this.#micros.put(event.trade);
    this.#receipts.onEvent(event);
    this.#tell(event);
  }

  #putMicro(trade: MicroTrade): void {
    if (this.#session && this.#micros.put(trade)) this.#parts.onChange();
  }

  #newTruth = (): AccountTruth => (this.#isNumbered ? new NumberedAccount(this.#parts) : new GuessedAccount(this.#parts));

  /** A server that turns out to offer numbers, or to be unable to tell them, is believed in the other way from then on. */
  #current(): AccountTruth {
    const { offersExt } = this.#parts.link();
    if (offersExt === this.#isNumbered) return this.#truth;
    this.#isNumbered = offersExt;
    this.#truth.stop();
    this.#truth = this.#newTruth();
    this.#truth.setSession(this.#session);
    return this.#truth;
  }
}
