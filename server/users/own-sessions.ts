/** A person's own sessions as they see and end them, and the history of their logins. */
import type { LoginEventRow, SessionRow } from '#protocol/rest/security.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import type { Devices } from './devices.ts';
import { holdSession } from './live-session.ts';
import type { LoginHistory } from './login-history.ts';
import type { Session, Sessions } from './sessions.ts';

/** A session is called by the first half of its token's hash: enough to find it among its person's few, and nothing of the token. */
const ID_LENGTH = 32;

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'list' | 'revokeThese' | 'revokeOthers'>;
  readonly devices: Pick<Devices, 'forget' | 'forgetOthers'>;
  readonly history: Pick<LoginHistory, 'list'>;
};

export interface OwnSessions {
  list(session: Session): Promise<Outcome<SessionRow[]>>;
  /** 1004 for one that is not theirs, or has ended. */
  revoke(session: Session, id: string): Promise<Outcome<null>>;
  revokeOthers(session: Session): Promise<Outcome<null>>;
  history(session: Session): Promise<Outcome<LoginEventRow[]>>;
}

export function createOwnSessions({ db, clock, sessions, devices, history }: Parts): OwnSessions {
  const audit = async (trx: Trx, user: UserRecord, act: string, detail: string): Promise<void> => {
    if (user.realm === 'demo') return;
    await appendAudit(trx, { at: clock.now(), actor: `user:${user.uid}`, act, subject: `user:${user.uid}`, detail });
  };
  return {
    async list({ user, tokenHash }) {
      const rows = (await sessions.list(user.id)).map(
        ({ token_hash, agent, network, via, created_at, used_at }): SessionRow => ({
          ...{ id: token_hash.slice(0, ID_LENGTH), agent, network, via, first: created_at, last: used_at },
          mine: token_hash === tokenHash ? '1' : '0',
        }),
      );
      // One's own first; the others by their last use, as they come.
      return done([...rows.filter(({ mine }) => mine === '1'), ...rows.filter(({ mine }) => mine === '0')]);
    },

    async revoke(session, id) {
      const { user, deviceHash } = session;
      const found = (await sessions.list(user.id)).find(({ token_hash }) => token_hash.startsWith(id));
      if (!found) return refused('notFound');
      const tell = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        // Another session of this very device ends; the device stays.
        if (found.device_hash !== null && found.device_hash !== deviceHash) await devices.forget(trx, user.id, found.device_hash);
        await audit(trx, user, 'session.revoke', `${found.network} ${found.agent}`);
        return sessions.revokeThese(user.id, [found.token_hash], trx, 'device');
      });
      tell();
      return done(null, 'sessionRevoked');
    },

    async revokeOthers(session) {
      const { user, tokenHash, deviceHash } = session;
      const tell = await db.transaction(async (trx) => {
        await holdSession(trx, session);
        await devices.forgetOthers(trx, user.id, deviceHash);
        await audit(trx, user, 'session.revoke_others', '');
        return sessions.revokeOthers(user.id, tokenHash, trx, 'device');
      });
      tell();
      return done(null, 'sessionsRevoked');
    },

    async history({ user }) {
      const rows = await history.list(user.id);
      return done(
        rows.map(({ id, at, entered, via, agent, network, is_new }) => ({
          ...{ id, at, via, agent, network },
          ...{ entered: entered === 1 ? ('1' as const) : ('0' as const), fresh: is_new === 1 ? ('1' as const) : ('0' as const) },
        })),
      );
    },
  };
}
