/**
 * Sends codes. What is answered, and how long it takes, is the same whether an account has the address or not (security S22): in each case
 * one look-up, one code, one row of a letter. Who asks to register with an address that has an account sees what anybody sees, and its
 * owner gets a letter (decision D9.25).
 */
import type * as v from 'valibot';
import type { Language } from '#domain/languages.ts';
import { accountKinds } from '#domain/registration.ts';
import { isRefusedNumber } from '#domain/served-countries.ts';
import type { SendCodeForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Profile } from '../config.ts';
import type { Db } from '../database/database.ts';
import type { Channel, LetterTemplate } from '../letters/letter.ts';
import type { Letters } from '../letters/letters.ts';
import type { Limits } from '../limits/limits.ts';
import { done, invalidField, type Outcome, refused } from '../outcome.ts';
import type { NameBar } from '../protection/closing.ts';
import { areaById } from '../repositories/site-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import { proofOfRegistration } from '../site/production-settings.ts';
import type { Settings } from '../site/settings.ts';
import { normalEmail, normalMobile } from '../users/login-name.ts';
import { emailOrMobile, nameOwner } from '../users/name-owner.ts';
import type { CodePurpose, Codes } from './codes.ts';

type Form = v.InferOutput<typeof SendCodeForm>;
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly profile: Profile;
  readonly settings: Settings;
  readonly limits: Limits['codes'];
  readonly codes: Codes;
  readonly letters: Letters;
  readonly barredUntil: NameBar;
};
type Reply = Outcome<{ wait_s: number }> | Outcome<unknown> | { readonly waitMs: number };
export type SendCode = (channel: Channel, form: Form, lang: Language) => Promise<Reply>;

const PURPOSES: Readonly<Record<string, CodePurpose>> = { '1': 'register', '2': 'reset', '3': 'change' };
const TEMPLATES: Readonly<Record<CodePurpose, LetterTemplate>> = { register: 'registerCode', reset: 'resetCode', change: 'changeCode' };

export function createSendCode(parts: Parts): SendCode {
  const { db, limits, codes, letters } = parts;
  return async (channel, form, lang) => {
    const purpose = PURPOSES[String(form.type)] ?? 'register';
    const problem = purpose === 'register' ? offRefusal(parts, channel) : undefined;
    if (problem) return problem;
    const target = channel === 'email' ? emailTarget(form) : await phoneTarget(db, form);
    if (typeof target !== 'string') return target;
    const [email, mobile] = emailOrMobile(channel === 'email' ? 'email' : 'phone', target);
    const owner = await nameOwner(db, email, mobile);
    // Looked up whatever the code is for: no time tells what is known of an address.
    const barredUntil = await parts.barredUntil(target);
    const waitMs = await db.transaction(async (trx) => {
      const issued = await codes.issue(trx, target, purpose);
      if ('waitMs' in issued) return issued.waitMs;
      const letter = { channel, lang, lifeMs: limits.lifeMs };
      const about = letterOf(purpose, { owner, barredUntil }, issued.code, limits.lifeMs);
      if (about) await letters.write(trx, { ...letter, ...about, to: target, userId: owner?.id });
      else await letters.writeNone(trx, letter);
      return 0;
    });
    if (waitMs > 0) return { waitMs };
    letters.wake();
    return done({ wait_s: Math.ceil(limits.resendMs / 1_000) }, channel === 'email' ? 'codeMailed' : 'codeTexted');
  };
}

/** Whose an address is, and until when nobody registers with it. */
type Known = { readonly owner: UserRecord | undefined; readonly barredUntil: number | undefined };

/** What is written; `undefined`: nobody is. */
function letterOf(purpose: CodePurpose, { owner, barredUntil }: Known, code: string, lifeMs: number) {
  if (purpose === 'register' && owner) return { template: 'registerKnown', params: {} } as const;
  if (purpose === 'register' && barredUntil !== undefined) return { template: 'registerBarred', params: {} } as const;
  if (purpose !== 'register' && !owner) return undefined;
  return { template: TEMPLATES[purpose], params: { code, minutes: String(Math.round(lifeMs / 60_000)) } };
}

/** Nobody registers that way here, or by no code. */
function offRefusal({ profile, settings }: Parts, channel: Channel): Outcome | undefined {
  const isTaken = accountKinds((name) => settings.get(name)).includes(channel === 'email' ? 'email' : 'phone');
  return isTaken && proofOfRegistration(profile, settings) === 'code' ? undefined : refused('featureOff');
}

const emailTarget = ({ to }: Form): string | Outcome =>
  normalEmail(to) ?? invalidField({ field: 'to', value: to, allowed: 'an e-mail address' });

/** Bare digits behind the prefix of their area, or a number that has its own. */
async function phoneTarget(db: Db, { to, area_id }: Form): Promise<string | Outcome> {
  const isWhole = to.trim().startsWith('+');
  const area = isWhole ? undefined : /^[1-9]\d{0,8}$/.test(String(area_id)) ? await areaById(db.kysely, Number(area_id)) : undefined;
  if (!isWhole && !area) return invalidField({ field: 'area_id', value: String(area_id), allowed: 'an id of area_list' });
  const mobile = normalMobile(`${area?.global_code ?? ''}${to}`);
  if (mobile === undefined) return invalidField({ field: 'to', value: to, allowed: 'the digits of a phone number' });
  return isRefusedNumber(mobile) ? refused('countryNotServed') : mobile;
}
