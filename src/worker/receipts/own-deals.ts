/** The signed deals of one person that this device holds, and what their checks came to. */
import { contradicts, ordersBeside, overParted } from '#domain/tape/contradiction.ts';
import { readDeal } from '#domain/tape/deal-note.ts';
import { DEALS_MAX } from '#domain/tape/receipt-limits.ts';
import type { SignedDeal } from '#domain/tape/signed-deal.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import { verdictColour } from '#domain/tape/verdict.ts';
import type { EngineSession } from '#protocol/engine-api.ts';
import type { PressedFill } from '#protocol/receipt-press.ts';
import type { Checked, ReceiptSource } from '#protocol/receipts.ts';
import { dealNotes } from '#rest/receipts.ts';
import type { Request } from '#rest/request.ts';
import type { EngineClock } from '../engine-parts.ts';
import { type Going, going, type TapeStore } from './tape-store.ts';

/** A deal as it was signed first. `rival`: another note that was given for it later, and tells another deal. */
type DealNotes = { readonly note: string; readonly rival?: string };
export type OwnDeal = DealNotes & { readonly deal: SignedDeal };
export type OrderOf = { readonly source: ReceiptSource; readonly id: number };

/** In the place of a deal's number, which nobody knows at a press. */
const [OPENING, CLOSE] = [0, 1];

const textOf = (note: string): string => parseNote(note)?.text ?? '';
/** The deal that a note is about; its signature is not looked at. */
function dealOf(note: string): SignedDeal | undefined {
  const deal = readDeal(textOf(note));
  return 'problem' in deal ? undefined : deal;
}
/** None where the note can no longer be read. */
function ownDealOf({ note, rival }: DealNotes): OwnDeal[] {
  const deal = dealOf(note);
  return deal ? [{ note, deal, ...(rival && { rival }) }] : [];
}
/** What a deal came to, whichever log it is told of: a log that was begun anew signs the same deals again. */
const toldBy = (note: string): string => textOf(note).replace(/\norigin .*/, '');

/**
 * Of an order one after another: a receipt that is opened as its deals are kept, some seconds after the fill, would be cancelled by that read
 * (decision D0.10), and of two answers that differ each could miss what the other keeps. By what is asked: one that gets no answer holds up no other.
 */
const asked = new Map<string, Promise<unknown>>();

type DealParts = {
  readonly store: TapeStore;
  readonly request: Request;
  readonly clock: Pick<EngineClock, 'now'>;
  /** Somebody else is logged in by now. */
  readonly isGone?: () => boolean;
};

export class OwnDeals {
  readonly #parts: DealParts;
  /** Whose: nobody sees another's on the same device. */
  readonly #owner: string;
  readonly who: Pick<EngineSession, 'realm' | 'uid'>;

  constructor(parts: DealParts, { realm, uid }: EngineSession) {
    this.#parts = parts;
    this.who = { realm, uid };
    this.#owner = `${realm}/${uid}`;
  }

