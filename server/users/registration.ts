/** Who may register, and under which name: everything that is looked at before a real account is made. */
import type * as v from 'valibot';
import { isOn } from '#domain/setting-defaults.ts';
import type { RegisterForm } from '#protocol/rest/user.ts';
import type { Db } from '../database/database.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';
import { areaById } from '../repositories/site-repository.ts';
import { type UserRecord, userByEmail, userByInviteCode, userByMobile } from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isRefusedMobile, normalEmail, normalMobile } from './login-name.ts';

type RegistrationParts = { readonly db: Db; readonly settings: Settings };

/** The columns of a login name: e-mail and mobile, one of them null. */
export const emailOrMobile = (type: 'email' | 'phone', name: string): [string | null, string | null] =>
  type === 'email' ? [name, null] : [null, name];

/** Message key of what makes a password easy to guess; `undefined` for a good one (security S21). */
function passwordWeakness(password: string, login: string): string | undefined {
  if (password.toLowerCase() === login || password.toLowerCase() === login.split('@')[0]) return 'passwordIsAccount';
  return isCommonPassword(password) ? 'passwordCommon' : undefined;
}

/** What is wrong with a registration, or the names under which it is stored. */
export async function registrationProblem({ db, settings }: RegistrationParts, form: v.InferOutput<typeof RegisterForm>) {
  const name = form.type === 'email' ? normalEmail(form.account) : normalMobile(form.account);
  if (name === undefined) {
    const allowed = form.type === 'email' ? 'an e-mail address' : 'a prefix such as +001 and the number';
    return invalidField({ field: 'account', value: form.account, allowed });
  }
  if (form.type === 'phone' && isRefusedMobile(name)) return refused('countryNotServed');
  const areaProblem = await areaRefusal(db, form.area_id, form.type === 'phone');
  if (areaProblem) return areaProblem;
  if (form.password !== form.re_password) {
    return {
      ...invalidField({ field: 're_password', value: '', allowed: 'the same text as password' }),
      message: 'passwordInconsistency',
    };
  }
  const weakness = passwordWeakness(form.password, name);
  if (weakness)
    return { ...invalidField({ field: 'password', value: '', allowed: 'a password that is hard to guess' }), message: weakness };
  if (!(await isInviteCodeFine(db, settings, form.invite_code))) {
    return {
      ...invalidField({ field: 'invite_code', value: form.invite_code, allowed: 'a code that exists' }),
      message: 'inviteCodeUnknown',
    };
  }
  // Any other way than '3' asks for a code; one that was never sent is never right.
  if (settings.get('verify_reg_type') !== '3') return refused('codeWrong');
  const [email, mobile] = emailOrMobile(form.type, name);
  return (await nameOwner(db, email, mobile)) ? refused('accountExists') : { email, mobile };
}

async function areaRefusal(db: Db, areaId: string, isNeeded: boolean): Promise<Outcome | undefined> {
  if (areaId === '' && !isNeeded) return undefined;
  const area = /^[1-9]\d{0,8}$/.test(areaId) ? await areaById(db.kysely, Number(areaId)) : undefined;
  return area ? undefined : invalidField({ field: 'area_id', value: areaId, allowed: 'an id of area_list' });
}

async function isInviteCodeFine(db: Db, settings: Settings, code: string): Promise<boolean> {
  if (code === '') return !isOn(settings.get('invite_code_required'));
  return (await userByInviteCode(db.kysely, code)) !== undefined;
}

/** Whose a login name is. */
export function nameOwner(db: Db, email: string | null, mobile: string | null): Promise<UserRecord | undefined> {
  if (email !== null) return userByEmail(db.kysely, email);
  return mobile !== null ? userByMobile(db.kysely, mobile) : Promise.resolve(undefined);
}
