/**
 * Registering, logging in and demo accounts. Replies never tell whether an account exists, a demo id is a password (decision
 * D1.5.06), and whoever gets in has the ledger accounts that trading needs.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type * as v from 'valibot';
import { DAY_MS } from '#domain/bucket.ts';
import { isOn } from '#domain/setting-defaults.ts';
import type { DemoLoginForm, LoginForm, LoginReply, RegisterForm } from '#protocol/rest/user.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import { BusyError } from '../limits/busy-error.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import {
  insertUser,
  isTaken,
  markSeen,
  type NewUser,
  renewPasswordHash,
  type UserRecord,
  userByDemoId,
} from '../repositories/user-repository.ts';
import type { Settings } from '../site/settings.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import type { Devices } from './devices.ts';
import type { LoginGuard } from './login-guard.ts';
import { normalEmail, normalMobile } from './login-name.ts';
import { secretHash } from './opaque-token.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { emailOrMobile, nameOwner, registrationProblem } from './registration.ts';
import type { Sessions } from './sessions.ts';
import { traderOf, userRow } from './user-row.ts';

/** A demo account that nobody entered for so long is gone (decision D1.5.06). */
const DEMO_IDLE_MS = 30 * DAY_MS;
/** Tries for a public number that nobody has; 90 million of them make a second try rare. */
const NUMBER_TRIES_MAX = 10;
/** About as long as a network's share of the hasher's queue takes. */
const SHARE_WAIT_MS = 1_000;
const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;

type UserParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly trading: Pick<TradingDesk, 'openAccounts'>;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
};

export interface Users {
  register(form: v.InferOutput<typeof RegisterForm>, address: string): Promise<Outcome>;
  /** `waitMs` above 0: not looked at, come back later. */
  login(form: v.InferOutput<typeof LoginForm>, address: string): Promise<{ waitMs: number } | Outcome<LoginReply>>;
  createDemo(): Promise<Outcome<{ demo_id: string }>>;
  loginDemo(form: v.InferOutput<typeof DemoLoginForm>): Promise<Outcome<LoginReply>>;
  /** Makes a real user whose password is already hashed, with ledger accounts; for seeding. */
  createReal(email: string, passwordHash: string): Promise<UserRecord>;
}

/** Whose the password is, or how long to wait before the next attempt; a refusal never tells whether the account exists. */
async function passwordOwner(
  { db, devices, guard, hasher }: UserParts,
  form: v.InferOutput<typeof LoginForm>,
  address: string,
): Promise<{ user: UserRecord } | { waitMs: number } | Outcome<never>> {
  const name = form.login_type === 'email' ? normalEmail(form.account) : normalMobile(form.account);
  const login = name ?? form.account.toLowerCase();
  const [email, mobile] = name === undefined ? [null, null] : emailOrMobile(form.login_type, name);
  const device = name === undefined ? undefined : await devices.known(form.device, { email, mobile });
  const attempt = { login, address, device };
  const lane = device === undefined ? 'stranger' : 'known';
  const network = widerNetworkOf(address);
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
  if (!(await hasher.verify(stored, form.password, lane, network)) || !user || stored === undefined) return refused('passwordWrong');
  guard.succeeded(attempt);
  if (hasher.isOutdated(stored)) {
    const renewed = await hasher.hash(form.password, lane, network);
    await db.transaction((trx) => renewPasswordHash(trx, user.id, stored, renewed));
  }
  return { user };
}

export function createUsers(parts: UserParts): Users {
  const { db, clock, settings, trading, sessions, devices, hasher } = parts;

  /** `device`: the token that the client sent, '' without one; undefined where the way in needs no device. */
  const enter = async (user: UserRecord, device?: string): Promise<LoginReply> => {
    let kept: string | undefined;
    const token = await sessions.open(user.id, async (trx) => {
      await markSeen(trx, user.id, clock.now());
      if (device !== undefined) kept = await devices.remember(trx, user.id, device);
    });
    return { token, user: userRow(user), ...(kept === undefined ? {} : { device: kept }) };
  };

  const create = async (fields: Pick<NewUser, 'realm' | 'email' | 'mobile' | 'area_id' | 'password_hash' | 'demo_id_hash'>) => {
    const nowMs = clock.now();
    return db.transaction(async (trx) => {
      const numbers = await freeNumbers((uid, inviteCode) => isTaken(trx, uid, inviteCode));
      const blank = { level: 1, credit_score: 100, frozen: 0, created_at: nowMs, last_seen_at: nowMs };
      const user = await insertUser(trx, { ...blank, ...numbers, ...fields });
      await trading.openAccounts(traderOf(user), trx);
      return user;
    });
  };

  return {
    async register(form, address) {
      const problem = await registrationProblem(parts, form);
      if ('code' in problem) return problem;
      const { email, mobile } = problem;
      const password_hash = await hasher.hash(form.password, 'stranger', widerNetworkOf(address));
      try {
        const user = await create({
          realm: 'real',
          email,
          mobile,
          area_id: Number(form.area_id || '0'),
          password_hash,
          demo_id_hash: null,
        });
        return done(await enter(user, form.device), 'registered');
      } catch (error) {
        // Two registrations of one account at once: the unique index lets one through.
        if (await nameOwner(db, email, mobile)) return refused('accountExists');
        throw error;
      }
    },

    async login(form, address) {
      const found = await passwordOwner(parts, form, address);
      return 'user' in found ? done(await enter(found.user, form.device), 'loggedIn') : found;
    },

    async createDemo() {
      if (!isOn(settings.get('is_mock_login'))) return refused('featureOff');
      const demoId = randomBytes(16).toString('hex');
      await create({ realm: 'demo', email: null, mobile: null, area_id: 0, password_hash: null, demo_id_hash: secretHash(demoId) });
      return done({ demo_id: demoId }, 'demoCreated');
    },

    async loginDemo(form) {
      if (!isOn(settings.get('is_mock_login'))) return refused('featureOff');
      const user = await userByDemoId(db.kysely, secretHash(form.demo_id));
      if (!user || clock.now() - user.last_seen_at > DEMO_IDLE_MS) return refused('passwordWrong', undefined, 'demoGone');
      return done(await enter(user), 'loggedIn');
    },

    createReal: (email, passwordHash) =>
      create({ realm: 'real', email, mobile: null, area_id: 0, password_hash: passwordHash, demo_id_hash: null }),
  };
}

/** A public 8-digit number and an invite code that nobody has. Throws after ten tries, because then something is broken. */
async function freeNumbers(taken: (uid: string, inviteCode: string) => Promise<boolean>): Promise<{ uid: string; invite_code: string }> {
  for (let attempt = 0; attempt < NUMBER_TRIES_MAX; attempt++) {
    const uid = String(randomInt(10_000_000, 100_000_000));
    const invite_code = Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
    if (!(await taken(uid, invite_code))) return { uid, invite_code };
  }
  throw new Error('no free account number in ten tries');
}
