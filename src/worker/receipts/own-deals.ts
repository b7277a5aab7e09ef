/** The signed deals of one person that this device holds, and what their checks came to. */
import { readDeal, type SignedDeal } from '#domain/tape/deal-note.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import type { EngineSession } from '#protocol/engine-api.ts';
import type { PressedFill } from '#protocol/receipt-press.ts';
import type { Checked, ReceiptSource } from '#protocol/receipts.ts';
import { dealNotes } from '#rest/receipts.ts';
import type { Request } from '#rest/request.ts';
import type { TapeStore } from './tape-store.ts';

export type OwnDeal = { readonly note: string; readonly deal: SignedDeal };
export type OrderOf = { readonly source: ReceiptSource; readonly id: number };

/** In the place of a deal's number, which nobody knows at a press. */
const [OPENING, CLOSE] = [0, 1];

/** The deal that a note is about; its signature is not looked at. */
function dealOf(note: string): SignedDeal | undefined {
  const deal = readDeal(parseNote(note)?.text ?? '');
  return 'problem' in deal ? undefined : deal;
}

export class OwnDeals {
  readonly #store: TapeStore;
  readonly #request: Request;
  /** Whose: nobody sees another's on the same device. */
  readonly #owner: string;

  constructor(store: TapeStore, request: Request, { realm, uid }: EngineSession) {
    this.#store = store;
    this.#request = request;
    this.#owner = `${realm}/${uid}`;
  }

  #key({ source, id }: OrderOf, deal: number | '' = ''): string {
    return `${this.#owner}/${source}/${id}/${deal === '' ? '' : String(deal).padStart(16, '0')}`;
  }

  /** Asks the server, and keeps what it signed. Rejects with a `CallError`. */
  async ask(order: OrderOf): Promise<OwnDeal[]> {
    for (const note of await dealNotes(this.#request, order, { silent: true, key: `receipt ${this.#key(order)}` })) {
      const deal = dealOf(note);
      if (deal) await this.#store.put('deals', this.#key(order, deal.deal), note);
      else this.#request.warn(`the note of a deal of order ${order.id} cannot be read`);
    }
    return this.kept(order);
  }

  /** By number. */
  async kept(order: OrderOf): Promise<OwnDeal[]> {
    const notes = await this.#store.all<string>('deals', this.#key(order));
    return notes.flatMap((note) => {
      const deal = dealOf(note);
      return deal ? [{ note, deal }] : [];
    });
  }

  /** Keeps which tick was seen when a fill was pressed for. */
  async press(fills: readonly PressedFill[], seenSeq: number): Promise<void> {
    for (const fill of fills) await this.#store.put('seen', this.#key(fill, fill.isOpening ? OPENING : CLOSE), seenSeq);
  }

  /** The tick that was seen when a deal was pressed for; undefined where it was not, or is not known. */
  seenSeq(order: OrderOf, { kind }: SignedDeal): Promise<number | undefined> {
    return this.#store.get<number>('seen', this.#key(order, kind === 'open' || kind === 'micro-open' ? OPENING : CLOSE));
  }

  checked(order: OrderOf, deal: number): Promise<Checked | undefined> {
    return this.#store.get<Checked>('checked', this.#key(order, deal));
  }

  putChecked(order: OrderOf, deal: number, checked: Checked): Promise<void> {
    return this.#store.put('checked', this.#key(order, deal), checked);
  }
}
