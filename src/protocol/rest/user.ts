/** Accounts and sessions: login, demo, user, balances, today's profit (specification S1 section 7). */
import * as v from 'valibot';
import { PASSWORD_LENGTH } from '#domain/credentials.ts';
import { Decimal, WireFlag, written } from './fields.ts';

const Text = (max: number) => v.pipe(v.string(), v.maxLength(max));
export const LoginForm = v.object({
  account: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(PASSWORD_LENGTH.max)),
  login_type: v.picklist(['email', 'phone']),
  /** Additive: what an earlier login on this device answered as `device`. */
  device: v.optional(Text(64), ''),
});
/** `device`, additive: as of a login; a device has so many demo accounts and no more (decision D9.308). */
export const CreateDemoForm = v.object({ device: v.optional(Text(64), '') });
export const DemoLoginForm = v.object({ demo_id: written(/^[0-9a-f]{32}$/, '32 hex digits') });

export const UserRow = v.object({
  id: v.number(),
  /** Public 8-digit number. */
  uid: v.string(),
  email: v.string(),
  mobile: v.string(),
  area_id: v.number(),
  is_demo: v.picklist([0, 1]),
  level: v.number(),
  credit_score: v.number(),
  invite_code: v.string(),
  has_pay_password: WireFlag,
  is_real: WireFlag,
  real_status: v.number(),
  is_trader: WireFlag,
  two_factor: WireFlag,
  /** Additive (decision D9.33). */
  nickname: v.optional(v.string()),
  /** What a person is called: the nickname again, never the name on a document; and always '' (decisions D9.33, D9.273). */
  name: v.optional(v.string()),
  remark: v.optional(v.string()),
});
export type UserRow = v.InferOutput<typeof UserRow>;
/** `device`, additive, here and below: the client keeps it over logouts and sends it with its next login; absent when it has the right one. */
export const LoginReply = v.object({ token: v.string(), user: UserRow, device: v.optional(v.string()) });
export type LoginReply = v.InferOutput<typeof LoginReply>;
export const CreateDemoReply = v.object({ demo_id: v.string(), device: v.optional(v.string()) });
export type CreateDemoReply = v.InferOutput<typeof CreateDemoReply>;

export const AccountRow = v.object({
  type: v.picklist(['forex', 'micro', 'change', 'demo']),
  balance: Decimal,
  lockBalance: Decimal,
  /** Additive: what a realised loss took beyond the cash. */
  deficit: Decimal,
  /** forex 1, micro 2, change 3, demo 9. */
  accountTypeId: v.number(),
  currencyId: v.number(),
});
export type AccountRow = v.InferOutput<typeof AccountRow>;
/** `net`, additive: what trades came to today, charges included. */
export const ProfitsReply = v.object({ profits: Decimal, net: v.optional(Decimal) });
export type ProfitsReply = v.InferOutput<typeof ProfitsReply>;