  #key({ source, id }: OrderOf, deal: number | '' = ''): string {
    return `${this.#owner}/${source}/${id}/${deal === '' ? '' : String(deal).padStart(16, '0')}`;
  }

  /** Asks the server, and keeps what it signed. Rejects with a `CallError`. */
  ask(order: OrderOf): Promise<OwnDeal[]> {
    const key = this.#key(order);
    const mine = Promise.resolve(asked.get(key)).then(() => this.#ask(order));
    const over: Promise<unknown> = mine.catch(() => undefined).then(() => asked.get(key) === over && asked.delete(key));
    asked.set(key, over);
    return mine;
  }

  async #ask(order: OrderOf): Promise<OwnDeal[]> {
    const { request, isGone } = this.#parts;
    // It may have waited: another account's order of that number is none of these.
    if (isGone?.()) return this.kept(order);
    const notes = await dealNotes(request, order, { silent: true });
    // More of them, or of other orders, would only push out what was said first.
    for (const note of notes.slice(0, DEALS_MAX)) {
      const deal = dealOf(note);
      if (deal?.order === order.id) await this.#keep(this.#key(order, deal.deal), note);
      else request.warn(`what should be the note of a deal of order ${order.id} is none`);
    }
    return this.kept(order);
  }

  /**
   * The notes of kept deals that cannot all be true if this one is: of its order, of the position that it is a part of, of the other parts of
   * that one. Parts are kept under their own numbers, so each note is looked into.
   */
  async against(source: ReceiptSource, deal: SignedDeal): Promise<readonly string[]> {
    const lines = ordersBeside(deal).flatMap((id) => [`\norder ${id}\n`, `\nparent ${id}\n`]);
    const rows = await this.#parts.store.all<DealNotes>('deals', `${this.#owner}/${source}/`);
    const kept = rows.filter(({ note }) => lines.some((line) => note.includes(line))).flatMap(ownDealOf);
    // Also one that came while this one was checked.
    const twin = kept.find(({ deal: { deal: number } }) => number === deal.deal);
    if (twin?.rival) return [twin.rival];
    const other = kept.find((one) => contradicts(one.deal, deal));
    if (other) return [other.note];
    const parts = overParted([deal, ...kept.map((one) => one.deal)]).find((all) => all.includes(deal)) ?? [];
    return kept.filter((one) => parts.includes(one.deal)).map(({ note }) => note);
  }

  /** What was said first stays: of two that differ both are kept, whichever tab hears them: another tab keeps the same deals at the same moment. */
  #keep(key: string, note: string): Promise<void> {
    const keep = () => this.#keepAlone(key, note);
    const { locks } = (globalThis.navigator ?? {}) as { locks?: LockManager };
    return locks ? locks.request(`outcry ${key}`, keep) : keep();
  }

  async #keepAlone(key: string, note: string): Promise<void> {
    const known = await this.#parts.store.get<DealNotes>('deals', key);
    const isOther = known !== undefined && toldBy(known.note) !== toldBy(note);
    const rival = isOther ? note : known?.rival;
    // A verdict is of the words that it was found for.
    if (known && textOf(known.rival ?? known.note) !== textOf(note)) await this.#parts.store.remove('checked', [key]);
    await this.#put('deals', key, { note: known && rival ? known.note : note, ...(rival && { rival }) }, rival !== undefined);
  }

  /** By number. */
  async kept(order: OrderOf): Promise<OwnDeal[]> {
    const rows = await this.#parts.store.all<DealNotes>('deals', this.#key(order));
    return rows.flatMap(ownDealOf);
  }

  /** Keeps which tick was seen when a fill was pressed for. */
  async press(fills: readonly PressedFill[], seq: number): Promise<void> {
    for (const fill of fills) await this.#put('seen', this.#key(fill, fill.isOpening ? OPENING : CLOSE), { seq });
  }

  /** The tick that was seen when a deal was pressed for; undefined where it was not, or is not known. */
  async seenSeq(order: OrderOf, { kind }: SignedDeal): Promise<number | undefined> {
    const place = kind === 'open' || kind === 'micro-open' ? OPENING : CLOSE;
    return (await this.#parts.store.get<{ seq: number }>('seen', this.#key(order, place)))?.seq;
  }

  checked(order: OrderOf, deal: number): Promise<Checked | undefined> {
    return this.#parts.store.get<Checked>('checked', this.#key(order, deal));
  }

  putChecked(order: OrderOf, deal: number, checked: Checked): Promise<void> {
    return this.#put('checked', this.#key(order, deal), checked, verdictColour(checked.verdict) === 'red');
  }

  #put<R extends object>(kind: 'deals' | 'checked' | 'seen', key: string, row: R, isProof = false): Promise<void> {
    return this.#parts.store.put(kind, key, { ...row, ...going(this.#parts.clock.now(), isProof) } satisfies Going);
  }
}
