/** Who got into an account and who tried to: rows that its owner sees, and rows of the audit (security S41). */
import type { Language } from '#domain/languages.ts';
import type { LoginWay } from '#protocol/rest/security.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import type { Log } from '../log.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { insertLoginEvent, type LoginEventRecord, loginEventsOf } from '../repositories/factor-repository.ts';
import type { UserRecord } from '../repositories/user-repository.ts';
import { agentName } from './agent-name.ts';

/** Rows that are kept of one person: so many logins, and apart from them so many that were refused, so that no guesser washes away the logins. */
const LOGIN_EVENTS_MAX = 50;
/** Refusals that wait to be written; one more is not. */
const WAITING_MAX = 200;

/** Who calls: the peer's IP address, its User-Agent and the language of its call. */
export type Caller = { readonly ip: string; readonly agent: string; readonly lang: Language };

export interface LoginHistory {
  /** Writes a login in its transaction. */
  entered(trx: Trx, user: UserRecord, login: Caller & { via: LoginWay; isNew: boolean }): Promise<void>;
  /**
   * Writes a refused try by itself, soon: who waited for it could tell by the time of the answer whether the account exists (security S22).
   */
  refused(user: UserRecord, via: LoginWay, caller: Caller): void;
  /** The newest of both kinds, newest first. */
  list(userId: number): Promise<LoginEventRecord[]>;
}

export function createLoginHistory({ db, clock, log }: { db: Db; clock: Clock; log: Log }): LoginHistory {
  let waiting = 0;
  let written: Promise<void> = Promise.resolve();
  const write = async (trx: Trx, user: UserRecord, row: Omit<LoginEventRecord, 'id' | 'user_id' | 'at'>): Promise<void> => {
    const at = clock.now();
    await insertLoginEvent(trx, { ...row, user_id: user.id, at }, LOGIN_EVENTS_MAX);
    // A demo account is anybody's plaything: what is done there is shown to its owner and not kept for ever.
    if (user.realm === 'demo') return;
    const act = row.entered === 1 ? 'login' : 'login.refused';
    const detail = `${row.via} ${row.network} ${row.agent}`;
    await appendAudit(trx, { at, actor: `user:${user.uid}`, act, subject: `user:${user.uid}`, detail });
  };
  const place = ({ ip, agent }: Caller) => ({ network: widerNetworkOf(ip), agent: agentName(agent) });
  return {
    entered: (trx, user, { via, isNew, ...caller }) => write(trx, user, { ...place(caller), via, entered: 1, is_new: isNew ? 1 : 0 }),

    refused(user, via, caller) {
      if (waiting >= WAITING_MAX) return;
      waiting++;
      // One after another: many at once would each count the rows that are kept without the others'.
      written = written
        .then(() => db.transaction((trx) => write(trx, user, { ...place(caller), via, entered: 0, is_new: 1 })))
        .catch((error: unknown) => log.warn({ err: error }, 'a refused login could not be written down'))
        .finally(() => waiting--);
    },

    list: (userId) => loginEventsOf(db.kysely, userId, 2 * LOGIN_EVENTS_MAX),
  };
}
