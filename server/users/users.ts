/**
 * Logging in and demo accounts. Replies never tell whether an account exists, a demo id is a password (decision
 * D1.5.06), and whoever gets in has the ledger accounts that trading needs.
 */

import { randomBytes } from 'node:crypto';
import type * as v from 'valibot';
import { normalEmail } from '#domain/credentials.ts';
import { isOn } from '#domain/setting-defaults.ts';
import { DAY_MS } from '#domain/time-units.ts';
import type { FactorChallenge } from '#protocol/rest/security.ts';
import type { CreateDemoReply, DemoLoginForm, LoginForm, LoginReply } from '#protocol/rest/user.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { BusyError } from '../limits/busy-error.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { demoOfOwner, renewPasswordHash, type UserRecord, userByDemoId } from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import type { Devices } from './devices.ts';
import { assertUnchanged, type Entrance } from './entrance.ts';
import { holdSession } from './live-session.ts';
import type { LoginAttempt, LoginGuard } from './login-guard.ts';
import type { Caller, LoginHistory } from './login-history.ts';
import { normalMobile } from './login-name.ts';
import { emailOrMobile, nameOwner } from './name-owner.ts';
import { secretHash } from './opaque-token.ts';
import type { OpenAccount } from './open-account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Session } from './sessions.ts';

/** A demo account that nobody entered for so long is gone (decision D1.5.06). */
const DEMO_IDLE_MS = 30 * DAY_MS;
/** About as long as a network's share of the hasher's queue takes. */
const SHARE_WAIT_MS = 1_000;

type UserParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly openAccount: OpenAccount;
  readonly entrance: Entrance;
  readonly history: Pick<LoginHistory, 'refused'>;
  readonly loginSteps: Pick<LoginSteps, 'askFactor'>;
  readonly devices: Devices;
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
  readonly demosPerDevice: number;
};

export interface Users {
  /** `waitMs` above 0: not looked at, come back later. Code 1016: the password was right, and the second factor comes next. */
  login(form: v.InferOutput<typeof LoginForm>, caller: Caller): Promise<{ waitMs: number } | Outcome<LoginReply | FactorChallenge>>;
  /** `device`: the token that an earlier login on it gave, '' without one; 1003 where it has as many as a device may have. */
  createDemo(device: string): Promise<Outcome<CreateDemoReply>>;
  loginDemo(form: v.InferOutput<typeof DemoLoginForm>, caller: Caller): Promise<Outcome<LoginReply>>;
  /** Enters the demo account of somebody who is registered, from whatever device and however long it was idle; makes one where there is none. */
  enterOwnDemo(session: Session, caller: Caller): Promise<Outcome<LoginReply>>;
  /** Makes a real user whose password is already hashed, with ledger accounts; for seeding. */
  createReal(email: string, passwordHash: string): Promise<UserRecord>;
}

/** Whose the password is, or how long to wait before the next attempt; a refusal never tells whether the account exists. */
async function passwordOwner(
  { db, devices, guard, hasher, history }: UserParts,
  form: v.InferOutput<typeof LoginForm>,
  caller: Caller,
): Promise<{ user: UserRecord; attempt: LoginAttempt } | { waitMs: number } | Outcome<never>> {
  const { ip } = caller;
  const name = form.login_type === 'email' ? normalEmail(form.account) : normalMobile(form.account);
  const login = name ?? form.account.toLowerCase();
  const [email, mobile] = name === undefined ? [null, null] : emailOrMobile(form.login_type, name);
  const device = name === undefined ? undefined : await devices.known(form.device, { email, mobile });
  const attempt = { login, ip, device };
  const lane = device === undefined ? 'unknown' : 'known';
  const network = widerNetworkOf(ip);
  // Who must wait anyway costs no look-up.
  const earlyMs = guard.waitMs(attempt) || (hasher.isShareTaken(lane, network) ? SHARE_WAIT_MS : 0);
  if (earlyMs > 0) return { waitMs: earlyMs };
  const user = await nameOwner(db, email, mobile);
  // From here to the hash nothing waits: what is counted is hashed, and what finds no room is not counted.
  if (hasher.isShareTaken(lane, network)) return { waitMs: SHARE_WAIT_MS };
  if (!hasher.hasRoom(lane, network)) throw new BusyError('too many password hashes wait');
  const waitMs = guard.admit(attempt);
  if (waitMs > 0) return { waitMs };
  const stored = user?.password_hash ?? undefined;
  if (!(await hasher.verify(stored, form.password, lane, network)) || !user || stored === undefined) {
    if (user) history.refused(user, 'password', caller);
    return refused('passwordWrong');
  }
  if (!hasher.isOutdated(stored)) return { user, attempt };
  const renewed = await hasher.hash(form.password, lane, network);
  await db.transaction((trx) => renewPasswordHash(trx, user.id, stored, renewed));
  return { user: { ...user, password_hash: renewed }, attempt };
}

