/** A micro trade as the books keep it, and the one place that knows in which column each part of it stands. */
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

/** The columns of a new row, all but the number that the table gives, with what stands for each part. */
export const newMicroColumns = (
  standing: <K extends keyof NewMicroRow>(name: K) => NewMicroRow[K],
): Insertable<Database['micro_order']> => ({
  user_id: standing('userId'),
  realm: standing('realm'),
  account_type: standing('accountType'),
  product_id: standing('productId'),
  // A new one runs.
  status: MICRO_STATUS.running,
  side: standing('side'),
  amount: standing('stake'),
  ratio: standing('ratio'),
  seconds: standing('seconds'),
  duration: standing('duration'),
  expire_at: standing('expireAtMs'),
  open_price: standing('openPrice'),
  end_price: standing('endPrice'),
  profit: standing('profit'),
  open_seq: standing('openSeq'),
  end_seq: standing('endSeq'),
  loss_level: standing('lossLevel'),
  end_reason: standing('end'),
  created_at: standing('createdAtMs'),
  completed_at: standing('completedAtMs'),
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
