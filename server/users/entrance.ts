/** The last step of every way in: the session and its device, the row of the history, and what the page is told. */
import type { LoginReply } from '#protocol/rest/user.ts';
import type { Clock } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import type { LoginWay } from '../database/factor-schema.ts';
import { BusyError } from '../limits/busy-error.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import { markSeen, type UserRecord, userById } from '../repositories/user-repository.ts';
import { agentName } from './agent-name.ts';
import type { Devices } from './devices.ts';
import type { Caller, LoginHistory } from './login-history.ts';
import type { Sessions } from './sessions.ts';
import { userRow } from './user-row.ts';

/** `device`: the token that the client sent, '' without one; undefined where the way in needs no device. */
type Way = Caller & { readonly via: LoginWay; readonly device?: string | undefined };

export interface Entrance {
  /** Opens a session for somebody who has proven who they are. `before` runs first, in the same transaction. */
  enter(user: UserRecord, way: Way, before?: (trx: Trx) => Promise<void>): Promise<LoginReply>;
}

/**
 * Password and factor may have been changed since the caller read the person: whoever logs in by the old ones must come again. Asked under the
 * person's lock. Throws `BusyError`.
 */
export async function assertUnchanged(trx: Trx, user: UserRecord): Promise<void> {
  const now = await userById(trx, user.id);
  if (now?.password_hash !== user.password_hash || now?.two_factor !== user.two_factor)
    throw new BusyError('credentials changed meanwhile');
}

export function createEntrance(parts: { clock: Clock; sessions: Sessions; devices: Devices; history: LoginHistory }): Entrance {
  const { clock, sessions, devices, history } = parts;
  return {
    async enter(user, { via, device, ...caller }, before) {
      let kept: string | undefined;
      const token = await sessions.open(user.id, async (trx) => {
        await markSeen(trx, user.id, clock.now());
        await before?.(trx);
        const known = device === undefined ? undefined : await devices.remember(trx, user.id, device);
        kept = known?.token;
        await history.entered(trx, user, { ...caller, via, isNew: known?.isNew ?? false });
        return { device_hash: known?.hash ?? null, agent: agentName(caller.agent), network: widerNetworkOf(caller.address), via };
      });
      return { token, user: userRow(user), ...(kept === undefined ? {} : { device: kept }) };
    },
  };
}
