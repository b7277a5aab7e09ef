/**
 * Registers: the terms, then the proof that the site asks for, then the account and the login. A code is used up with the account that it makes,
 * in one transaction, so that of two registrations by it one succeeds. By a sent code nothing tells whether the address has an account:
 * to whoever asks for one with an address that is known, no code was ever sent (decision D9.25).
 */
import type * as v from 'valibot';
import type { RegisterForm } from '#protocol/rest/credentials.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import type { Clock } from '../clock/clock.ts';
import type { Captchas } from '../codes/captchas.ts';
import type { Codes, HeldCode } from '../codes/codes.ts';
import type { Profile } from '../config.ts';
import type { Db, Trx } from '../database/database.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { done, type Outcome, refusedField } from '../outcome.ts';
import type { ReservedUntil } from '../protection/former-addresses.ts';
import { linkDemo, type UserRecord } from '../repositories/user-repository.ts';
import { proofOfRegistration } from '../site/production-settings.ts';
import type { Settings } from '../site/settings.ts';
import type { Entrance } from './entrance.ts';
import type { Caller } from './login-history.ts';
import { nameOwner } from './name-owner.ts';
import type { OpenAccount } from './open-account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { emptyProblem } from './password-rules.ts';
import { type RegistrationTerms, registrationTerms } from './registration.ts';

type Form = v.InferOutput<typeof RegisterForm>;
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly profile: Profile;
  readonly settings: Settings;
  readonly hasher: PasswordHasher;
  readonly codes: Codes;
  readonly captchas: Captchas;
  readonly openAccount: OpenAccount;
  readonly entrance: Entrance;
  readonly reservedUntil: ReservedUntil;
};
/** `from`: who is logged in where the account is opened. A demo account belongs to it from then on (decision D9.260). */
export type Register = (form: Form, caller: Caller, from?: UserRecord) => Promise<Outcome<LoginReply> | Outcome<unknown>>;

const codeWrong = refusedField('codeWrong', { field: 'sms_code', value: '', allowed: 'the code that was sent, within ten minutes' });
const exists = refusedField('accountExists', { field: 'account', value: '', allowed: 'an address without an account' });

export function createRegister(parts: Parts): Register {
  const { profile, settings, hasher, openAccount, entrance } = parts;
  return async (form, caller, from) => {
    const { ip } = caller;
    const terms = await registrationTerms(parts, form);
    if ('code' in terms) return terms;
    const proof = proofOfRegistration(profile, settings);
    const proved = await provedBy(parts, { proof, form, ip, name: terms.name });
    if ('code' in proved) return proved;
    const taken = proof === 'code' ? codeWrong : exists;
    // By a code this look would tell by its time what the answer does not: the table's own law refuses a second account.
    if (proof !== 'code' && (await isTaken(parts, terms))) return taken;
    // A code that was sent before the account of the address was closed opens nothing.
    if (proof === 'code' && (await parts.reservedUntil(terms.name)) !== undefined) return taken;
    const network = widerNetworkOf(ip);
    const hashes = {
      password_hash: await hasher.hash(form.password, 'unknown', network),
      pay_password_hash: terms.payPassword === '' ? null : await hasher.hash(terms.payPassword, 'unknown', network),
    };
    const user = await make(parts, terms, async (trx) => {
      if (!(await proved.spend(trx))) return undefined;
      const opened = await openAccount(trx, { ...hashes, ...rowOf(terms), realm: 'real', demo_id_hash: null, lang: caller.lang });
      if (from?.realm === 'demo') await linkDemo(trx, from.id, opened.id);
      return opened;
    });
    return user ? done(await entrance.enter(user, { ...caller, via: 'register', device: form.device }), 'registered') : taken;
  };
}

const isTaken = async ({ db, reservedUntil }: Parts, { name, email, mobile }: RegistrationTerms): Promise<boolean> =>
  (await nameOwner(db, email, mobile)) !== undefined || (await reservedUntil(name)) !== undefined;

const rowOf = ({ email, mobile, areaId, invitedBy }: RegistrationTerms) => ({ email, mobile, area_id: areaId, invited_by: invitedBy });

/** `undefined` when the code was used meanwhile, or the name given away. */
async function make(
  { db }: Parts,
  { email, mobile }: RegistrationTerms,
  work: (trx: Trx) => Promise<UserRecord | undefined>,
): Promise<UserRecord | undefined> {
  try {
    return await db.transaction(work);
  } catch (error) {
    // Two registrations of one account at once: the unique index lets one through.
    if (await nameOwner(db, email, mobile)) return undefined;
    throw error;
  }
}

type Claim = { readonly proof: 'code' | 'captcha' | 'none'; readonly form: Form; readonly ip: string; readonly name: string };

async function provedBy({ codes, captchas }: Parts, { proof, form, ip, name }: Claim): Promise<HeldCode | Outcome> {
  const nothingToSpend: HeldCode = { spend: async () => true };
  if (proof === 'none') return nothingToSpend;
  if (form.sms_code === '') return emptyProblem('sms_code');
  if (proof === 'code') return (await codes.hold(name, 'register', form.sms_code)) ?? codeWrong;
  if (await captchas.isSolved('register', { id: form.key, answer: form.sms_code, ip })) return nothingToSpend;
  return refusedField('captchaWrong', { field: 'sms_code', value: '', allowed: 'the letters of a new picture' });
}
