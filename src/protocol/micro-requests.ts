/** What is asked for with a micro trade, on the wire, both ways; and the fields that a refusal names. */
import type * as v from 'valibot';
import { formatDecimal, parseDecimal, type Ratio } from '#domain/decimal.ts';
import type { MicroSide } from '#domain/micro.ts';
import type { NewMicro } from '#domain/micro-trade.ts';
import type { SlippageBound } from '#domain/order-request.ts';
import { boundFromWire, boundToWire } from './order-requests.ts';
import type { MicroSubmitQuery } from './rest/micro.ts';

/** Names of what a person fills in, as a refusal says them. */
export const MICRO_FIELD_NAMES = {
  stake: 'number',
  seconds: 'seconds',
  until: 'expire_at',
  product: 'forex_id',
  ratio: 'seen_ratio',
} as const;

/** The specification's four fields, and what is additive. */
export const newMicroToWire = (asked: NewMicro): Omit<v.InferInput<typeof MicroSubmitQuery>, 'client_id'> => ({
  forex_id: String(asked.productId),
  type: asked.side === 'up' ? '1' : '2',
  number: asked.stake,
  ...('seconds' in asked ? { seconds: String(asked.seconds) } : { expire_at: String(asked.expireAtMs) }),
  ...(asked.seenRatio === undefined ? {} : { seen_ratio: formatDecimal(asked.seenRatio) }),
  ...boundToWire(asked.bound),
});

/** Fields as they came, already checked for their form, not for their meaning. */
export type MicroFields = v.InferOutput<typeof MicroSubmitQuery>;

/** What a client asked for, as it came: the stake as its text, which a refusal repeats. Times `undefined` where they were not named. */
export type AskedMicro = {
  readonly productId: number;
  readonly side: MicroSide;
  readonly stake: string;
  readonly seconds: number | undefined;
  readonly expireAtMs: number | undefined;
  readonly seenRatio: Ratio | undefined;
  readonly bound: SlippageBound | undefined;
};

export const askedMicroFromWire = (fields: MicroFields): AskedMicro => ({
  productId: Number(fields.forex_id),
  side: fields.type === '1' ? 'up' : 'down',
  stake: fields.number,
  seconds: fields.seconds === undefined ? undefined : Number(fields.seconds),
  expireAtMs: fields.expire_at === undefined ? undefined : Number(fields.expire_at),
  seenRatio: parseDecimal<Ratio>(fields.seen_ratio ?? ''),
  bound: boundFromWire(fields),
});
