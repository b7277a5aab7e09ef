/**
 * Sends codes. What is answered, and how long it takes, is the same whether an account has the address or not (security S22): in each case
 * one look-up, one code, one row of a letter. Who asks to register with an address that has an account sees what anybody sees, and its
 * owner gets a letter (decision D9.25).
 */
import type * as v from 'valibot';
import type { Language } from '#domain/languages.ts';
import { accountKinds } from '#domain/registration.ts';
import { type OpenPurpose, openPurposeOf } from '#protocol/credentials-wire.ts';
import type { SendCodeForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Profile } from '../config.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Channel, LetterTemplate } from '../letters/letter.ts';
import { type Letters, languageOfOwner } from '../letters/letters.ts';
import type { Limits } from '../limits/limits.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import type { ReservedUntil } from '../protection/former-addresses.ts';
import type { ChangeCause } from '../protection/owner-letters.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import { proofOfRegistration } from '../site/production-settings.ts';
import type { Settings } from '../site/settings.ts';
import { emailOrMobile, nameOwner } from '../users/name-owner.ts';
import { codeTarget } from './code-target.ts';
import type { Codes, StoredPurpose } from './codes.ts';
import type { SmsBudget } from './sms-budget.ts';

type Form = v.InferOutput<typeof SendCodeForm>;
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly profile: Profile;
  readonly settings: Settings;
  readonly limits: Limits['codes'];
  readonly codes: Codes;
  readonly letters: Letters;
  readonly smsBudget: SmsBudget;
  readonly reservedUntil: ReservedUntil;
};
export type SendCodeReply = Outcome<{ wait_s: number }> | Outcome<unknown> | { readonly waitMs: number };
export type SendCode = (channel: Channel, form: Form, cause: ChangeCause) => Promise<SendCodeReply>;

const TEMPLATES: Readonly<Record<OpenPurpose, LetterTemplate>> = { register: 'registerCode', reset: 'resetCode', change: 'changeCode' };

export function createSendCode(parts: Parts): SendCode {
  const { db, limits } = parts;
  return async (channel, form, cause) => {
    const purpose = openPurposeOf(String(form.type)) ?? 'register';
    const problem = purpose === 'register' ? offRefusal(parts, channel) : undefined;
    if (problem) return problem;
    const kind = channel === 'email' ? 'email' : 'phone';
    const target = await codeTarget(db, kind, form);
    if (typeof target !== 'string') return target;
    const owner = await nameOwner(db, ...emailOrMobile(kind, target));
    // Looked up whatever the code is for: no time tells what is known of an address.
    const reservedUntil = await parts.reservedUntil(target);
    const about = (code: string) => letterOf(purpose, { owner, reservedUntil }, codeParams(code, limits.lifeMs), cause.lang);
    return sendCodeTo(parts, { channel, target, purpose, cause, about });
  };
}

/** What stands in the letter to an address, in which language, and whose account it is about. */
type About = {
  readonly template: LetterTemplate;
  readonly params: Readonly<Record<string, string>>;
  readonly lang: Language;
  readonly userId: number | undefined;
};
type Sent = {
  readonly channel: Channel;
  readonly target: string;
  readonly purpose: StoredPurpose;
  readonly cause: ChangeCause;
  /** `undefined`: nobody is written to. */
  readonly about: (code: string) => About | undefined;
};

/** Issues a code and writes the letter; the same work and the same answer whatever the letter says. */
export async function sendCodeTo(
  { db, limits, codes, letters, smsBudget }: Pick<Parts, 'db' | 'limits' | 'codes' | 'letters' | 'smsBudget'>,
  { channel, target, purpose, cause, about }: Sent,
): Promise<SendCodeReply> {
  const earlyMs = channel === 'sms' ? await smsBudget(cause.ip, target) : 0;
  if (earlyMs > 0) return { waitMs: earlyMs };
  const waitMs = await db.transaction(async (trx: Trx) => {
    const issued = await codes.issue(trx, target, purpose);
    if ('waitMs' in issued) return issued.waitMs;
    const letter = { channel, lifeMs: limits.lifeMs };
    const said = about(issued.code);
    if (said) await letters.write(trx, { ...letter, ...said, to: target });
    else await letters.writeNone(trx, { ...letter, lang: cause.lang });
    return 0;
  });
  if (waitMs > 0) return { waitMs };
  letters.wake();
  return done({ wait_s: Math.ceil(limits.resendMs / 1_000) }, channel === 'email' ? 'codeMailed' : 'codeTexted');
}

type CodeParams = { readonly code: string; readonly minutes: string };
/** What a letter says of a code. */
export const codeParams = (code: string, lifeMs: number): CodeParams => ({
  code,
  minutes: String(Math.round(lifeMs / 60_000)),
});

/** Whose an address is, and until when nobody registers with it. */
type Known = { readonly owner: UserRecord | undefined; readonly reservedUntil: number | undefined };

/** What is written; `undefined`: nobody is. */
function letterOf(purpose: OpenPurpose, { owner, reservedUntil }: Known, params: CodeParams, ofCall: Language): About | undefined {
  const reader = { userId: owner?.id, lang: owner ? languageOfOwner(owner, ofCall) : ofCall };
  if (purpose === 'register' && owner) return { template: 'registerKnown', params: {}, ...reader };
  if (purpose === 'register' && reservedUntil !== undefined) return { template: 'registerBarred', params: {}, ...reader };
  if (purpose !== 'register' && !owner) return undefined;
  return { template: TEMPLATES[purpose], params, ...reader };
}

/** Nobody registers that way here, or by no code. */
function offRefusal({ profile, settings }: Parts, channel: Channel): Outcome | undefined {
  const isTaken = accountKinds((name) => settings.get(name)).includes(channel === 'email' ? 'email' : 'phone');
  return isTaken && proofOfRegistration(profile, settings) === 'code' ? undefined : refused('featureOff');
}
