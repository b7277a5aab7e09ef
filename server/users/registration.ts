/** Who may register, and under which name: everything that is looked at before a registration is proved and the account is made. */

import type * as v from 'valibot';
import { normalEmail } from '#domain/credentials.ts';
import { accountKinds } from '#domain/registration.ts';
import { isRefusedCountry, isRefusedNumber } from '#domain/served-countries.ts';
import { isOn } from '#domain/setting-defaults.ts';
import type { RegisterForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';
import { areaById } from '../repositories/site-repository.ts';
import { userByInviteCode } from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import { normalMobile } from './login-name.ts';
import { emailOrMobile } from './name-owner.ts';
import { emptyProblem, passwordProblem, repeatProblem } from './password-rules.ts';
import { registeredIdentityRefusal } from './registered-identity.ts';

type Form = v.InferOutput<typeof RegisterForm>;
type Parts = { readonly db: Db; readonly clock: Clock; readonly settings: Settings };
/** What an account is made of. */
export type RegistrationTerms = {
  readonly name: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly areaId: number;
  readonly invitedBy: number | null;
  /** '' for none. */
  readonly payPassword: string;
};

const PAY_PASSWORD_MIN = 6;

/** The terms, or what is wrong, on its field. Nothing that is said here depends on whether an account exists. */
export async function registrationTerms(parts: Parts, form: Form): Promise<RegistrationTerms | Outcome<unknown>> {
  const { db, settings } = parts;
  if (!accountKinds((name) => settings.get(name)).includes(form.type)) return refused('featureOff');
  const name = form.type === 'email' ? normalEmail(form.account) : normalMobile(form.account);
  if (name === undefined) {
    const allowed = form.type === 'email' ? 'an e-mail address' : 'a prefix such as +001 and the number';
    return invalidField({ field: 'account', value: form.account, allowed });
  }
  const areaProblem = await areaRefusal(db, form, name);
  if (areaProblem) return areaProblem;
  const [email, mobile] = emailOrMobile(form.type, name);
  const passwords = passwordRefusal(form, [email, mobile], isOn(settings.get('is_register_pay_pwd')));
  if (passwords) return passwords;
  const invited = await invitedBy(db, settings, form.invite_code);
  if ('code' in invited) return invited;
  const identityProblem = await registeredIdentityRefusal(parts, form);
  if (identityProblem) return identityProblem;
  const payPassword = isOn(settings.get('is_register_pay_pwd')) ? form.pay_password : '';
  return { name, email, mobile, areaId: Number(form.area_id), invitedBy: invited.id, payPassword };
}

/** The country that somebody says they are in, and that of their number (decisions D1.1.01, D9.26). */
async function areaRefusal(db: Db, { type, area_id }: Form, name: string): Promise<Outcome<unknown> | undefined> {
  if (isRefusedCountry(area_id) || (type === 'phone' && isRefusedNumber(name))) return refused('countryNotServed');
  if (area_id === '') return emptyProblem('area_id');
  const area = /^[1-9]\d{0,8}$/.test(area_id) ? await areaById(db.kysely, Number(area_id)) : undefined;
  if (!area) return invalidField({ field: 'area_id', value: area_id, allowed: 'an id of area_list' });
  const isOther = type === 'phone' && !name.startsWith(normalPrefix(area.global_code));
  return isOther
    ? invalidField({
        field: 'area_id',
        value: area_id,
        allowed: `the area of the number's prefix, or a number that begins with ${area.global_code}`,
      })
    : undefined;
}

/** '+001' -> '+1'. */
const normalPrefix = (globalCode: string): string => `+${globalCode.replace(/^\+0*/, '')}`;

function passwordRefusal(form: Form, names: readonly (string | null)[], hasPayPassword: boolean): Outcome | undefined {
  if (form.password !== form.re_password) return repeatProblem('re_password', 'password');
  const problem = passwordProblem({ field: 'password', password: form.password, names });
  if (problem || !hasPayPassword) return problem;
  const field = 'pay_password';
  if (form.pay_password === '') return emptyProblem(field);
  if (form.pay_password.length < PAY_PASSWORD_MIN)
    return invalidField({ field, value: '', allowed: `at least ${PAY_PASSWORD_MIN} characters` });
  return payPasswordProblem({ field, payPassword: form.pay_password, password: form.password, names });
}

type PayAsked = {
  readonly field: string;
  readonly payPassword: string;
  readonly password: string;
  readonly names: readonly (string | null)[];
};

/** A pay password is a second lock: it must not be the first one again. */
export function payPasswordProblem({ field, payPassword, password, names }: PayAsked): Outcome | undefined {
  if (payPassword !== password) return passwordProblem({ field, password: payPassword, names });
  return { ...invalidField({ field, value: '', allowed: 'another text than the password' }), message: 'payPasswordIsPassword' };
}

/** Who invited; a code counts where the site asks for one (decision D1.5.18), while its account is not closed. */
async function invitedBy(db: Db, settings: Settings, text: string): Promise<{ readonly id: number | null } | Outcome> {
  if (!isOn(settings.get('is_register_invite_code'))) return { id: null };
  const code = text.trim().toUpperCase();
  if (code === '') return isOn(settings.get('invite_code_required')) ? emptyProblem('invite_code') : { id: null };
  const inviter = await userByInviteCode(db.kysely, code);
  if (inviter?.realm === 'real' && inviter.closed_at === 0) return { id: inviter.id };
  return { ...invalidField({ field: 'invite_code', value: text, allowed: 'a code that exists' }), message: 'inviteCodeUnknown' };
}
