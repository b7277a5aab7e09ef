/**
 * Another e-mail address or phone number for an account, or a first one beside the other: by password and factor again, and by a code that was sent to the
 * new address. Nothing that is answered, and no time, tells whether the new address belongs to somebody: to one that does no code is sent, its
 * owner gets a letter, and every code is wrong (decisions D9.25, D9.300).
 */
import type * as v from 'valibot';
import { withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import { NOT_ME_MS } from '#domain/protection.ts';
import { type AccountKind, accountKinds } from '#domain/registration.ts';
import type { AddressCodeForm, SetAddressForm } from '#protocol/rest/credentials.ts';
import type { Clock } from '../clock/clock.ts';
import { codeTarget } from '../codes/code-target.ts';
import type { AddressPurpose, Codes, HeldCode } from '../codes/codes.ts';
import { codeParams, type SendCodeReply, sendCodeTo } from '../codes/send-code.ts';
import type { SmsBudget } from '../codes/sms-budget.ts';
import type { Db, Trx } from '../database/database.ts';
import { type Address, addressesOf, type Letters, languageOfOwner } from '../letters/letters.ts';
import type { Limits } from '../limits/limits.ts';
import { done, invalidField, type Outcome, refused, refusedField } from '../outcome.ts';
import type { FormerAddresses } from '../protection/former-addresses.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { addressColumn, insertAddressChange, setAddresses } from '../repositories/address-repository.ts';
import { type UserRecord, userById } from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import type { ChangeReply } from './change-password.ts';
import { noteCredentialChange } from './credential-change.ts';
import { assertProofsUnchanged } from './entrance.ts';
import { holdSession } from './live-session.ts';
import { emailOrMobile, nameOwner } from './name-owner.ts';
import { emptyProblem } from './password-rules.ts';
import type { Reauthenticator } from './reauth.ts';
import type { Session, Sessions } from './sessions.ts';

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly limits: Limits['codes'];
  readonly codes: Codes;
  readonly letters: Letters;
  readonly smsBudget: SmsBudget;
  readonly ownerLetters: OwnerLetters;
  readonly sessions: Pick<Sessions, 'revokeOthers'>;
  readonly reauthenticator: Reauthenticator;
  readonly formerAddresses: FormerAddresses;
};

export interface ChangeAddress {
  /** Sends a code to the address that somebody wants for their account. */
  sendCode(session: Session, form: v.InferOutput<typeof AddressCodeForm>, cause: ChangeCause): Promise<SendCodeReply>;
  set(session: Session, form: v.InferOutput<typeof SetAddressForm>, cause: ChangeCause): Promise<ChangeReply>;
}

const codeWrong = refusedField('codeWrong', { field: 'auth_code', value: '', allowed: 'the code that was sent, within ten minutes' });
const purposeOf = (user: UserRecord): AddressPurpose => `address ${user.id}`;
const channelOf = (kind: AccountKind) => (kind === 'email' ? 'email' : 'sms');

/** What is wrong whatever the address is. */
function standingProblem({ settings }: Parts, user: UserRecord, kind: AccountKind): Outcome<never> | undefined {
  if (user.frozen === 1) return refused('frozen');
  return accountKinds((name) => settings.get(name)).includes(kind) ? undefined : refused('featureOff');
}

type Asked = { readonly type: AccountKind; readonly to: string; readonly area_id: string | number };

/** The address in its one form, or what is wrong with it. */
async function newAddress({ db }: Parts, user: UserRecord, { type, to, area_id }: Asked): Promise<string | Outcome> {
  const target = await codeTarget(db, type, { to, area_id });
  if (typeof target !== 'string' || target !== user[addressColumn(type)]) return target;
  return { ...invalidField({ field: 'to', value: to, allowed: 'another address than the present one' }), message: 'addressSame' };
}

