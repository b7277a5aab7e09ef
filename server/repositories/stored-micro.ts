/** A micro trade as the books keep it, and the one place that knows the column of each part. */
import type { Insertable, Selectable } from 'kysely';
import type { Money, Price, Ratio } from '#domain/decimal.ts';
import type { MicroSide } from '#domain/micro.ts';
import type { MicroEndReason } from '#domain/micro-trade.ts';
import { MICRO_STATUS } from '#protocol/micro-wire.ts';
import type { AccountType, Database, Realm } from '../database/schema.ts';

export type StoredMicro = {
  readonly id: number;
  readonly userId: number;
  readonly realm: Realm;
  readonly accountType: AccountType;
  readonly productId: number;
  readonly side: MicroSide;
  readonly stake: Money;
  readonly ratio: Ratio;
  readonly seconds: number;
  /** Seconds of the duration whose terms it has; with a chosen end time shorter than `seconds`. */
  readonly duration: number;
  readonly expireAtMs: number;
  readonly openPrice: Price;
  /** `0n`, and 0 its tick, while it runs and of a void one. */
  readonly endPrice: Price;
  readonly profit: Money;
  readonly openSeq: number;
  readonly endSeq: number;
  readonly lossLevel: string;
  /** '' while it runs. */
  readonly end: MicroEndReason;
  readonly createdAtMs: number;
  readonly completedAtMs: number;
};
export type NewMicroRow = Omit<StoredMicro, 'id'>;
export type MicroColumns = Selectable<Database['micro_order']>;

/** The columns of a new row, all but the number that the table gives, with the value of each. */
export const newMicroColumns = (
  valueOf: <K extends keyof NewMicroRow>(name: K) => NewMicroRow[K],
): Insertable<Database['micro_order']> => ({
  user_id: valueOf('userId'),
  realm: valueOf('realm'),
  account_type: valueOf('accountType'),
  product_id: valueOf('productId'),
  // A new one runs.
  status: MICRO_STATUS.running,
  side: valueOf('side'),
  amount: valueOf('stake'),
  ratio: valueOf('ratio'),
  seconds: valueOf('seconds'),
  duration: valueOf('duration'),
  expire_at: valueOf('expireAtMs'),
  open_price: valueOf('openPrice'),
  end_price: valueOf('endPrice'),
  profit: valueOf('profit'),
  open_seq: valueOf('openSeq'),
  end_seq: valueOf('endSeq'),
  loss_level: valueOf('lossLevel'),
  end_reason: valueOf('end'),
  created_at: valueOf('createdAtMs'),
  completed_at: valueOf('completedAtMs'),
});

export const storedMicro = (row: MicroColumns): StoredMicro => ({
  id: row.id,
  userId: row.user_id,
  realm: row.realm,
  accountType: row.account_type,
  productId: row.product_id,
  side: row.side,
  stake: row.amount,
  ratio: row.ratio,
  seconds: row.seconds,
  duration: row.duration,
  expireAtMs: row.expire_at,
  openPrice: row.open_price,
  endPrice: row.end_price,
  profit: row.profit,
  openSeq: row.open_seq,
  endSeq: row.end_seq,
  lossLevel: row.loss_level,
  end: row.end_reason as MicroEndReason,
  createdAtMs: row.created_at,
  completedAtMs: row.completed_at,
});
