/**
 * The account before and after its code is here: a visitor never needs it. What a user's server tells meanwhile is kept in its order,
 * up to a limit, and done once the account is here; beyond the limit the page is told to read again.
 */
import type { MicroTrade } from '#domain/micro-trade.ts';
import type { Order } from '#domain/order.ts';
import type { EngineSession } from '#protocol/engine-api.ts';
import type { AccountSnapshot, TapeNews, UserEvent } from '#protocol/received.ts';
import type { EngineCode } from '../engine-code.ts';
import type { EngineClock } from '../engine-parts.ts';
import { LazyModule } from '../lazy-module.ts';
import { isSameUser } from '../same-user.ts';
import type { Account } from './account.ts';
import type { AccountParts } from './account-truth.ts';
import type { PositionAnswer } from './event-numbers.ts';
import type { OrderNumbers } from './order-numbers.ts';

/** Things told that wait for the account. */
const WAITING_MAX = 200;

export class LazyAccount {
  readonly module: LazyModule<Account>;
  readonly #parts: AccountParts;
  #session: EngineSession | null = null;
  #waiting: ((account: Account) => void)[] = [];
  #hasLost = false;
  #hasDoubt = false;

  constructor(clock: EngineClock, code: EngineCode, parts: AccountParts) {
    this.#parts = parts;
    this.module = new LazyModule<Account>(clock, {
      load: async () => new (await code.account()).Account(parts),
      onHere: (account) => this.#begin(account),
    });
  }

  setSession(session: EngineSession | null): void {
    const isSame = isSameUser(session, this.#session);
    this.#session = session;
    if (this.module.here) {
      this.module.here.setSession(session);
      return;
    }
    if (!isSame) {
      this.#waiting = [];
      this.#hasLost = false;
      this.#parts.emit({ type: 'orders', orders: [] });
    }
    if (session) this.module.want();
  }

  putOrder(order: Order | MicroTrade): void {
    this.#tell((account) => account.putOrder(order));
  }

  putReply(data: unknown): void {
    this.#tell((account) => account.putReply(data));
  }

  onPosition(answer: PositionAnswer): void {
    this.#tell((account) => account.onPosition(answer));
  }

  onEvent(event: UserEvent | TapeNews): void {
    this.#tell((account) => account.onEvent(event));
  }

  onSnapshot(snapshot: AccountSnapshot): void {
    this.#tell((account) => account.onSnapshot(snapshot));
  }

  /** An account that is not here yet reads everything when it comes; what waits for it is then older, and must not outlive another look. */
  reloadSoon(): void {
    if (this.module.here) this.module.here.reloadSoon();
    else this.#hasDoubt = true;
  }

  /** Codes of the products of open orders. */
  get productCodes(): readonly (string | undefined)[] {
    return this.module.here?.productCodes() ?? [];
  }

  numbers(): readonly OrderNumbers[] {
    return this.module.here?.numbers() ?? [];
  }

  #tell(work: (account: Account) => void): void {
    if (this.module.here) work(this.module.here);
    else if (this.#session) this.#waiting.push(work);
    if (this.#waiting.length <= WAITING_MAX) return;
    this.#waiting.shift();
    this.#hasLost = true;
  }

  #begin(account: Account): void {
    if (this.#session) account.setSession(this.#session);
    for (const work of this.#waiting) work(account);
    if (this.#hasDoubt) account.reloadSoon();
    if (this.#hasLost) this.#parts.emit({ type: 'resync' });
    this.#waiting = [];
  }
}
