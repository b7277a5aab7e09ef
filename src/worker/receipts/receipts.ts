/**
 * The receipts of the person who is logged in, and the log that they are checked against. It fetches and keeps what a fill was signed with
 * soon after it, and answers the page's questions. It never rejects: what it cannot do it says. The check itself comes when it is first asked for.
 */
import type { EngineSession } from '#protocol/engine-api.ts';
import { lateImport } from '#protocol/late-import.ts';
import { pressedFills } from '#protocol/receipt-press.ts';
import type { FillsReply, ReceiptAsk, ReceiptProblem, ReceiptReply } from '#protocol/receipts.ts';
import type { CallError } from '#rest/call-error.ts';
import type { Request } from '#rest/request.ts';
import type { EngineClock } from '../engine-parts.ts';
import { type OrderOf, OwnDeals } from './own-deals.ts';
import { OwnLog } from './own-log.ts';
import type { ReceiptParts } from './receipt-parts.ts';
import { type TapeCalls, TapeFailure, tapeCalls } from './tape-calls.ts';
import { openTapeStore, type TapeStore } from './tape-store.ts';

/** Orders whose deals are fetched after one rest: of a hundred that were closed at once the others come when they are looked at. */
const KEEP_ORDERS_MAX = 50;

type ReceiptsParts = {
  readonly clock: EngineClock;
  readonly request: Request;
  /** Told the newest checkpoint that is kept, '' when there is none: from then on others are wanted. */
  onNewest(note: string): void;
};
export class Receipts {
  readonly #parts: ReceiptsParts;
  readonly #calls: TapeCalls;
  readonly #store: Promise<TapeStore> = openTapeStore();
  #session: EngineSession | null = null;

  constructor(parts: ReceiptsParts) {
    this.#parts = parts;
    this.#calls = tapeCalls(parts.clock);
    // What cannot be read now is told with the next checkpoint that is taken.
    void this.#log().then((log) => log.tellNewest().catch(() => undefined));
  }

  setSession(session: EngineSession | null): void {
    this.#session = session;
  }

  /** Fetches and keeps checkpoint and deals of orders that were filled. What cannot be had now comes with the receipt. */
  async keep(orders: readonly OrderOf[]): Promise<void> {
    const room = await this.#room();
    await room?.log.ask().catch(() => undefined);
    for (const order of orders.slice(0, KEEP_ORDERS_MAX)) await room?.deals.ask(order).catch(() => undefined);
  }

  async onCheckpoint(note: string): Promise<void> {
    await (await this.#log()).take(note).catch(() => undefined);
  }

  async answer(ask: ReceiptAsk): Promise<ReceiptReply> {
    try {
      const room = await this.#room();
      if (!room) return { kind: 'problem', problem: 'broken' };
      return await this.#answer(ask, room);
    } catch (error) {
      return problemOf(error);
    }
  }

  async #answer(ask: ReceiptAsk, room: ReceiptParts): Promise<ReceiptReply> {
    const { log } = room;
    switch (ask.kind) {
      case 'fills':
        return fillsOf(room, ask);
      case 'pin':
        // The newest is asked for; what is kept is shown where the server does not answer.
        await log.ask().catch(() => undefined);
        return { kind: 'pin', pin: await log.shown() };
      case 'accept':
        await log.accept(ask.vkey);
        return { kind: 'pin', pin: await log.shown() };
      case 'pressed':
        await room.deals.press(pressedFills(ask.path, ask.data), ask.seenSeq);
        return { kind: 'seen', seenSeq: ask.seenSeq };
      case 'shown':
        return { kind: 'seen', seenSeq: 0 };
      case 'evidence':
        return { kind: 'file', text: JSON.stringify(await log.evidence()) };
      default: {
        const desk = await lateImport(() => import('./answer-checks.ts')).catch(() =>
          Promise.reject(new TapeFailure('offline', 'answer-checks')),
        );
        return desk.answerCheck(room, ask);
      }
    }
  }

  async #room(): Promise<ReceiptParts | undefined> {
    const [store, log] = await Promise.all([this.#store, this.#log()]);
    const session = this.#session;
    if (!session) return undefined;
    const { clock, request } = this.#parts;
    const isGone = () => this.#session?.uid !== session.uid || this.#session.realm !== session.realm;
    const deals = new OwnDeals({ store, request, clock, isGone }, session);
    return { clock, calls: this.#calls, log, deals, isKept: () => store.isKept };
  }

  #ownLog: Promise<OwnLog> | undefined;
  #log(): Promise<OwnLog> {
    this.#ownLog ??= this.#store.then(
      (store) => new OwnLog({ store, calls: this.#calls, clock: this.#parts.clock, onNewest: (note) => this.#parts.onNewest(note) }),
    );
    return this.#ownLog;
  }
}

/** What the server signs now; what is kept where it cannot be asked. */
async function fillsOf({ deals }: ReceiptParts, { source, id }: OrderOf): Promise<FillsReply> {
  const order = { source, id };
  const own = await deals.ask(order).catch(async (error: unknown) => {
    const kept = await deals.kept(order);
    if (kept.length === 0) throw error;
    return kept;
  });
  const fills = await Promise.all(own.map(async ({ deal }) => ({ source, deal, checked: await deals.checked(order, deal.deal) })));
  return { kind: 'fills', fills };
}

/** A refusal by its code and its words; the page knows which of them mean that nobody was reached. */
function problemOf(error: unknown): ReceiptProblem {
  if (error instanceof TapeFailure) return { kind: 'problem', problem: error.kind === 'none' ? 'offline' : error.kind };
  const { code, msg = '' } = error as Partial<CallError>;
  return code === undefined ? { kind: 'problem', problem: 'broken' } : { kind: 'problem', problem: 'refused', code, text: msg };
}
