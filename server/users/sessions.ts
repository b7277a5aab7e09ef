/**
 * Sessions: an opaque 256-bit token of which only the hash is stored; 7 days from the last use, 30 days at most (security S26,
 * decision D0.07). Every request asks the database, so a revoked token is dead at once on every node.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Stop } from '../clock.ts';
import type { Db } from '../database/database.ts';
import {
  deleteDeadSessions,
  insertSession,
  revokeSession,
  type SessionRecord,
  sessionWithUser,
  touchSession,
} from '../repositories/session-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';

const DAY_MS = 86_400_000;
export const SLIDING_MS = 7 * DAY_MS;
export const ABSOLUTE_MS = 30 * DAY_MS;
/** The last use is written at most so often: a write per request would be the busiest row of the database. */
const TOUCH_MS = 3_600_000;
const CLEAN_MS = DAY_MS;
const CLEAN_ROWS_MAX = 1_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type Session = { readonly tokenHash: string; readonly user: UserRecord; readonly expiresAtMs: number };
type RevokedListener = (tokenHash: string) => void;

export interface Sessions {
  /** Makes a session; the token is returned once and never kept. */
  open(userId: number): Promise<string>;
  /** The session of a token that is alive; `undefined` for anything else. */
  find(token: string): Promise<Session | undefined>;
  findByHash(tokenHash: string): Promise<Session | undefined>;
  revoke(tokenHash: string): Promise<void>;
  /** Called on this node when a session was revoked here. */
  onRevoked(listener: RevokedListener): Stop;
  start(): Stop;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function createSessions(parts: { db: Db; clock: Clock }): Sessions {
  const { db, clock } = parts;
  const listeners = new Set<RevokedListener>();
  const findByHash = async (tokenHash: string): Promise<Session | undefined> => {
    const found = await sessionWithUser(db.kysely, tokenHash);
    if (!found) return undefined;
    const expiresAtMs = expiryOf(found.session);
    const nowMs = clock.now();
    if (found.session.revoked_at !== null || nowMs >= expiresAtMs) return undefined;
    if (nowMs - found.session.used_at >= TOUCH_MS) await db.transaction((trx) => touchSession(trx, tokenHash, nowMs));
    return { tokenHash, user: found.user, expiresAtMs };
  };
  return {
    async open(userId) {
      const token = randomBytes(32).toString('base64url');
      const nowMs = clock.now();
      const session = { token_hash: sha256(token), user_id: userId, created_at: nowMs, used_at: nowMs, revoked_at: null };
      await db.transaction((trx) => insertSession(trx, session));
      return token;
    },
    find: async (token) => (TOKEN.test(token) ? findByHash(sha256(token)) : undefined),
    findByHash,
    async revoke(tokenHash) {
      await db.transaction((trx) => revokeSession(trx, tokenHash, clock.now()));
      for (const listener of listeners) listener(tokenHash);
    },
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => clock.every(CLEAN_MS, () => db.transaction((trx) => deleteDeadSessions(trx, clock.now() - ABSOLUTE_MS, CLEAN_ROWS_MAX))),
  };
}

const expiryOf = (session: SessionRecord): number => Math.min(session.used_at + SLIDING_MS, session.created_at + ABSOLUTE_MS);
