/**
 * Sessions: an opaque 256-bit token of which only the hash is stored; 7 days from the last use, 30 days at most (security S26,
 * decision D0.07). Every request asks the database, so a revoked token is dead at once on every node. Sockets ask once, when they log in: this
 * node's are told of an end at once, those of others by an event of the outbox (decision D9.224).
 */

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { LoginWay } from '#protocol/rest/security.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { WallKind } from '../clock/wall-work.ts';
import type { Db, Trx } from '../database/database.ts';
import type { EndedBy } from '../database/factor-schema.ts';
import { BoundedMap } from '../limits/bounded-map.ts';
import { deleteBegunLoginsOf } from '../repositories/factor-repository.ts';
import { appendEvents, SESSIONS_ENDED } from '../repositories/outbox-repository.ts';
import {
  deleteDeadSessions,
  endedByOf,
  endOldSessions,
  insertSession,
  revokeSession,
  type SessionRecord,
  sessionsOfUser,
  sessionWithUser,
  touchSession,
} from '../repositories/session-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import { isToken, makeToken, secretHash } from './opaque-token.ts';

export const SLIDING_MS = 7 * DAY_MS;
export const ABSOLUTE_MS = 30 * DAY_MS;
/** The last use is written at most so often: a write per request would be the busiest row of the database. */
const TOUCH_MS = HOUR_MS;
const CLEAN_MS = DAY_MS;
const CLEAN_ROWS_MAX = 1_000;
/** Sessions revoked on this node that are remembered: a look-up that began before the end of one must not find it alive. */
const REVOKED_MAX = 10_000;

/** `deviceHash`: the device that it was opened on; null where it has none. */
export type Session = {
  readonly tokenHash: string;
  readonly user: UserRecord;
  readonly expiresAtMs: number;
  readonly deviceHash: string | null;
};
/** Where and how a session was opened; columns of the table. */
type SessionPlace = {
  readonly device_hash: string | null;
  readonly agent: string;
  readonly network: string;
  readonly via: LoginWay;
  readonly passkey_id: number | null;
};
type RevokedListener = (tokenHash: string) => void;

export interface Sessions {
  /**
   * Makes a session, in one transaction after `before`, which must hold the user's row, so that two openings take turns, and says where it
   * is opened. Beyond so many sessions of one person the oldest ends. The token is returned once and never kept.
   */
  open(userId: number, before: (trx: Trx) => Promise<SessionPlace | undefined>): Promise<string>;
  /** The session of a token that is alive; `undefined` for anything else. */
  find(token: string): Promise<Session | undefined>;
  findByHash(tokenHash: string): Promise<Session | undefined>;
  /** By what the session of a token was ended from elsewhere, for whoever still holds it; '' where there is nothing to tell. */
  endedBy(token: string): Promise<EndedBy>;
  revoke(tokenHash: string): Promise<void>;
  /**
   * Ends all sessions of a user in a transaction, but the one that is kept, and all logins that have only begun: whoever else is in goes when
   * a credential changes (security S26). Call what it resolves with once the transaction is committed.
   */
  revokeOthers(userId: number, keptTokenHash: string | undefined, trx: Trx, endedBy?: EndedBy): Promise<() => void>;
  /** As `revokeOthers`, of the sessions that are named. */
  revokeThese(userId: number, tokenHashes: readonly string[], trx: Trx, endedBy?: EndedBy): Promise<() => void>;
  /** Sessions of a person that are alive, the one used last first. */
  list(userId: number): Promise<SessionRecord[]>;
  /** Called on this node when a session was revoked here. */
  onRevoked(listener: RevokedListener): Stop;
  /** Housekeeping: forgets sessions that can never be used again. */
  readonly cleaning: WallKind;
}

export function createSessions(parts: { db: Db; clock: Clock; sessionsMax: number }): Sessions {
  const { db, clock, sessionsMax } = parts;
  const revoked = new BoundedMap<true>(REVOKED_MAX);
  const listeners = new Set<RevokedListener>();
  const findByHash = async (tokenHash: string): Promise<Session | undefined> => {
    const found = await sessionWithUser(db.kysely, tokenHash);
    if (!found || revoked.get(tokenHash)) return undefined;
    const expiresAtMs = expiryOf(found.session);
    const nowMs = clock.now();
    if (found.session.revoked_at !== null || nowMs >= expiresAtMs) return undefined;
    if (nowMs - found.session.used_at >= TOUCH_MS) {
      await db.transaction((trx) => touchSession(trx, tokenHash, nowMs));
      // It may have ended while its use was written.
      if (revoked.get(tokenHash)) return undefined;
    }
    return { tokenHash, user: found.user, expiresAtMs, deviceHash: found.session.device_hash };
  };
  const tellRevoked = (tokenHash: string): void => {
    revoked.set(tokenHash, true);
    for (const listener of listeners) listener(tokenHash);
  };
  const tellOtherNodes = (trx: Trx, userId: number): Promise<void> => appendEvents(trx, userId, [SESSIONS_ENDED], clock.now());
  const revokeThese: Sessions['revokeThese'] = async (userId, tokenHashes, trx, endedBy = '') => {
    for (const tokenHash of tokenHashes) await revokeSession(trx, tokenHash, clock.now(), endedBy);
    if (tokenHashes.length > 0) await tellOtherNodes(trx, userId);
    return () => tokenHashes.forEach(tellRevoked);
  };
  return {
    async open(userId, before) {
      const token = makeToken();
      const nowMs = clock.now();
      const session = { token_hash: secretHash(token), user_id: userId, created_at: nowMs, used_at: nowMs, revoked_at: null };
      const ended = await db.transaction(async (trx) => {
        const place = await before(trx);
        const old = await endOldSessions(trx, userId, sessionsMax - 1);
        await insertSession(trx, { ...session, ...place });
        if (old.length > 0) await tellOtherNodes(trx, userId);
        return old;
      });
      ended.forEach(tellRevoked);
      return token;
    },
    find: async (token) => (isToken(token) ? findByHash(secretHash(token)) : undefined),
    findByHash,
    endedBy: async (token) => (isToken(token) ? endedByOf(db.kysely, secretHash(token)) : ''),
    async revoke(tokenHash) {
      await db.transaction(async (trx) => {
        const userId = await revokeSession(trx, tokenHash, clock.now(), '');
        if (userId !== undefined) await tellOtherNodes(trx, userId);
      });
      tellRevoked(tokenHash);
    },
    revokeThese,
    async revokeOthers(userId, keptTokenHash, trx, endedBy) {
      await deleteBegunLoginsOf(trx, userId);
      const hashes = (await sessionsOfUser(trx, userId)).map((session) => session.token_hash);
      return revokeThese(
        userId,
        hashes.filter((hash) => hash !== keptTokenHash),
        trx,
        endedBy,
      );
    },
    async list(userId) {
      return (await sessionsOfUser(db.kysely, userId)).filter((session) => expiryOf(session) > clock.now());
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cleaning: { everyMs: CLEAN_MS, run: (trx, nowMs) => deleteDeadSessions(trx, nowMs - ABSOLUTE_MS, CLEAN_ROWS_MAX) },
  };
}

const expiryOf = (session: Pick<SessionRecord, 'used_at' | 'created_at'>): number =>
  Math.min(session.used_at + SLIDING_MS, session.created_at + ABSOLUTE_MS);
