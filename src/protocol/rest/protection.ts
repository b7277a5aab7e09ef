/** What people do to protect themselves (decisions D9.236 to D9.243). Times are unix ms, 0 for never; amounts are decimals, '' for no limit. */
import * as v from 'valibot';
import { CREDENTIAL_CHANGES } from '#domain/credential-lock.ts';
import { PASSWORD_LENGTH } from '#domain/credentials.ts';
import { LIMIT_KINDS, LOCK_DAYS_MAX } from '#domain/own-limits.ts';
import { COOL_OFF_DAYS, EXCLUSIONS, FREEZE_WAYS, REMINDER_MINUTES } from '#domain/protection.ts';
import { AskedDecimal, WireFlag, written } from './fields.ts';

/** The token of a letter's link. */
export const NotMeForm = v.object({ link: written(/^[\w-]{43}$/, 'the 43 letters and digits of a link') });
/** As a mail program hands it on, which may have cut it: the page says that such a link is over. */
export const NotMeQuery = v.object({ link: v.optional(v.string(), '') });

const OwnLimitRow = v.object({
  kind: v.picklist(LIMIT_KINDS),
  value: v.string(),
  /** What takes its place at `from`; '' with `from` above 0: then there is no limit any more. */
  next: v.string(),
  from: v.number(),
  /** What was used up in the window. */
  used: v.string(),
  /**
   * When that turns by itself, because something leaves the window: one that is used up is so no more, or one that is not is. 0: it does not, or
   * nobody knows.
   */
  turns: v.number(),
});
export type OwnLimitRow = v.InferOutput<typeof OwnLimitRow>;

export const ProtectionReply = v.object({
  frozen: WireFlag,
  /** By whom, and since when; '' and 0 without a freeze. */
  by: v.picklist([...FREEZE_WAYS, '']),
  since: v.number(),
  /** From when on its person can lift it; 0: only an operator does. */
  liftable: v.number(),
  limits: v.array(OwnLimitRow),
  locked: v.number(),
  pause: v.number(),
  excluded: v.number(),
  /** Minutes; 0: never. */
  remind: v.number(),
  /** Until when withdrawals wait after a change of a credential. */
  withdrawals: v.number(),
  /** What that change was; '' where nobody knows. */
  changed: v.picklist([...CREDENTIAL_CHANGES, '']),
});
export type ProtectionReply = v.InferOutput<typeof ProtectionReply>;

const oneOf = (numbers: readonly number[]) => v.picklist(numbers.map(String));
/** `value`: '' for no limit; of `micro_day` a whole number. */
export const OwnLimitForm = v.object({ kind: v.picklist(LIMIT_KINDS), value: v.union([v.literal(''), AskedDecimal]) });
export const ReminderForm = v.object({ minutes: oneOf(REMINDER_MINUTES) });
export const LockLimitsForm = v.object({ days: oneOf(Array.from({ length: LOCK_DAYS_MAX }, (_, at) => at + 1)) });
export const CoolOffForm = v.object({ days: oneOf(COOL_OFF_DAYS) });
const reauth = {
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
  factor: v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
};
export const ExcludeForm = v.object({ period: v.picklist(EXCLUSIONS), ...reauth });
/** What breaks and locks answer. */
export const UntilReply = v.object({ until: v.number() });
