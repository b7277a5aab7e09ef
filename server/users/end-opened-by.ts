/** Sessions that were opened by a way in that is no more end with it: whoever removes it means whoever came by it (decision D9.307). */
import type { Trx } from '../database/database.ts';
import type { EndedBy } from '../database/factor-schema.ts';
import { type SessionRecord, sessionsOfUser } from '../repositories/session-repository.ts';
import type { Devices } from './devices.ts';
import type { Session, Sessions } from './sessions.ts';

type Parts = { readonly sessions: Pick<Sessions, 'revokeThese'>; readonly devices: Pick<Devices, 'forget'> };
/** How a session was opened. */
export type Opening = Pick<SessionRecord, 'via' | 'passkey_id'>;

/**
 * Ends them under the person's lock, but the one that asks, and forgets their devices, but its own. Call what it resolves with once the
 * transaction is committed.
 */
export async function endOpenedBy(
  { sessions, devices }: Parts,
  trx: Trx,
  { user, tokenHash, deviceHash }: Session,
  { wasOpenedBy, endedBy }: { readonly wasOpenedBy: (opening: Opening) => boolean; readonly endedBy: EndedBy },
): Promise<() => void> {
  const gone = (await sessionsOfUser(trx, user.id)).filter((row) => row.token_hash !== tokenHash && wasOpenedBy(row));
  for (const { device_hash } of gone)
    if (device_hash !== null && device_hash !== deviceHash) await devices.forget(trx, user.id, device_hash);
  const hashes = gone.map(({ token_hash }) => token_hash);
  return sessions.revokeThese(user.id, hashes, trx, endedBy);
}
