/** From a frame of the socket to the bars of seven periods: ours from text and from binary rows, beside the parse of the text alone. */
import { CandleAggregator } from '../../src/domain/candles.ts';
import { SPECIFIED_PERIODS } from '../../src/domain/specified-periods.ts';
import { ProductCodes } from '../../src/protocol/product-codes.ts';
import { QuoteBatch } from '../../src/protocol/quote-batch.ts';
import { QuoteRows } from '../../src/protocol/quote-rows.ts';
import { QuoteScanner } from '../../src/protocol/scan-quotes.ts';
import { READ_EVERY_MS } from './read-bars.ts';
import type { TickFrames } from './tick-frames.ts';

/** Takes every row of every frame; gives one aggregator per product. */
export class Ingest {
  readonly batch = new QuoteBatch();
  makers: readonly CandleAggregator[] = [];
  readonly #products: number;
  readonly #scanner: QuoteScanner;
  readonly #rows: QuoteRows;
  #arrivals = 0;
  #readMs = 0;
  /** What was read goes here, so that no compiler can leave it out. */
  read = 0;

  constructor({ codes, table }: Pick<TickFrames, 'codes' | 'table'>) {
    const positions = new ProductCodes();
    positions.set(codes);
    this.#products = codes.length;
    this.#scanner = new QuoteScanner(positions);
    this.#rows = new QuoteRows(positions);
    this.#rows.setTable(table);
  }

  /** Forgets all bars. */
  begin(): void {
    this.makers = Array.from({ length: this.#products }, () => new CandleAggregator(undefined, SPECIFIED_PERIODS));
    this.#arrivals = 0;
    this.#readMs = 0;
  }

  /** The newest bar of every period of these products. */
  readNewest(makers: readonly (CandleAggregator | undefined)[]): void {
    for (const maker of makers) for (const { id } of SPECIFIED_PERIODS) this.read += maker?.lastBar(id)?.close ?? 0;
  }

  /** False: the fast reader declined the frame. */
  text(frame: string): boolean {
    if (!this.#scanner.scan(frame, this.batch)) return false;
    this.#take();
    return true;
  }

  binary(frame: ArrayBuffer): boolean {
    if (this.#rows.open(frame) !== undefined) return false;
    this.batch.clear();
    this.#rows.read(this.batch);
    this.#take();
    return true;
  }

  /** As the open chart takes them. */
  #take(): void {
    const { batch } = this;
    for (let row = 0; row < batch.count; row++) {
      const said = batch.n[row] as number;
      const n = Number.isNaN(said) ? ++this.#arrivals : said;
      this.makers[batch.index[row] as number]?.batch(
        batch.timeMs[row] as number,
        n,
        batch.close[row] as number,
        batch.runHigh[row] as number,
        batch.runLow[row] as number,
        batch.runVolume[row] as number,
      );
    }
    const nowMs = batch.timeMs[batch.count - 1] as number;
    if (nowMs < this.#readMs) return;
    this.readNewest([this.makers[batch.index[batch.count - 1] as number]]);
    this.#readMs = nowMs + READ_EVERY_MS;
  }
}
