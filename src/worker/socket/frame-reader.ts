/**
 * Turns what the socket brings into messages and batches of quotes, whatever a frame is written in. It promises to hand on everything
 * that can be read in the order in which it came, and to count, and say a few times, what cannot.
 */
import { parseSocket } from '#protocol/parse-socket.ts';
import type { ProductCodes } from '#protocol/product-codes.ts';
import { QuoteBatch } from '#protocol/quote-batch.ts';
import type { SymbolEntry } from '#protocol/quote-row.ts';
import { QuoteRows } from '#protocol/quote-rows.ts';
import type { DropReason, QuoteUpdate, Received } from '#protocol/received.ts';
import { QuoteScanner } from '#protocol/scan-quotes.ts';

/** Warnings about strange frames per connection; the count goes on. */
const WARNINGS_MAX = 20;
/** Frames of quotes that wait for the list of products; a base server sends every price at once when it is asked, a few in each. */
const EARLY_MAX = 100;

type FrameHandlers = {
  /** Everything but quotes of a push. */
  onMessage(message: Received): void;
  /** Quotes of a push with its sequence, NaN in base; the batch is used again for the next one. */
  onQuotes(seq: number, batch: QuoteBatch): void;
  warn(text: string): void;
};

export class FrameReader {
  /** Frames and parts of frames that were dropped since the start. */
  dropped = 0;
  readonly #handlers: FrameHandlers;
  readonly #codes: ProductCodes;
  readonly #rows: QuoteRows;
  readonly #scanner: QuoteScanner;
  readonly #batch = new QuoteBatch();
  #warnings = 0;
  #early: string[] = [];

  /** `codes`: where products are, as the rows of a batch name them. */
  constructor(codes: ProductCodes, handlers: FrameHandlers) {
    this.#codes = codes;
    this.#handlers = handlers;
    this.#rows = new QuoteRows(codes);
    this.#scanner = new QuoteScanner(codes);
  }

  /** Another connection: what is strange is said again. */
  begin(): void {
    this.#warnings = 0;
    this.#early = [];
  }

  /** The symbols of binary rows on this connection. */
  setTable(table: readonly SymbolEntry[]): void {
    this.#rows.setTable(table);
  }

  read(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.#binary(data);
      return;
    }
    if (typeof data === 'string' && this.#scanner.scan(data, this.#batch)) {
      if (this.#codes.version > 0) this.#handlers.onQuotes(this.#scanner.seq, this.#batch);
      else this.#early = [...this.#early, data].slice(-EARLY_MAX);
      return;
    }
    const parsed = parseSocket(data);
    for (const reason of parsed.drops) this.#drop(reason);
    for (const message of parsed.messages) {
      if (message.kind === 'quotes') this.#handlers.onQuotes(message.seq, this.batchOf(message.rows));
      else this.#handlers.onMessage(message);
    }
  }

  /** Reads what came before the products were known. */
  readEarly(): void {
    const early = this.#early;
    this.#early = [];
    for (const text of early) this.read(text);
  }

  /** Rows that were read as objects, as a batch. */
  batchOf(rows: readonly QuoteUpdate[]): QuoteBatch {
    this.#batch.clear();
    for (const row of rows) this.#batch.add(this.#codes.indexOf(row.symbol), row);
    return this.#batch;
  }

  /** Quotes of the msgpack profile; nothing else comes in binary. */
  #binary(frame: ArrayBuffer): void {
    const reason = this.#rows.open(frame);
    if (reason) {
      this.#drop(reason);
      return;
    }
    this.#batch.clear();
    this.#rows.read(this.#batch);
    this.#handlers.onQuotes(this.#rows.seq, this.#batch);
  }

  #drop(reason: DropReason): void {
    this.dropped++;
    if (this.#warnings++ < WARNINGS_MAX) this.#handlers.warn(`socket message dropped: ${reason}`);
  }
}
