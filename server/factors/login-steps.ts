/**
 * A login as a state machine: the password is right -> in, when no second factor is set or the device is known; else a ticket -> a code of the
 * factor -> in. Or a passkey -> in. Every code that is tried is counted by the login's own guard, against the same account, network and device:
 * it is no second place to guess at, and while the factor is missing the right password is no success that would take failures back.
 */
import type * as v from 'valibot';
import { HOUR_MS } from '#domain/time-units.ts';
import { CREDENTIAL_ERROR } from '#protocol/errors.ts';
import type { FactorChallenge, FactorRefusal, LoginFactorForm, LoginPasskeyForm } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import { BusyError } from '../limits/busy-error.ts';
import { networkOf } from '../limits/network-of.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { begunLoginOf, deleteOldBegunLogins, insertBegunLogin, spendTicket, takeTry } from '../repositories/factor-repository.ts';
import { lockPerson } from '../repositories/identity-repository.ts';
import { passkeysOf } from '../repositories/passkey-repository.ts';
import { type UserRecord, userById } from '../repositories/user-repository.ts';
import { assertProofsUnchanged, assertUnchanged, type Entrance } from '../users/entrance.ts';
import type { LoginGuard } from '../users/login-guard.ts';
import type { Caller, LoginHistory } from '../users/login-history.ts';
import { guardedName } from '../users/login-name.ts';
import { isToken, makeToken, secretHash } from '../users/opaque-token.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factor.ts';

/** How long a ticket waits for its code, and how many codes it takes. */
const TICKET_MS = 300_000;
const TRIES_MAX = 5;
/** Tickets of one person side by side. */
const TICKETS_MAX = 5;
const CLEAN_MS = HOUR_MS;
const CLEAN_ROWS_MAX = 1_000;

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly guard: LoginGuard;
  readonly factors: Pick<SecondFactors, 'check' | 'codesLeft'>;
  readonly passkeys: Pick<Passkeys, 'of' | 'verify'>;
  readonly entrance: Entrance;
  readonly history: Pick<LoginHistory, 'refused'>;
};
type Answer<T> = Promise<{ waitMs: number } | Outcome<T>>;

export interface LoginSteps {
  /** Somebody's password was right on a device that is not known, and their second factor is set: code 1016 with the ticket. */
  askFactor(user: UserRecord, ip: string): Promise<Outcome<FactorChallenge>>;
  byFactor(form: v.InferOutput<typeof LoginFactorForm>, caller: Caller): Answer<LoginReply | FactorRefusal>;
  byPasskey(form: v.InferOutput<typeof LoginPasskeyForm>, caller: Caller): Answer<LoginReply>;
  /** Housekeeping: forgets tickets that nobody used. */
  readonly cleaning: WallKind;
}

const wrongFactor = (left: number): Outcome<FactorRefusal> => ({
  code: CREDENTIAL_ERROR.factorWrong,
  message: left > 0 ? 'factorWrong' : 'signInOver',
  data: { left },
});

export function createLoginSteps(parts: Parts): LoginSteps {
  const { db, clock, guard, factors, passkeys, entrance, history } = parts;

  /** Whose ticket this is, while it counts: made for this network, not too old. */
  async function ticketOwner(ticket: string, ip: string): Promise<UserRecord | undefined> {
    const row = isToken(ticket) ? await begunLoginOf(db.kysely, secretHash(ticket)) : undefined;
    if (!row || row.network !== networkOf(ip) || clock.now() >= row.expires_at) return undefined;
    return userById(db.kysely, row.user_id);
  }

  return {
    async askFactor(user, ip) {
      const ticket = makeToken();
      const until = clock.now() + TICKET_MS;
      const row = { ticket_hash: secretHash(ticket), user_id: user.id, network: networkOf(ip), expires_at: until, tries: 0 };
      await db.transaction(async (trx) => {
        await lockPerson(trx, user.id);
        await assertUnchanged(trx, user);
        await insertBegunLogin(trx, row, TICKETS_MAX);
      });
      const hasCodes = (await factors.codesLeft(user.id)) > 0;
      const hasPasskey = (await passkeys.of(user.id)).length > 0;
      const ways: FactorChallenge['ways'] = [
        'code',
        ...(hasCodes ? (['recovery'] as const) : []),
        ...(hasPasskey ? (['passkey'] as const) : []),
      ];
      return { code: CREDENTIAL_ERROR.factorNeeded, message: 'factorNeeded', data: { ticket, ways, until } };
    },

    async byFactor({ ticket, code, device }, caller) {
      const user = await ticketOwner(ticket, caller.ip);
      if (!user) return wrongFactor(0);
      const attempt = { login: guardedName(user), ip: caller.ip, device: undefined };
      const waitMs = guard.admit(attempt);
      if (waitMs > 0) return { waitMs };
      const hash = secretHash(ticket);
      const { way, tries } = await db.transaction(async (trx) => {
        const tries = await takeTry(trx, hash, TRIES_MAX);
        const way = tries === undefined ? undefined : await factors.check(trx, user, code);
        return { tries: tries ?? TRIES_MAX, way: way !== undefined && (await spendTicket(trx, hash)) ? way : undefined };
      });
      if (way === undefined) {
        history.refused(user, 'code', caller);
        return wrongFactor(TRIES_MAX - tries);
      }
      guard.succeeded(attempt);
      return done(await entrance.enter(user, { ...caller, via: way, device }, (trx) => assertUnchanged(trx, user)), 'loggedIn');
    },

    async byPasskey({ answer, device }, caller) {
      const passkey = await passkeys.verify(answer);
      const user = passkey && (await userById(db.kysely, passkey.user_id));
      if (!user) return refused('passwordWrong', undefined, 'passkeyWrong');
      const way = { ...caller, via: 'passkey' as const, device, passkeyId: passkey.id };
      const assertAsFound = async (trx: Trx): Promise<void> => {
        await assertProofsUnchanged(trx, user);
        // Whoever removes one ends the sessions that it opened: none may be opened right behind that.
        if (!(await passkeysOf(trx, user.id)).some(({ id }) => id === passkey.id)) throw new BusyError('the passkey was removed meanwhile');
      };
      return done(await entrance.enter(user, way, assertAsFound), 'loggedIn');
    },

    cleaning: { everyMs: CLEAN_MS, run: (trx, nowMs) => deleteOldBegunLogins(trx, nowMs, CLEAN_ROWS_MAX) },
  };
}
