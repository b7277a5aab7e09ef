/**
 * Passkeys (WebAuthn): added by somebody who has proven who they are, and then a way in of their own, without a password. The authenticator checks
 * its person itself (a finger, a PIN: user verification is required), so one is both factors at once.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { PASSKEYS_MAX } from '#domain/profile.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import {
  deletePasskey,
  insertPasskey,
  type PasskeyRecord,
  passkeyByCredential,
  passkeysOf,
  renamePasskey,
  takeChallenge,
} from '../repositories/passkey-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import { noteCredentialChange } from '../users/credential-change.ts';
import type { Devices } from '../users/devices.ts';
import { endOpenedBy, type Opening } from '../users/end-opened-by.ts';
import { holdSession } from '../users/live-session.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import { CHALLENGE_MS, challengeTime, newChallenge } from './challenge.ts';
import type { RelyingParty } from './relying-party.ts';

const RP_NAME = 'Outcry';
const LOGIN = 'login';
const addingOf = (userId: number): string => `add ${userId}`;

type Options = { readonly challenge: string };
/** Its name, and the browser and system that made it, '' where they are not known. */
type Called = { readonly name: string; readonly agent: string };
type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly key: InstallationKey;
  readonly party: RelyingParty;
  readonly ownerLetters: OwnerLetters;
  readonly sessions: Pick<Sessions, 'revokeThese'>;
  readonly devices: Pick<Devices, 'forget'>;
  /** Letters were written: send them soon. */
  readonly wake: () => void;
};

export interface Passkeys {
  /** False where this site has no domain. */
  readonly isPossible: boolean;
  of(userId: number): Promise<PasskeyRecord[]>;
  /** What a browser makes a passkey by. */
  newOptions(user: UserRecord): Promise<Options>;
  /** Keeps what the browser made. 'full': the person has as many as there may be; 'wrong': it is no answer to a challenge of ours. */
  add(session: Session, answer: string, called: Called, cause: ChangeCause): Promise<'added' | 'full' | 'wrong'>;
  /** '' takes the name back. False when this person has no such passkey. */
  rename(session: Session, id: number, name: string): Promise<boolean>;
  /** Sessions that it opened end, but the one that asks. */
  remove(session: Session, id: number, cause: ChangeCause): Promise<boolean>;
  /** What a browser logs in by; names nobody. */
  loginOptions(): Promise<Options>;
  /** The passkey that answered, once for each challenge. */
  verify(answer: string): Promise<PasskeyRecord | undefined>;
}

/** The library brings a reader of certificates with it: it is loaded when somebody needs it, not at a start. */
const webAuthn = () => import('@simplewebauthn/server');

export function createPasskeys(parts: Parts): Passkeys {
  const { db, party } = parts;
  return {
    isPossible: party.id !== undefined,
    of: (userId) => passkeysOf(db.kysely, userId),
    ...adding(parts),
    ...keeping(parts),
    ...entering(parts),
  };
}

/** What an answer is held against; the library throws for whatever does not fit. */
const expected = (party: RelyingParty, origin: string, isOurs: (challenge: string) => boolean) => ({
  expectedChallenge: isOurs,
  expectedOrigin: party.isOrigin(origin) ? origin : [],
  expectedRPID: party.id ?? '',
  requireUserVerification: true,
});

type Noted = { readonly user: UserRecord; readonly detail: string; readonly cause: ChangeCause };

/** Letter, lock of withdrawals and audit of a passkey that came or went. */
function note({ clock, ownerLetters }: Parts, trx: Trx, act: 'add' | 'remove', { user, detail, cause }: Noted): Promise<void> {
  const template = act === 'add' ? 'passkeyAdded' : 'passkeyRemoved';
  return noteCredentialChange(ownerLetters, trx, { ...cause, user, act: `passkey.${act}`, detail, template, atMs: clock.now() });
}

