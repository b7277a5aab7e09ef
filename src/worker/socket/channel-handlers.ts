/** What the channel tells whoever owns it, and what it asks. */
import type { QuoteBatch } from '#protocol/quote-batch.ts';
import type { Received, TapeNews, UserEvent } from '#protocol/received.ts';
import type { Position, PositionAnswer } from '../account/event-numbers.ts';

export type ChannelHandlers = {
  /** Quotations of a frame, in order; the batch is used again for the next one. */
  onQuotes(batch: QuoteBatch): void;
  /** Bars and account snapshots, already checked for the user. */
  onReceived(message: Received): void;
  /** A user's event as it came, or a checkpoint of the tape. */
  onEvent(event: UserEvent | TapeNews): void;
  /** An event topic is subscribed: where its numbers stand (ext). */
  onPosition(answer: PositionAnswer): void;
  /** Where a topic of the user's is to go on from. */
  readonly position: (topic: string) => Position | undefined;
  /** The socket is open and everything public was asked for. `isFirst`: nothing can have been missed. */
  onConnected(isFirst: boolean): void;
  /** Base: event topics are answered on this connection. What happens from here on comes, what happened before REST must tell. */
  onEventsBegin(): void;
  /** Bars of a product flow from here on. */
  onBarsBegin(): void;
  /** Pushes of a topic were lost and it was subscribed again. */
  readonly onGap: (topic: string) => void;
  onLink(state: 'connecting' | 'open' | 'closed', retryInMs: number): void;
  onSessionRefused(): void;
  /** Whether any market is open: only then is silence suspicious. */
  isMarketOpen(): boolean;
};
