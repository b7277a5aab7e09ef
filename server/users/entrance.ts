/** The last step of every way in: the session and its device, the row of the history, and what the page is told. */
import { DAY_MS } from '#domain/time-units.ts';
import type { LoginWay } from '#protocol/rest/security.ts';
import type { LoginReply } from '#protocol/rest/user.ts';
import type { Clock } from '../clock/clock.ts';
import type { Trx } from '../database/database.ts';
import { BusyError } from '../limits/busy-error.ts';
import { widerNetworkOf } from '../limits/network-of.ts';
import type { OwnerLetters } from '../protection/owner-letters.ts';
import { countNotMe } from '../repositories/freeze-repository.ts';
import { markSeen, type UserRecord, userById } from '../repositories/user-repository.ts';
import { agentName } from './agent-name.ts';
import type { Devices } from './devices.ts';
import type { Caller, LoginHistory } from './login-history.ts';
import type { Sessions } from './sessions.ts';
import { userRow } from './user-row.ts';

/** What the letter of a login from a new device is about, and how many of them are written in a day. */
const NEW_DEVICE = 'login';
const DEVICE_LETTERS_MAX = 10;

/** `device`: the token that the client sent, '' without one; undefined where the way in needs no device. `passkeyId`: of a passkey that opened. */
type Way = Caller & { readonly via: LoginWay; readonly device?: string | undefined; readonly passkeyId?: number };

export interface Entrance {
  /** Opens a session for somebody who has proven who they are. `before` runs first, in the same transaction. */
  enter(user: UserRecord, way: Way, before?: (trx: Trx) => Promise<void>): Promise<LoginReply>;
}

const ADDRESSES = ['email', 'mobile'] as const;
const PROOFS = ['password_hash', 'two_factor'] as const;

async function assertSame(trx: Trx, user: UserRecord, columns: readonly (keyof UserRecord)[]): Promise<void> {
  const now = await userById(trx, user.id);
  if (!now || columns.some((column) => now[column] !== user[column])) throw new BusyError('credentials changed meanwhile');
}

/**
 * Names, password and factor may have been changed since the caller read the person: whoever logs in by the old ones must come again. Asked under
 * the person's lock. Throws `BusyError`.
 */
export const assertUnchanged = (trx: Trx, user: UserRecord): Promise<void> => assertSame(trx, user, [...ADDRESSES, ...PROOFS]);

/** The same of somebody who was not found by a name: by a passkey, or by the session that changes it. */
export const assertProofsUnchanged = (trx: Trx, user: UserRecord): Promise<void> => assertSame(trx, user, PROOFS);

type Parts = {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly history: LoginHistory;
  readonly ownerLetters: OwnerLetters;
  /** Letters were written: send them soon. */
  readonly wake: () => void;
};

export function createEntrance(parts: Parts): Entrance {
  const { clock, sessions, devices, history } = parts;
  return {
    async enter(user, { via, device, passkeyId, ...caller }, before) {
      let kept: string | undefined;
      let isTold = false;
      const token = await sessions.open(user.id, async (trx) => {
        await markSeen(trx, user.id, clock.now());
        await before?.(trx);
        const known = device === undefined ? undefined : await devices.remember(trx, user.id, device);
        kept = known?.token;
        // The device that an account was made on is its first.
        isTold = known?.isNew === true && via !== 'register' && (await tellOfDevice(parts, trx, user, caller));
        await history.entered(trx, user, { ...caller, via, isNew: known?.isNew ?? false });
        const place = { device_hash: known?.hash ?? null, agent: agentName(caller.agent), network: widerNetworkOf(caller.ip) };
        return { ...place, via, passkey_id: passkeyId ?? null };
      });
      if (isTold) parts.wake();
      return { token, user: userRow(user), ...(kept === undefined ? {} : { device: kept }) };
    },
  };
}

/** False where enough letters were sent: whoever makes more devices than that has long been told of. */
async function tellOfDevice({ clock, ownerLetters }: Parts, trx: Trx, user: UserRecord, { ip, agent, lang }: Caller): Promise<boolean> {
  const sent = await countNotMe(trx, { userId: user.id, act: NEW_DEVICE, sinceMs: clock.now() - DAY_MS });
  if (sent >= DEVICE_LETTERS_MAX) return false;
  await ownerLetters.tell(trx, user, {
    template: 'newDevice',
    act: NEW_DEVICE,
    ip,
    lang,
    params: { device: agentName(agent) || '?' },
  });
  return true;
}
