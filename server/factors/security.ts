/** What a person does with what they prove themselves by, as the routes call it: password and factor first, then the act, then the answer in the wire's words. */
import type * as v from 'valibot';
import { nicknameProblem } from '#domain/nickname.ts';
import { LETTER_WORD_MAX, NICKNAME_MAX, nameProblem, PASSKEY_NAME, PASSKEY_NAME_MAX, PASSKEYS_MAX, tidyName } from '#domain/profile.ts';
import type {
  AddPasskeyForm,
  FactorBegun,
  PasskeyOptions,
  ProfileForm,
  ReauthForm,
  RecoveryCodes,
  RemovePasskeyForm,
  SecurityReply,
} from '#protocol/rest/security.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { done, invalidField, type Outcome, refused, refusedField } from '../outcome.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { setProfile, type UserRecord, userById } from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import { agentName } from '../users/agent-name.ts';
import { noteCredentialChange } from '../users/credential-change.ts';
import { holdSession } from '../users/live-session.ts';
import type { Caller } from '../users/login-history.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session } from '../users/sessions.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factor.ts';

type Form<S extends v.GenericSchema> = v.InferOutput<S>;
type Reauth = Form<typeof ReauthForm>;
type Answer<T> = Promise<Outcome<T> | { readonly waitMs: number }>;

export interface Security {
  overview(user: UserRecord): Answer<SecurityReply>;
  /** Another word of letters asks again who it is. */
  setProfile(session: Session, form: Form<typeof ProfileForm>, cause: ChangeCause): Answer<null>;
  /** 1106 while one is set. */
  beginFactor(session: Session, reauth: Reauth, cause: ChangeCause): Answer<FactorBegun>;
  setFactor(session: Session, code: string, cause: ChangeCause): Answer<RecoveryCodes>;
  /** This and the next: 1004 without a factor. */
  removeFactor(session: Session, reauth: Reauth, cause: ChangeCause): Answer<null>;
  renewCodes(session: Session, reauth: Reauth, cause: ChangeCause): Answer<RecoveryCodes>;
  newPasskey(session: Session, reauth: Reauth, cause: ChangeCause): Answer<PasskeyOptions>;
  addPasskey(session: Session, form: Form<typeof AddPasskeyForm>, caller: Caller): Answer<null>;
  renamePasskey(session: Session, id: number, name: string): Answer<null>;
  removePasskey(session: Session, form: Form<typeof RemovePasskeyForm>, cause: ChangeCause): Answer<null>;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly reauthenticator: Reauthenticator;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly ownerLetters: OwnerLetters;
  /** Letters were written: send them soon. */
  readonly wake: () => void;
};

/** Nothing that an account is entered by is changed while it is frozen; else a change asks again who it is. */
const changeProblem = async (
  reauthenticator: Reauthenticator,
  session: Session,
  { password, factor }: Reauth,
  { ip }: ChangeCause,
): Promise<ReauthRefusal | undefined> =>
  session.user.frozen === 1 ? refused('frozen') : reauthenticator.check(session, { password, factor, field: 'password' }, ip);

/** What is wrong with a name, in words of its own; `undefined`: nothing, as with an empty one, which takes it back. */
function nameRefusal(
  field: string,
  value: string,
  max: number,
  problemOf: (name: string) => keyof typeof NAME_MESSAGES | undefined = (name) => nameProblem(name, max),
): Outcome<never> | undefined {
  const problem = value === '' ? undefined : problemOf(value);
  if (problem === undefined) return undefined;
  const allowed = `at most ${max} characters that can be seen${field === 'nickname' ? ', no name of the house' : ''}`;
  const refusal = invalidField({ field, value, allowed }) as Outcome<never>;
  return { ...refusal, message: NAME_MESSAGES[problem], params: { max: String(max) } };
}
const NAME_MESSAGES = { long: 'nameLong', unseen: 'nameUnseen', house: 'nicknameOfHouse', mixed: 'nicknameMixed' } as const;

const wrongCode = (message: string): Outcome<never> =>
  refusedField('factorWrong', { field: 'code', value: '', allowed: 'the code that the app shows now' }, message);

export function createSecurity(parts: Parts): Security {
  const { reauthenticator, factors } = parts;
  return {
    ...profile(parts),
    ...passkeyActs(parts),

    async beginFactor(session, reauth, cause) {
      if (session.user.two_factor === 1) return refused('wrongOrderState', undefined, 'factorIsSet');
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      if (problem) return problem;
      const begun = await factors.begin(session);
      return begun ? done(begun) : refused('wrongOrderState', undefined, 'factorIsSet');
    },

    async setFactor(session, code, cause) {
      if (session.user.frozen === 1) return refused('frozen');
      const codes = await factors.set(session, code, cause);
      if (codes === 'over') return wrongCode('factorOver');
      return codes ? done({ codes }, 'factorSet') : wrongCode('factorWrong');
    },

    async removeFactor(session, reauth, cause) {
      if (session.user.two_factor === 0) return refused('notFound');
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      if (problem) return problem;
      await factors.remove(session, cause);
      return done(null, 'factorRemoved');
    },

    async renewCodes(session, reauth, cause) {
      if (session.user.two_factor === 0) return refused('notFound');
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      return problem ?? done({ codes: await factors.renewCodes(session, cause) });
    },
  };
}