export function createChangeAddress(parts: Parts): ChangeAddress {
  const { db, limits, codes, letters, reauthenticator, formerAddresses } = parts;
  return {
    async sendCode({ user }, asked, cause) {
      const problem = standingProblem(parts, user, asked.type);
      if (problem) return problem;
      const target = await newAddress(parts, user, asked);
      if (typeof target !== 'string') return target;
      const owner = await nameOwner(db, ...emailOrMobile(asked.type, target));
      const reserved = await formerAddresses.reservedUntil(target, user.id);
      const about = (code: string) => {
        if (owner) return { template: 'addressKnown', params: {}, userId: owner.id, lang: languageOfOwner(owner, cause.lang) } as const;
        // The address is not shown to be theirs yet: whoever reads there is not told the word of their letters.
        const reader = { userId: undefined, lang: languageOfOwner(user, cause.lang) };
        if (reserved !== undefined) return { template: 'addressBarred', params: {}, ...reader } as const;
        return { template: 'addressCode', params: codeParams(code, limits.lifeMs), ...reader } as const;
      };
      return sendCodeTo(parts, { channel: channelOf(asked.type), target, purpose: purposeOf(user), cause, about });
    },

    async set(session, { auth_code, password, factor, ...asked }, cause) {
      const { user } = session;
      const problem = standingProblem(parts, user, asked.type);
      if (problem) return problem;
      const target = await newAddress(parts, user, asked);
      if (typeof target !== 'string') return target;
      if (auth_code === '') return emptyProblem('auth_code');
      let held: HeldCode | undefined;
      const refusal = await reauthenticator.check(session, { password, factor, field: 'password' }, cause.ip, async () => {
        held = await codes.hold(target, purposeOf(user), auth_code);
        // A code that was sent before the address became a former one of somebody gives it to nobody.
        return !held || (await formerAddresses.reservedUntil(target, user.id)) !== undefined ? codeWrong : undefined;
      });
      if (refusal || !held) return refusal ?? codeWrong;
      const atMs = parts.clock.now();
      const tell = await take(parts, { session, kind: asked.type, target, held, cause, atMs });
      if (!tell) return codeWrong;
      tell();
      letters.wake();
      return done({ locked_until: withdrawalsLockedUntil(atMs) }, 'addressChanged');
    },
  };
}

type Taking = {
  readonly session: Session;
  readonly kind: AccountKind;
  readonly target: string;
  readonly held: HeldCode;
  readonly cause: ChangeCause;
  readonly atMs: number;
};

/** What to call after the commit; `undefined` when the code was used meanwhile, or the address given away. */
async function take(parts: Parts, taking: Taking): Promise<(() => void) | undefined> {
  const { db } = parts;
  const { session, kind, target } = taking;
  try {
    return await db.transaction((trx) => takeIn(parts, trx, taking));
  } catch (error) {
    // Two accounts at once: the unique index lets one through.
    const owner = await nameOwner(db, ...emailOrMobile(kind, target));
    if (owner && owner.id !== session.user.id) return undefined;
    throw error;
  }
}

async function takeIn(
  { ownerLetters, sessions, formerAddresses }: Parts,
  trx: Trx,
  { session, kind, target, held, cause, atMs }: Taking,
): Promise<(() => void) | undefined> {
  await holdSession(trx, session);
  await assertProofsUnchanged(trx, session.user);
  if (!(await held.spend(trx))) return undefined;
  // As it stands now: another change of the same session may have come first.
  const user = (await userById(trx, session.user.id)) as UserRecord;
  const former = user[addressColumn(kind)];
  const undoes = await insertAddressChange(trx, { user_id: user.id, kind, former, changed_at: atMs });
  await setAddresses(trx, user.id, { [addressColumn(kind)]: target });
  // Free for nobody while it can be given back; whoever excluded themselves opens no other account with it.
  const untilMs = Math.max(atMs + NOT_ME_MS, user.excluded_until);
  if (former !== null) await formerAddresses.reserve(trx, { address: former, userId: user.id, untilMs });
  const tell = await sessions.revokeOthers(user.id, session.tokenHash, trx, 'address');
  const fresh: Address = { channel: channelOf(kind), to: target };
  await noteCredentialChange(ownerLetters, trx, {
    ...{ ...cause, user, atMs, act: kind },
    // Those that it had can take it back; whoever reads the new one may be a stranger, and can only freeze.
    template: [
      { addresses: addressesOf(user), template: kind === 'email' ? 'emailChanged' : 'phoneChanged', undoes },
      { addresses: [fresh], template: 'addressSet' },
    ],
  });
  return tell;
}
