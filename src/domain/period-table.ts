/**
 * The candle periods (decisions D1.3.01, D9.70). One row is one period, and all there is to say of it but its words in `locales`:
 * aggregator, stored bars, history, REST, socket and the page's bar follow this table. Bars of a row that is new are made at a database's
 * next start (`server/candles/make-periods.ts`).
 */
import { type Bucket, minutes, months, weeks } from './bucket.ts';

type Row = {
  /** What stored bars and messages inside the program know it by: never changed, never used again, below 31. */
  readonly id: number;
  /** Its name on the wire and in a browser's storage. */
  readonly name: string;
  readonly bucket: Bucket;
  /** The shorter period whose buckets lie whole inside its own; none for the shortest, which is made of ticks. */
  readonly madeFrom?: string;
  /** Bars that a chart can go back over; a table in memory holds so many and room for what comes live. */
  readonly barsKept: number;
};

const TABLE = [
  { id: 0, name: '1min', bucket: minutes(1), barsKept: 5_000 },
  { id: 1, name: '5min', bucket: minutes(5), madeFrom: '1min', barsKept: 5_000 },
  { id: 2, name: '15min', bucket: minutes(15), madeFrom: '5min', barsKept: 5_000 },
  { id: 3, name: '30min', bucket: minutes(30), madeFrom: '15min', barsKept: 5_000 },
  { id: 4, name: '60min', bucket: minutes(60), madeFrom: '30min', barsKept: 5_000 },
  { id: 7, name: '4hour', bucket: minutes(240), madeFrom: '60min', barsKept: 5_000 },
  { id: 5, name: '1day', bucket: minutes(1_440), madeFrom: '60min', barsKept: 1_500 },
  { id: 6, name: '1week', bucket: weeks, madeFrom: '1day', barsKept: 300 },
  { id: 8, name: '1mon', bucket: months, madeFrom: '1day', barsKept: 120 },
] as const satisfies readonly Row[];

/** Name of a period. */
export type Period = (typeof TABLE)[number]['name'];
export type PeriodRow = Row & { readonly name: Period };
/** Shortest first, which is also the order of the page's bar. */
export const PERIODS: readonly PeriodRow[] = TABLE;
