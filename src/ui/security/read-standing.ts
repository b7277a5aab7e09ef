/** How somebody's own account stands: asked of the server when they come, when a trade was refused for it, and wherever it is shown. */
import { riskBarrier } from '#domain/protection.ts';
import { type ProtectionReply, protection } from '#rest/protection.ts';
import { request } from '../requests/request.ts';
import { isDemo, user } from '../state/user.ts';
import { putRiskHold } from './put-risk-hold.ts';

/** Has the page know what the reply says against new risk (decision D9.400). Returns the reply. */
export function takeStanding(state: ProtectionReply): ProtectionReply {
  const standing = {
    isFrozen: state.frozen === '1',
    coolOffUntilMs: state.pause,
    excludedUntilMs: state.excluded,
    credentialChangedAtMs: 0,
  };
  putRiskHold(riskBarrier(standing, Date.now()));
  return state;
}

/** `undefined` where it cannot be had, for a demo account, which has none, and of somebody who has gone meanwhile. */
export async function readStanding(): Promise<ProtectionReply | undefined> {
  const uid = user.peek()?.uid;
  if (uid === undefined || isDemo.peek()) return undefined;
  const state = await protection(request, { silent: true, initial: true }).catch(() => undefined);
  return state && user.peek()?.uid === uid ? takeStanding(state) : undefined;
}
