/**
 * An account that is closed for good (decisions D9.29, D9.241): only one that holds nothing. Ways in, devices, addresses, names and letters go at
 * once. What the law makes one keep stays: orders, executions and the ledger, the audit, and the proof of identity for five years.
 */
import { DAY_MS } from '#domain/time-units.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import { addressesOf, type Letters } from '../letters/letters.ts';
import { networkOf } from '../limits/network-of.ts';
import { done, type Outcome, refused, refusedField } from '../outcome.ts';
import { alertsOf, removeAlert } from '../repositories/alert-repository.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { forgetClosed, forgetPerson, type Holdings, holdingsOf, identityPhotosOf } from '../repositories/closed-account-repository.ts';
import { decideIdentity, newestIdentity } from '../repositories/identity-repository.ts';
import { keepUploads } from '../repositories/upload-repository.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import type { FormerAddresses } from './former-addresses.ts';
import { lockOwnBySession } from './own-lock.ts';
import type { ChangeCause, OwnerLetters } from './owner-letters.ts';

/** How long an address of a closed account registers nobody; longer while its person has excluded themselves. */
const NAME_RESERVED_MS = 30 * DAY_MS;
/** How long the proof of identity is kept after the closing. */
const IDENTITY_KEPT_MS = 5 * 365 * DAY_MS;
const CLEAN_ROWS_MAX = 1_000;

export interface CloseAccount {
  /** Asks again who it is; 1030 names what the account still holds. */
  close(session: Session, reauth: { password: string; factor: string }, cause: ChangeCause): Promise<Outcome<null> | ReauthRefusal>;
  /** Housekeeping: what need not be kept any longer goes. */
  readonly cleaning: WallKind;
}

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly formerAddresses: Pick<FormerAddresses, 'reserve'>;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly sessions: Pick<Sessions, 'revokeOthers'>;
  readonly reauthenticator: Reauthenticator;
};

const HELD: readonly (keyof Holdings)[] = ['positions', 'pending', 'micros', 'balances'];

/** The first thing that keeps an account open. */
function holdingProblem(holdings: Holdings): Outcome<never> | undefined {
  const field = HELD.find((name) => holdings[name] > 0);
  return field && refusedField('accountHolds', { field, value: String(holdings[field]), allowed: 'none' }, `accountHolds.${field}`);
}

export function createCloseAccount(parts: Parts): CloseAccount {
  const { db, clock, formerAddresses, letters, reauthenticator } = parts;

  /** Under the lock of everything that could still be opened. */
  async function closeIn(trx: Trx, session: Session, cause: ChangeCause): Promise<(() => void) | Outcome<null>> {
    const user = await lockOwnBySession(trx, session);
    if (user.frozen === 1) return refused('frozen');
    const problem = holdingProblem(await holdingsOf(trx, user.id));
    if (problem) return problem;
    const nowMs = clock.now();
    const addresses = addressesOf(user);
    const until = Math.max(nowMs + NAME_RESERVED_MS, user.excluded_until);
    for (const { to } of addresses) await formerAddresses.reserve(trx, { address: to, userId: user.id, untilMs: until });
    const tell = await parts.sessions.revokeOthers(user.id, undefined, trx, 'close');
    await endIdentity(trx, user.id, nowMs);
    for (const alert of await alertsOf(trx, user.id)) await removeAlert(trx, user.id, alert);
    await forgetPerson(
      trx,
      user.id,
      addresses.map(({ to }) => to),
      nowMs,
    );
    // Written after the old letters went: it is the last one.
    await parts.ownerLetters.tellAll(trx, user, addresses, { ...cause, template: 'accountClosed' });
    const who = `user:${user.uid}`;
    await appendAudit(trx, { at: nowMs, actor: who, act: 'account.close', subject: who, detail: `from ${networkOf(cause.ip)}` });
    return tell;
  }

  return {
    async close(session, { password, factor }, cause) {
      const { user } = session;
      if (user.frozen === 1) return refused('frozen');
      const early = holdingProblem(await holdingsOf(db.kysely, user.id));
      if (early) return early;
      const refusal = await reauthenticator.check(session, { password, factor, field: 'password' }, cause.ip);
      if (refusal) return refusal;
      const closed = await db.transaction((trx) => closeIn(trx, session, cause));
      if (typeof closed !== 'function') return closed;
      closed();
      letters.wake();
      return done(null, 'accountClosed');
    },

    cleaning: {
      everyMs: DAY_MS,
      run: (trx, nowMs) => forgetClosed(trx, { keptMs: IDENTITY_KEPT_MS, nowMs, limit: CLEAN_ROWS_MAX }),
    },
  };
}

/** What waits for its review waits no more, and the photos go when the law lets them. */
async function endIdentity(trx: Trx, userId: number, nowMs: number): Promise<void> {
  const newest = await newestIdentity(trx, userId);
  if (newest?.state === 'waiting') await decideIdentity(trx, newest.id, { state: 'rejected', remark: 'account closed', decided_at: nowMs });
  const photos = await identityPhotosOf(trx, userId);
  if (photos.length > 0) await keepUploads(trx, photos, nowMs + IDENTITY_KEPT_MS);
}
