/** What every change of a verification's state leaves behind, in its own transaction: the person's row, the audit, the event for their pages. */
import { identityStateToWire } from '#protocol/identity-state.ts';
import type { Trx } from '../database/database.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { type IdentityOfUser, setRealStatus } from '../repositories/identity-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';

type Verification = Pick<IdentityOfUser, 'id' | 'user_id' | 'uid' | 'state'>;
const TEXTS = { waiting: 'identitySent', verified: 'identityVerified', rejected: 'identityRejected' } as const;

/** Nothing that stands on a document goes into the audit: it is kept for ever. */
export async function recordState(
  trx: Trx,
  { id, user_id, uid, state }: Verification,
  { actor, act, reason, nowMs }: { actor: string; act: string; reason: string; nowMs: number },
): Promise<void> {
  const status = identityStateToWire(state);
  await setRealStatus(trx, user_id, status);
  await appendAudit(trx, {
    at: nowMs,
    actor,
    act,
    subject: `identity ${id} of user ${uid}`,
    detail: reason === '' ? state : `${state}: ${reason}`,
  });
  await appendEvents(
    trx,
    user_id,
    [{ topic: 'NOTICE', payload: { data: { kind: 'identity', level: String(status), text: TEXTS[state] } } }],
    nowMs,
  );
}