export function createUsers(parts: UserParts): Users {
  const { db, clock, settings, openAccount, entrance, guard, devices, demosPerDevice } = parts;
  return {
    async login(form, caller) {
      const found = await passwordOwner(parts, form, caller);
      if (!('user' in found)) return found;
      const { user, attempt } = found;
      // Not a success yet: what was counted is taken back when the factor was right too.
      if (user.two_factor === 1 && attempt.device === undefined) return parts.loginSteps.askFactor(user, caller.ip);
      guard.succeeded(attempt);
      const way = { ...caller, via: 'password' as const, device: form.device };
      const assertAsFound = async (trx: Trx): Promise<void> => {
        await assertUnchanged(trx, user);
        const isForgotten = attempt.device !== undefined && !(await devices.isStillKnown(trx, user.id, attempt.device));
        if (isForgotten && user.two_factor === 1) throw new BusyError('the device was forgotten meanwhile');
      };
      return done(await entrance.enter(user, way, assertAsFound), 'loggedIn');
    },

    async createDemo(device) {
      if (!isOn(settings.get('is_mock_login'))) return refused('featureOff');
      const demoId = randomBytes(16).toString('hex');
      const names = { email: null, mobile: null, area_id: 0, password_hash: null };
      const kept = await db.transaction(async (trx) => {
        if ((await devices.demosOf(trx, device, clock.now() - DEMO_IDLE_MS)) >= demosPerDevice) return undefined;
        const { id } = await openAccount(trx, { realm: 'demo', ...names, demo_id_hash: secretHash(demoId) });
        return devices.remember(trx, id, device);
      });
      if (!kept) return refused('tooManyRequests', { count: String(demosPerDevice) }, 'demosFull');
      return done({ demo_id: demoId, ...(kept.token === undefined ? {} : { device: kept.token }) }, 'demoCreated');
    },

    async loginDemo(form, caller) {
      if (!isOn(settings.get('is_mock_login'))) return refused('featureOff');
      const user = await userByDemoId(db.kysely, secretHash(form.demo_id));
      if (!user || clock.now() - user.last_seen_at > DEMO_IDLE_MS) return refused('passwordWrong', undefined, 'demoGone');
      return done(await entrance.enter(user, { ...caller, via: 'demo' }), 'loggedIn');
    },

    async enterOwnDemo(session, caller) {
      if (!isOn(settings.get('is_mock_login'))) return refused('featureOff');
      const names = { email: null, mobile: null, area_id: 0, password_hash: null, demo_id_hash: null };
      const demo = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        const { id } = session.user;
        return (await demoOfOwner(trx, id)) ?? openAccount(trx, { realm: 'demo', ...names, owner_id: id });
      });
      return done(await entrance.enter(demo, { ...caller, via: 'demo' }), 'loggedIn');
    },

    createReal: (email, passwordHash) =>
      db.transaction((trx) =>
        openAccount(trx, { realm: 'real', email, mobile: null, area_id: 0, password_hash: passwordHash, demo_id_hash: null }),
      ),
  };
}
