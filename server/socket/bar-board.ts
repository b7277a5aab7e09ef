/** Conflates changed bars until the next flush: the newest state of each bar, in the order in which they first changed. */
import type { Period } from '#domain/period-table.ts';
import { periodOf } from '#domain/periods.ts';
import { klinePushToWire } from '#protocol/candle-wire.ts';
import type { BarChange } from '../candles/candles.ts';

/** One changed bar in the words of both profiles. The ext form lacks its topic sequence, which counts per socket. */
export type BarRow = {
  readonly key: string;
  readonly topicKey: string;
  readonly symbol: string;
  readonly closed: boolean;
  readonly base: string;
  readonly ext: (seq: number) => string;
};

/** What a subscription of a kline topic is kept under. */
export const barTopicKey = (productId: number, period: Period): string => `${productId}/${periodOf(period).id}`;

export class BarBoard {
  readonly #symbolOf: (productId: number) => string | undefined;
  readonly #changes = new Map<string, BarChange>();

  constructor(symbolOf: (productId: number) => string | undefined) {
    this.#symbolOf = symbolOf;
  }

  /** Keeps only bars that somebody watches. */
  add(changes: readonly BarChange[], isWatched: (topicKey: string) => boolean): void {
    for (const change of changes) {
      const topicKey = barTopicKey(change.productId, change.period);
      if (isWatched(topicKey)) this.#changes.set(`${topicKey}/${change.bar.timeMs}`, change);
    }
  }

  take(): BarRow[] {
    const rows: BarRow[] = [];
    for (const [key, change] of this.#changes) {
      const symbol = this.#symbolOf(change.productId);
      if (symbol !== undefined) rows.push(barRow(key, symbol, change));
    }
    this.#changes.clear();
    return rows;
  }
}

function barRow(key: string, symbol: string, change: BarChange): BarRow {
  const push = klinePushToWire(symbol, change.period, change.bar);
  const base = JSON.stringify(push);
  const head = base.slice(0, -1);
  const tail = `,"n":${change.bar.seq},"closed":${change.closed}}`;
  const topicKey = barTopicKey(change.productId, change.period);
  return { key, topicKey, symbol, closed: change.closed, base, ext: (seq) => `${head},"seq":${seq}${tail}` };
}
