/** Sessions for tests of a desk without the rest of a server: whoever acts has one that lives. */
import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import { insertSession } from '#server/repositories/session-repository.ts';
import type { Trader } from '#server/trading/trading.ts';
import type { ActingSession } from '#server/users/live-session.ts';

/** One for each person, made when they act first. */
export function sessionsIn(db: Db): (trader: Trader) => Promise<ActingSession> {
  const made = new Map<number, Promise<ActingSession>>();
  const open = async ({ id, uid }: Trader): Promise<ActingSession> => {
    const tokenHash = randomBytes(32).toString('hex');
    const place = { device_hash: null, agent: '', network: '', via: 'password', passkey_id: null } as const;
    const row = { token_hash: tokenHash, user_id: id, created_at: 0, used_at: 0, revoked_at: null, ended_by: '', ...place } as const;
    await db.transaction((trx) => insertSession(trx, row));
    return { tokenHash, user: { id, uid } };
  };
  return (trader) => {
    const session = made.get(trader.id) ?? open(trader);
    made.set(trader.id, session);
    return session;
  };
}
