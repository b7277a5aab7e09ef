/** One changed product of a flush, put into the words of each encoding once, however many sockets get it. */
import { baseFrame, isToldByItsRun, mergedRow } from '#protocol/quote-wire.ts';
import type { QuotationRow, QuoteBatchRow } from '#protocol/socket.ts';
import { packRow } from './quote-packer.ts';

/** Where a product is in the table of the binary rows, and how many decimals a step of its price has. */
export type SymbolPlace = { readonly position: number; readonly decimals: number };

export class ChangedQuote {
  readonly productId: number;
  readonly place: SymbolPlace;
  readonly row: QuoteBatchRow;
  readonly #quotation: QuotationRow;
  #ext: string | undefined;
  #base: string | undefined;
  #bytes: Uint8Array | null | undefined;

  constructor(productId: number, place: SymbolPlace, row: QuoteBatchRow, quotation: QuotationRow) {
    this.productId = productId;
    this.place = place;
    this.row = row;
    this.#quotation = quotation;
  }

  /** The row of a JSON batch of ext. */
  get ext(): string {
    this.#ext ??= JSON.stringify(this.row);
    return this.#ext;
  }

  /** The whole frame of base. */
  get base(): string {
    this.#base ??= baseFrame(this.row.symbol, this.#quotation);
    return this.#base;
  }

  /** The binary row; undefined when it does not fit and goes as JSON. */
  get bytes(): Uint8Array | undefined {
    if (this.#bytes === undefined) {
      this.#bytes = (isToldByItsRun(this.row) && packRow(this.row, this.place.position, this.place.decimals)) || null;
    }
    return this.#bytes ?? undefined;
  }

  /** This change over an earlier one that could not be sent. */
  over(earlier: ChangedQuote): ChangedQuote {
    return new ChangedQuote(this.productId, this.place, mergedRow(earlier.row, this.row), this.#quotation);
  }
}