function profile(parts: Parts): Pick<Security, 'overview' | 'setProfile'> {
  const { db, factors, passkeys, settings } = parts;
  return {
    async overview(user) {
      const [codes, rows] = await Promise.all([factors.codesLeft(user.id), passkeys.of(user.id)]);
      return done({
        ...{ factor: user.two_factor === 1 ? '1' : '0', codes, passkey: passkeys.isPossible ? '1' : '0' },
        passkeys: rows.map(({ id, name, created_at, used_at }) => ({ id, name, created: created_at, used: used_at })),
        ...{ nickname: user.nickname, word: user.letter_word },
      });
    },

    async setProfile(session, form, cause) {
      const typedWord = form.word === undefined ? undefined : tidyName(form.word);
      // As it is already: nothing to ask anybody for.
      const word = typedWord === session.user.letter_word ? undefined : typedWord;
      const nickname = form.nickname === undefined ? undefined : tidyName(form.nickname);
      const problem =
        nameRefusal('word', word ?? '', LETTER_WORD_MAX) ??
        nameRefusal('nickname', nickname ?? '', NICKNAME_MAX, (name) => nicknameProblem(name, settings.get('site_name')));
      if (problem) return problem;
      const refusal = word === undefined ? undefined : await changeProblem(parts.reauthenticator, session, form, cause);
      if (refusal) return refusal;
      const set = { ...(nickname === undefined ? {} : { nickname }), ...(form.lang === undefined ? {} : { lang: form.lang }) };
      await db.transaction(async (trx) => {
        await holdSession(trx, session);
        if (word !== undefined) await changeWord(parts, trx, session, word, cause);
        await setProfile(trx, session.user.id, set);
      });
      if (word !== undefined) parts.wake();
      return done(null, 'profileSet');
    },
  };
}

/** Whoever could set the word could write letters that pass for the site's: its owner is told, in a letter that begins with the word before. */
async function changeWord({ clock, ownerLetters }: Parts, trx: Trx, session: Session, word: string, cause: ChangeCause): Promise<void> {
  const user = (await userById(trx, session.user.id)) as UserRecord;
  await setProfile(trx, user.id, { letter_word: word });
  const params = { wordBefore: user.letter_word };
  await noteCredentialChange(ownerLetters, trx, { ...cause, user, act: 'word', template: 'wordChanged', params, atMs: clock.now() });
}

const passkeysFull = refusedField(
  'invalidField',
  { field: 'answer', value: '', allowed: `at most ${PASSKEYS_MAX} passkeys` },
  'passkeysFull',
);

function passkeyActs({
  reauthenticator,
  passkeys,
}: Parts): Pick<Security, 'newPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  return {
    async newPasskey(session, reauth, cause) {
      if (!passkeys.isPossible) return refused('featureOff');
      if ((await passkeys.of(session.user.id)).length >= PASSKEYS_MAX) return passkeysFull;
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      return problem ?? done({ options: await passkeys.newOptions(session.user) });
    },

    async addPasskey(session, { answer, name }, caller) {
      if (session.user.frozen === 1) return refused('frozen');
      const agent = agentName(caller.agent);
      const tidy = tidyName(name) || agent || PASSKEY_NAME;
      const problem = nameRefusal('name', tidy, PASSKEY_NAME_MAX);
      if (problem) return problem;
      const result = await passkeys.add(session, answer, { name: tidy, agent }, { ip: caller.ip, lang: caller.lang });
      if (result === 'added') return done(null, 'passkeyAdded');
      if (result === 'full') return passkeysFull;
      return refusedField('factorWrong', { field: 'answer', value: '', allowed: 'what the browser made for this request' }, 'passkeyWrong');
    },

    async renamePasskey(session, id, name) {
      const tidy = tidyName(name);
      const problem = nameRefusal('name', tidy, PASSKEY_NAME_MAX);
      if (problem) return problem;
      return (await passkeys.rename(session, id, tidy)) ? done(null, 'passkeyRenamed') : refused('notFound');
    },

    async removePasskey(session, { id, ...reauth }, cause) {
      if (!(await passkeys.of(session.user.id)).some((one) => one.id === Number(id))) return refused('notFound');
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      if (problem) return problem;
      return (await passkeys.remove(session, Number(id), cause)) ? done(null, 'passkeyRemoved') : refused('notFound');
    },
  };
}
