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
  /** Newest tick of the tape that the opening and the end knew; 0 while there is none, and in older rows. */
  readonly openKnownSeq: number;
  readonly endKnownSeq: number;
  /** How long the source might be silent at the opening and at the end, ms; 0 where the deals say nothing: 5 s (`src/domain/tape/silence.ts`). */
  readonly openSilenceMs: number;
  readonly endSilenceMs: number;
  readonly lossLevel: string;
  /** '' while it runs. */
  readonly end: MicroEndReason;
  readonly createdAtMs: number;
  readonly completedAtMs: number;
};
export type NewMicroRow = Omit<StoredMicro, 'id'>;
export type MicroColumns = Selectable<Database['micro_order']>;

/** The columns of a new row, all but the number that the table gives, with the value of each. */
export const newMicroColumns = (value: <K extends keyof NewMicroRow>(name: K) => NewMicroRow[K]): Insertable<Database['micro_order']> => ({
  user_id: value('userId'),
  realm: value('realm'),
  account_type: value('accountType'),
  product_id: value('productId'),
  // A new one runs.
  status: MICRO_STATUS.running,
  side: value('side'),
  amount: value('stake'),
  ratio: value('ratio'),
  seconds: value('seconds'),
  duration: value('duration'),
  expire_at: value('expireAtMs'),
  open_price: value('openPrice'),
  end_price: value('endPrice'),
  profit: value('profit'),
  open_seq: value('openSeq'),
  end_seq: value('endSeq'),
  open_known: value('openKnownSeq'),
  end_known: value('endKnownSeq'),
  open_silence: value('openSilenceMs'),
  end_silence: value('endSilenceMs'),
  loss_level: value('lossLevel'),
  end_reason: value('end'),
  created_at: value('createdAtMs'),
  completed_at: value('completedAtMs'),
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
  openKnownSeq: row.open_known,
  endKnownSeq: row.end_known,
  openSilenceMs: row.open_silence,
  endSilenceMs: row.end_silence,
  lossLevel: row.loss_level,
  end: row.end_reason as MicroEndReason,
  createdAtMs: row.created_at,
  completedAtMs: row.completed_at,
});
