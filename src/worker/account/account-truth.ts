/**
 * What an account needs, and what it promises whichever way it learns what is true: by the server's numbers where it tells them
 * (`numbered-account.ts`), by reading lists and judging by their age where it does not (`guessed-account.ts`).
 */
import type { Order } from '#domain/order.ts';
import type { EngineEvent, EngineSession } from '#protocol/engine-api.ts';
import type { AccountSnapshot, UserEvent } from '#protocol/received.ts';
import type { Request } from '#rest/request.ts';
import type { EngineClock } from '../engine-parts.ts';
import type { QuoteBook } from '../quotes/quote-book.ts';
import type { EventPosition, PositionAnswer } from './event-numbers.ts';
import type { FundsState } from './funds.ts';
import type { HeldOrders } from './held-orders.ts';

export type AccountParts = {
  readonly clock: EngineClock;
  readonly book: QuoteBook;
  readonly request: Request;
  /** Whether the server tells numbers on the link as it is now, and whether it offers to. */
  link(): { readonly isExt: boolean; readonly offersExt: boolean; readonly subscriptions: { sync(): void } };
  emit(event: EngineEvent): void;
  onChange(): void;
};

export type AccountTruth = {
  readonly held: HeldOrders;
  /** Cash and locks of the trading account; undefined before they are known. */
  readonly funds: Readonly<FundsState> | undefined;
  /** Where the person's events are to go on after a break. */
  readonly position: EventPosition | undefined;
  /** Another user or none: everything of the one before is forgotten. The same user with a new token keeps what is shown. */
  setSession(session: EngineSession | null): void;
  /** Lists may have moved unseen. */
  reloadSoon(): void;
  /** An order that the page got as the answer of its own call, and the whole data of such an answer, as the server sent it. */
  putOrder(order: Order): void;
  putReply(data: unknown): void;
  onEvent(event: UserEvent): void;
  /** FOREX_TRADE. */
  onSnapshot(snapshot: AccountSnapshot): void;
  /** The answer to the subscription of an event topic. */
  onPosition(answer: PositionAnswer): void;
  /** It is no longer asked: nothing that is under way may be told any more. */
  stop(): void;
};
