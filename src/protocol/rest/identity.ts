/** Photos and real-name verification (specification S1 sections 3 to 7; decisions D0.21, D1.3.19 to D1.3.21, D1.5.13, D9.26). */
import * as v from 'valibot';
import { NAME_LENGTH_MAX, NUMBER_LENGTH_MAX, SSN_LENGTH_MAX } from '#domain/identity.ts';
import { IDENTITY_STATES } from '#domain/identity-state.ts';
import { Stamp, written } from './fields.ts';

const Text = (max: number) => v.optional(v.pipe(v.string(), v.maxLength(max)), '');

/** `url`: an address of this server that holds for an hour; later calls take it as it is, or the id in it. */
export const UploadReply = v.object({ url: v.string() });
export type UploadReply = v.InferOutput<typeof UploadReply>;
/** 128 random bits. */
const UploadId = written(/^[0-9a-f]{32}$/, '32 hex digits');
/** As a browser hands it on: what is no link of ours is answered as one of nothing (decision D9.217). */
export const UploadedQuery = v.object({
  id: v.optional(v.string(), ''),
  e: v.optional(v.string(), ''),
  s: v.optional(v.string(), ''),
});
/** `e`: unix seconds; `s`: HMAC-SHA256 over both, cut to 32 hex digits. */
export const UploadedLink = v.object({
  id: UploadId,
  e: written(/^[1-9]\d{0,10}$/, 'unix seconds'),
  s: written(/^[0-9a-f]{32}$/, '32 hex digits'),
});

/** What is missing or wrong is said by the rule that the page has too (`src/domain/identity.ts`): here are the lengths only. */
export const RealNameForm = v.object({
  name: Text(NAME_LENGTH_MAX),
  /** 1 ID card, 2 passport. */
  id_type: Text(2),
  card_id: Text(NUMBER_LENGTH_MAX),
  front_pic: Text(300),
  reverse_pic: Text(300),
  hand_pic: Text(300),
  ssn: Text(SSN_LENGTH_MAX),
  /** Additive: ISO 3166-1 alpha-2. */
  country: Text(2),
  /** Additive: `YYYY-MM-DD`. */
  birthday: Text(10),
});

export type RealNameFields = v.InferOutput<typeof RealNameForm>;

export const RealNameReply = v.object({
  /** 0 none, 1 waiting, 2 finished, 3 rejected with `remark`. */
  review_status: v.picklist(IDENTITY_STATES.map((_state, number) => number)),
  name: v.string(),
  /** '' before anything was sent. */
  id_type: v.picklist(['', '1', '2']),
  card_id: v.string(),
  front_pic: v.string(),
  reverse_pic: v.string(),
  hand_pic: v.string(),
  ssn: v.string(),
  country: v.string(),
  birthday: v.string(),
  remark: v.string(),
  submitted_at: v.union([v.literal(''), Stamp]),
});
export type RealNameReply = v.InferOutput<typeof RealNameReply>;
