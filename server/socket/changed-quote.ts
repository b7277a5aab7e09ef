/** One changed product of a flush, put into the words of each encoding once, however many sockets get it. */
import { type Quotation, type QuoteBatchRow, TOPIC } from '#protocol/socket.ts';
import { packRow } from './quote-packer.ts';

/** Where a product is in the table of the binary rows, and how many decimals a step of its price has. */
export type SymbolPlace = { readonly position: number; readonly decimals: number };

const DAY_FIELDS = ['open', 'high', 'low', 'change', 'status', 'opens_at'] as const;
export type Day = Pick<Required<Quotation>, (typeof DAY_FIELDS)[number]>;

export class ChangedQuote {
  readonly productId: number;
  readonly place: SymbolPlace;
  readonly row: QuoteBatchRow;
  readonly #quotation: Quotation;
  #ext: string | undefined;
  #base: string | undefined;
  #bytes: Uint8Array | null | undefined;

  constructor(productId: number, place: SymbolPlace, row: QuoteBatchRow, quotation: Quotation) {
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
    return new ChangedQuote(this.productId, this.place, mergeRows(earlier.row, this.row), this.#quotation);
  }
}

/** Adds what of the day is not what was told last; extremes that drew together are a new day's, which says its open even if it is the same. */
export function tellDay(row: QuoteBatchRow, quotation: Day, sent: Day | undefined): void {
  for (const field of DAY_FIELDS) if (sent?.[field] !== quotation[field]) row[field] = quotation[field];
  if (sent && (quotation.high < sent.high || quotation.low > sent.low)) row.open = quotation.open;
}

/** Later row over an earlier one: extremes and volume add up, a confirm never hides a tick. */
function mergeRows(earlier: QuoteBatchRow, later: QuoteBatchRow): QuoteBatchRow {
  const day = Object.fromEntries(DAY_FIELDS.flatMap((field) => (later[field] === undefined ? [] : [[field, later[field]]])));
  if (later.c === 1) return earlier.c === 1 ? { ...earlier, ...later } : { ...earlier, ...day };
  const { c: _, ...tick } = earlier.c === 1 ? { ...earlier, hi: later.hi, lo: later.lo, v: 0 } : earlier;
  return { ...tick, ...later, hi: Math.max(tick.hi, later.hi), lo: Math.min(tick.lo, later.lo), v: tick.v + later.v };
}

/** Anyone who knows the day before it gets the day by taking its extremes in: a new high or low is the run's own, nothing else changed. */
function isToldByItsRun({ open, status, opens_at, high, low, hi, lo }: QuoteBatchRow): boolean {
  const isSame = open === undefined && status === undefined && opens_at === undefined;
  return isSame && (high === undefined || high === hi) && (low === undefined || low === lo);
}

export const baseFrame = (symbol: string, quotation: Quotation): string => JSON.stringify({ type: TOPIC.quotes, symbol, quotation });
