/** What every change of a verification's state leaves behind, in its own transaction: the person's row, the audit, the event for their pages, a letter. */
import { identityStateToWire } from '#protocol/identity-state.ts';
import type { Trx } from '../database/database.ts';
import type { ChangeCause, OwnerLetters } from '../protection/owner-letters.ts';
import { appendAudit } from '../repositories/audit-repository.ts';
import { type IdentityOfUser, setRealStatus } from '../repositories/identity-repository.ts';
import { appendEvents } from '../repositories/outbox-repository.ts';
import { userById } from '../repositories/user-repository.ts';

type Verification = Pick<IdentityOfUser, 'id' | 'user_id' | 'uid' | 'state'>;
const TEXTS = { waiting: 'identitySent', verified: 'identityVerified', rejected: 'identityRejected' } as const;

type Change = {
  readonly actor: string;
  readonly act: string;
  readonly reason: string;
  /** What a rejected person is told to put right; '' for none. */
  readonly remark: string;
  readonly nowMs: number;
  readonly letter: ChangeCause;
};

/** Nothing that stands on a document goes into the audit, which is kept for ever, or into a letter. */
export async function recordState(
  trx: Trx,
  ownerLetters: Pick<OwnerLetters, 'tell'>,
  { id, user_id, uid, state }: Verification,
  { actor, act, reason, remark, nowMs, letter }: Change,
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
  const user = await userById(trx, user_id);
  if (user) await ownerLetters.tell(trx, user, { ...letter, template: TEXTS[state], params: { reason: remark } });
}