function adding(parts: Parts): Pick<Passkeys, 'newOptions' | 'add'> {
  const { db, clock, key, party } = parts;
  async function made(user: UserRecord, answer: string) {
    const response = answerOf<RegistrationResponseJSON>(answer);
    if (!response || party.id === undefined) return undefined;
    const { verifyRegistrationResponse } = await webAuthn();
    const isOurs = (challenge: string) => challengeTime(key, addingOf(user.id), challenge, clock.now()) !== undefined;
    const asked = { response: response.json, ...expected(party, response.origin, isOurs) };
    const result = await verifyRegistrationResponse(asked).catch(() => undefined);
    return result?.verified ? result.registrationInfo.credential : undefined;
  }
  return {
    async newOptions(user) {
      const { generateRegistrationOptions } = await webAuthn();
      const name = user.email ?? user.mobile ?? user.uid;
      const known = await passkeysOf(db.kysely, user.id);
      return generateRegistrationOptions({
        ...{ rpName: RP_NAME, rpID: party.id ?? '', userName: name, userDisplayName: name, timeout: CHALLENGE_MS },
        // Told to the authenticator and its maker's cloud: nothing that anybody knows the person by.
        userID: new Uint8Array(Buffer.from(key.mac('passkey user', String(user.id)), 'hex')),
        challenge: newChallenge(key, addingOf(user.id), clock.now()),
        excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports: JSON.parse(transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async add(session, answer, { name, agent }, cause) {
      const { user } = session;
      const credential = await made(user, answer);
      if (!credential) return 'wrong';
      const nowMs = clock.now();
      const row = {
        ...{ user_id: user.id, credential_id: credential.id, counter: credential.counter, name, agent },
        ...{ public_key: Buffer.from(credential.publicKey).toString('base64url'), transports: JSON.stringify(credential.transports ?? []) },
        ...{ challenged_at: 0, created_at: nowMs, used_at: 0 },
      };
      const result = await db.transaction(async (trx) => {
        // Two passkeys at once: the later one counts both.
        await holdSession(trx, session);
        const known = await passkeyByCredential(trx, credential.id);
        // An answer that was sent twice: the passkey is there.
        if (known) return known.user_id === user.id ? 'added' : 'wrong';
        if ((await passkeysOf(trx, user.id)).length >= PASSKEYS_MAX) return 'full';
        await insertPasskey(trx, row);
        await note(parts, trx, 'add', { user, detail: name, cause });
        return 'added';
      });
      parts.wake();
      return result;
    },
  };
}

function keeping(parts: Parts): Pick<Passkeys, 'rename' | 'remove'> {
  const { db } = parts;
  return {
    rename: (session, id, name) =>
      db.transaction(async (trx) => {
        await holdSession(trx, session);
        return renamePasskey(trx, session.user.id, id, name);
      }),

    async remove(session, id, cause) {
      const tell = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        if (!(await deletePasskey(trx, session.user.id, id))) return undefined;
        // Where nobody knows by which passkey, it may have been this one.
        const wasOpenedBy = ({ via, passkey_id }: Opening) => via === 'passkey' && (passkey_id ?? id) === id;
        const told = await endOpenedBy(parts, trx, session, { wasOpenedBy, endedBy: 'passkey' });
        await note(parts, trx, 'remove', { user: session.user, detail: String(id), cause });
        return told;
      });
      tell?.();
      parts.wake();
      return tell !== undefined;
    },
  };
}

function entering({ db, clock, key, party }: Parts): Pick<Passkeys, 'loginOptions' | 'verify'> {
  return {
    async loginOptions() {
      const { generateAuthenticationOptions } = await webAuthn();
      const challenge = newChallenge(key, LOGIN, clock.now());
      return generateAuthenticationOptions({ rpID: party.id ?? '', challenge, timeout: CHALLENGE_MS, userVerification: 'required' });
    },

    async verify(answer) {
      const response = answerOf<AuthenticationResponseJSON>(answer);
      const passkey = response && (await passkeyByCredential(db.kysely, response.json.id));
      if (!passkey || party.id === undefined) return undefined;
      let challengedAtMs: number | undefined;
      const isOurs = (challenge: string) => {
        challengedAtMs = challengeTime(key, LOGIN, challenge, clock.now());
        return challengedAtMs !== undefined;
      };
      const { verifyAuthenticationResponse } = await webAuthn();
      const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'));
      const credential = { id: passkey.credential_id, counter: passkey.counter, publicKey };
      const asked = { response: response.json, credential, ...expected(party, response.origin, isOurs) };
      const result = await verifyAuthenticationResponse(asked).catch(() => undefined);
      if (!result?.verified || challengedAtMs === undefined) return undefined;
      const taken = { id: passkey.id, counter: result.authenticationInfo.newCounter, challengedAtMs, nowMs: clock.now() };
      return (await db.transaction((trx) => takeChallenge(trx, taken, clock.now() + CHALLENGE_MS))) ? passkey : undefined;
    },
  };
}

/** The id of a credential, 1 to 1,023 bytes (WebAuthn, section 4), as base64url: it is looked up, and an index takes no text of any length. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

/** What a browser answered, and the origin that it says; `undefined` for what is no such answer. The library checks all else. */
function answerOf<T extends { id: string; response: { clientDataJSON: string } }>(text: string): { json: T; origin: string } | undefined {
  try {
    const json = JSON.parse(text) as T;
    const { origin } = JSON.parse(Buffer.from(json.response.clientDataJSON, 'base64url').toString('utf8')) as { origin: unknown };
    return typeof json.id === 'string' && CREDENTIAL_ID.test(json.id) && typeof origin === 'string' ? { json, origin } : undefined;
  } catch {
    return undefined;
  }
}
