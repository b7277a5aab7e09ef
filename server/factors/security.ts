/** What a person does with what they prove themselves by, as the routes call it: password and factor first, then the act, then the answer in the wire's words. */
import type * as v from 'valibot';
import { isName, LETTER_WORD_MAX, NICKNAME_MAX, PASSKEY_NAME, PASSKEY_NAME_MAX, PASSKEYS_MAX, tidyName } from '#domain/profile.ts';
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
import type { Db } from '../database/database.ts';
import { done, invalidField, type Outcome, refused, refusedField } from '../outcome.ts';
import type { ChangeCause } from '../protection/owner-letters.ts';
import { setProfile, type UserRecord } from '../repositories/user-repository.ts';
import { agentName } from '../users/agent-name.ts';
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
  setProfile(user: UserRecord, form: Form<typeof ProfileForm>): Answer<null>;
  /** 1106 while one is set. */
  beginFactor(session: Session, reauth: Reauth, cause: ChangeCause): Answer<FactorBegun>;
  setFactor(session: Session, code: string, cause: ChangeCause): Answer<RecoveryCodes>;
  /** This and the next: 1004 without a factor. */
  removeFactor(session: Session, reauth: Reauth, cause: ChangeCause): Answer<null>;
  renewCodes(session: Session, reauth: Reauth, cause: ChangeCause): Answer<RecoveryCodes>;
  newPasskey(session: Session, reauth: Reauth, cause: ChangeCause): Answer<PasskeyOptions>;
  addPasskey(session: Session, form: Form<typeof AddPasskeyForm>, caller: Caller): Answer<null>;
  renamePasskey(user: UserRecord, id: number, name: string): Answer<null>;
  removePasskey(session: Session, form: Form<typeof RemovePasskeyForm>, cause: ChangeCause): Answer<null>;
}

type Parts = { readonly db: Db; readonly reauthenticator: Reauthenticator; readonly factors: SecondFactors; readonly passkeys: Passkeys };

/** Nothing that an account is entered by is changed while it is frozen; else a change asks again who it is. */
const changeProblem = async (
  reauthenticator: Reauthenticator,
  session: Session,
  { password, factor }: Reauth,
  { ip }: ChangeCause,
): Promise<ReauthRefusal | undefined> =>
  session.user.frozen === 1 ? refused('frozen') : reauthenticator.check(session, { password, factor, field: 'password' }, ip);

const nameProblem = (field: string, value: string, max: number): Outcome<never> | undefined =>
  isName(value, max) ? undefined : (invalidField({ field, value, allowed: `1 to ${max} characters that can be seen` }) as Outcome<never>);

const wrongCode = (message: string): Outcome<never> =>
  refusedField('factorWrong', { field: 'code', value: '', allowed: 'the code that the app shows now' }, message);

export function createSecurity(parts: Parts): Security {
  const { reauthenticator, factors } = parts;
  return {
    ...profile(parts),
    ...passkeyActs(parts),

    async beginFactor(session, reauth, cause) {
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

function profile({ db, factors, passkeys }: Parts): Pick<Security, 'overview' | 'setProfile'> {
  return {
    async overview(user) {
      const [codes, rows] = await Promise.all([factors.codesLeft(user.id), passkeys.of(user.id)]);
      return done({
        ...{ factor: user.two_factor === 1 ? '1' : '0', codes, passkey: passkeys.isPossible ? '1' : '0' },
        passkeys: rows.map(({ id, name, created_at, used_at }) => ({ id, name, created: created_at, used: used_at })),
        ...{ nickname: user.nickname, word: user.letter_word },
      });
    },

    async setProfile(user, form) {
      const word = form.word === undefined ? undefined : tidyName(form.word);
      const nickname = form.nickname === undefined ? undefined : tidyName(form.nickname);
      // An empty one takes it back: the default name, and letters without a word.
      const problem =
        (word ? nameProblem('word', word, LETTER_WORD_MAX) : undefined) ??
        (nickname ? nameProblem('nickname', nickname, NICKNAME_MAX) : undefined);
      if (problem) return problem;
      const set = {
        ...(word === undefined ? {} : { letter_word: word }),
        ...(nickname === undefined ? {} : { nickname }),
        ...(form.lang === undefined ? {} : { lang: form.lang }),
      };
      await db.transaction((trx) => setProfile(trx, user.id, set));
      return done(null, 'profileSet');
    },
  };
}

function passkeyActs({
  reauthenticator,
  passkeys,
}: Parts): Pick<Security, 'newPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  return {
    async newPasskey(session, reauth, cause) {
      if (!passkeys.isPossible) return refused('featureOff');
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      return problem ?? done({ options: await passkeys.newOptions(session.user) });
    },

    async addPasskey(session, { answer, name }, caller) {
      if (session.user.frozen === 1) return refused('frozen');
      const agent = agentName(caller.agent);
      const tidy = tidyName(name) || agent || PASSKEY_NAME;
      const problem = nameProblem('name', tidy, PASSKEY_NAME_MAX);
      if (problem) return problem;
      const result = await passkeys.add(session, answer, { name: tidy, agent }, { ip: caller.ip, lang: caller.lang });
      if (result === 'added') return done(null, 'passkeyAdded');
      const asked = { field: 'answer', value: '' };
      return result === 'full'
        ? refusedField('invalidField', { ...asked, allowed: `at most ${PASSKEYS_MAX} passkeys` }, 'passkeysFull')
        : refusedField('factorWrong', { ...asked, allowed: 'what the browser made for this request' }, 'passkeyWrong');
    },

    async renamePasskey(user, id, name) {
      const tidy = tidyName(name);
      const problem = tidy ? nameProblem('name', tidy, PASSKEY_NAME_MAX) : undefined;
      if (problem) return problem;
      return (await passkeys.rename(user.id, id, tidy)) ? done(null, 'passkeyRenamed') : refused('notFound');
    },

    async removePasskey(session, { id, ...reauth }, cause) {
      const problem = await changeProblem(reauthenticator, session, reauth, cause);
      if (problem) return problem;
      return (await passkeys.remove(session, Number(id), cause)) ? done(null, 'passkeyRemoved') : refused('notFound');
    },
  };
}
