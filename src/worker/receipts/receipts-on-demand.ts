/**
 * Loads the code of the receipts of the person who is logged in on demand: with the first question, or some seconds after a fill: what was
 * filled is kept while it is fresh, and nothing of it stands in the way of what is on screen.
 */
import { keepNewest } from '#domain/keep-newest.ts';
import type { EngineEvent, EngineSession } from '#protocol/engine-api.ts';
import { lateImport } from '#protocol/late-import.ts';
import type { ReceiptAsk, ReceiptReply } from '#protocol/receipts.ts';
import type { AccountParts } from '../account/account-truth.ts';
import type { Stop } from '../engine-parts.ts';
import type { Receipts } from './receipts.ts';

/** After a fill; its block is sealed by then. */
const KEEP_AFTER_MS = 4_000;
/** Checkpoints are kept a minute apart. */
const TAPE_PACE_MS = 60_000;
/** Orders that wait to be kept; the oldest go first. */
const FILLED_MAX = 200;

type FilledOrder = { readonly source: 0 | 1; readonly id: number };
type Parts = Pick<AccountParts, 'clock' | 'request' | 'link' | 'book'>;
export type LoadReceipts = () => Promise<{ Receipts: typeof Receipts }>;
const LOAD: LoadReceipts = () => lateImport(() => import('./receipts.ts'));

export class ReceiptsOnDemand {
  readonly #parts: Parts;
  readonly #fetchCode: LoadReceipts;
  #session: EngineSession | null = null;
  #receipts: Promise<Receipts> | undefined;
  #here: Receipts | undefined;
  #note: string | undefined;
  #keeping: Stop | undefined;
  readonly #filled = new Map<string, FilledOrder>();

  constructor(parts: Parts, load = LOAD) {
    this.#parts = parts;
    this.#fetchCode = load;
  }

  /** How checkpoints of the tape are asked for: with the newest that is held, so that a server that lost it learns of it. */
  get position(): { readonly pace: number; readonly note?: string } | undefined {
    return this.#note === undefined ? undefined : { pace: TAPE_PACE_MS, ...(this.#note && { note: this.#note }) };
  }

  setSession(session: EngineSession | null): void {
    this.#session = session;
    this.#here?.setSession(session);
    if (session) return;
    this.#keeping?.();
    this.#keeping = undefined;
    this.#filled.clear();
  }

  async ask(ask: ReceiptAsk): Promise<ReceiptReply> {
    // Answered at once, before any code is fetched: the next tick may be here by then.
    if (ask.kind === 'shown') return { kind: 'seen', seenSeq: this.#seqOf(ask.productId, ask.timeMs) };
    const receipts = await this.#load().catch(() => undefined);
    return receipts ? receipts.answer(ask) : { kind: 'problem', problem: 'offline' };
  }

  #seqOf(productId: number, timeMs: number): number {
    const { book } = this.#parts;
    const index = book.indexOfId(productId) ?? -1;
    return book.timeMs[index] === timeMs ? book.n[index] || 0 : 0;
  }

  /** What is held was filled once, and what has ended too. */
  onEvent(event: EngineEvent): void {
    const filled = filledBy(event);
    if (filled.length === 0 || !this.#session) return;
    for (const order of filled) this.#filled.set(`${order.source}/${order.id}`, order);
    keepNewest(this.#filled, FILLED_MAX);
    this.#keepSoon();
  }

  #keepSoon(): void {
    this.#keeping ??= this.#parts.clock.after(KEEP_AFTER_MS, () => {
      this.#keeping = undefined;
      const filled = [...this.#filled.values()];
      this.#filled.clear();
      // What could not be fetched now is fetched after the next fill, or with the receipt.
      void this.#load().then(
        (receipts) => receipts.keep(filled),
        () => undefined,
      );
    });
  }

  onCheckpoint(note: unknown): void {
    if (typeof note === 'string') void this.#here?.onCheckpoint(note);
  }

  #load(): Promise<Receipts> {
    this.#receipts ??= this.#fetchCode().then(
      (module) => {
        const { clock, request, link } = this.#parts;
        this.#here = new module.Receipts({
          clock,
          request,
          onNewest: (note) => {
            this.#note = note;
            link().subscriptions.sync();
          },
        });
        this.#here.setSession(this.#session);
        return this.#here;
      },
      (error: unknown) => {
        this.#receipts = undefined;
        throw error;
      },
    );
    return this.#receipts;
  }
}

/** The orders of which an event tells a fill. */
function filledBy(event: EngineEvent): FilledOrder[] {
  const contract = (id: number): FilledOrder => ({ source: 0, id });
  switch (event.type) {
    case 'orders':
      return event.orders.filter(({ state }) => state === 'holding').map(({ id }) => contract(id));
    case 'closed':
      return event.ids.map(contract);
    case 'order':
      return event.state === 'holding' || event.state === 'closed' ? [contract(event.id)] : [];
    case 'micro':
      return [{ source: 1, id: event.trade.id }];
    default:
      return [];
  }
}
