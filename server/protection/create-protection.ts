/** Puts together what people do to protect themselves, as the routes call it. */
import { withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Letters } from '../letters/letters.ts';
import type { Log } from '../log.ts';
import { done, type Outcome } from '../outcome.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { FileReply } from '../routes/route.ts';
import type { InstallationKey } from '../secrets/installation-key.ts';
import type { TradingDesk } from '../trading/trading-desk.ts';
import type { Devices } from '../users/devices.ts';
import { holdSession } from '../users/live-session.ts';
import type { Reauthenticator, ReauthRefusal } from '../users/reauth.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import { createBarredOrders } from './barred-orders.ts';
import { type Breaks, createBreaks } from './breaks.ts';
import { type CloseAccount, createCloseAccount } from './close-account.ts';
import type { FormerAddresses } from './former-addresses.ts';
import { createFreezes, type Freezes } from './freezes.ts';
import { ownData } from './own-data.ts';
import { createOwnLimits, type OwnLimits } from './own-limits.ts';
import type { ChangeCause, OwnerLetters } from './owner-letters.ts';
import { createSameDocument } from './same-document.ts';
import { limitRows } from './used-of-limits.ts';

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  /** The market's: what was used up of a limit is counted by it. */
  readonly marketClock: Clock;
  readonly log: Log;
  readonly key: InstallationKey;
  readonly formerAddresses: FormerAddresses;
  readonly letters: Pick<Letters, 'wake'>;
  readonly ownerLetters: OwnerLetters;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly reauthenticator: Reauthenticator;
  readonly trading: Pick<TradingDesk, 'cancelAll' | 'openLoss'>;
};

export type Protection = {
  readonly freezes: Freezes;
  readonly limits: OwnLimits;
  readonly breaks: Breaks;
  readonly closeAccount: CloseAccount;
  overview(user: UserRecord): Promise<Outcome<ProtectionReply>>;
  /** A file; asks again who it is. */
  data(session: Session, reauth: { password: string; factor: string }, cause: ChangeCause): Promise<FileReply | ReauthRefusal>;
};

export function createProtection(parts: Parts) {
  const { db, clock, key, reauthenticator } = parts;
  const barredOrders = createBarredOrders(parts);
  const cancelling = { ...parts, cancelPending: barredOrders.cancel };
  const sameDocument = createSameDocument(cancelling);
  const shared = { ...cancelling, sameDocument };
  const freezes = createFreezes(shared);
  const limits = createOwnLimits(parts);
  const breaks = createBreaks(shared);
  const closeAccount = createCloseAccount(parts);
  const protection: Protection = {
    ...{ freezes, limits, breaks, closeAccount },
    async overview(user) {
      const freeze = await freezes.standing(user.id);
      return done({
        ...{ frozen: user.frozen === 1 ? '1' : '0', by: freeze?.way ?? '', since: freeze?.atMs ?? 0 },
        ...{ liftable: freeze?.liftableAtMs ?? 0, limits: await limitRows(parts, user) },
        ...{ locked: user.limits_locked_until, pause: user.cool_off_until, excluded: user.excluded_until },
        ...{ remind: user.remind_minutes, withdrawals: withdrawalsLockedUntil(user.credential_changed_at) },
        changed: user.credential_change,
      });
    },

    async data(session, { password, factor }, cause) {
      const refusal = await reauthenticator.check(session, { password, factor, field: 'password' }, cause.ip);
      if (refusal) return refusal;
      // Whoever was thrown out while the password was looked at takes nothing along.
      await db.transaction((trx) => holdSession(trx, session));
      const { user } = session;
      return {
        file: ownData(db.kysely, key, user, clock.now()),
        mediaType: 'application/json; charset=utf-8',
        disposition: `attachment; filename="account-${user.uid}.json"`,
      };
    },
  };
  const cleanings = {
    ...{ own_limits: limits.loosening, closed_cleaning: closeAccount.cleaning },
    ...{ barred_orders: barredOrders.sweep, same_document: sameDocument.sweep },
  };
  return { protection, cleanings };
}
