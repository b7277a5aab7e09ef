/** How somebody's own account stands: asked of the server when they come, when a trade was refused for it, and wherever it is shown. */
import { isLimitKind } from '#domain/own-limits.ts';
import { ERROR } from '#protocol/errors.ts';
import { CallError } from '#rest/call-error.ts';
import { type ProtectionReply, protection } from '#rest/protection.ts';
import { storage } from '../browser/storage.ts';
import { request } from '../requests/request.ts';
import { entryOf, run } from '../state/query.ts';
import { riskHold } from '../state/risk-hold.ts';
import { isDemo, user } from '../state/user.ts';
import type { Following } from './follow-limits.ts';
import { putOwnLimits } from './own-limits-now.ts';
import { leaveRiskHold, putRiskHold } from './put-risk-hold.ts';
import { setLimits, usedUpOf } from './used-limits.ts';

let following: Following | undefined;
/** Counts readings: code that comes late for one of them does nothing any more. */
let readings = 0;

/** In the browser's store, whose other pages are told of a change: who, and what was said last of how they stand. */
export const STANDING_STORED = 'standing';

function tellPages({ frozen, pause, excluded, remind }: ProtectionReply): void {
  const said = [user.peek()?.uid, frozen, pause, excluded, remind].join(' ');
  if (storage.get(STANDING_STORED) !== said) storage.set(STANDING_STORED, said);
}

/**
 * Has the page know what the reply says against new risk (decisions D9.400, D9.441), and other pages that it is another word. Returns the
 * reply.
 */
export function takeStanding(state: ProtectionReply): ProtectionReply {
  const standing = {
    isFrozen: state.frozen === '1',
    coolOffUntilMs: state.pause,
    excludedUntilMs: state.excluded,
    credentialChangedAtMs: 0,
  };
  putRiskHold(standing, usedUpOf(state.limits));
  putOwnLimits(setLimits(state.limits));
  tellPages(state);
  void follow(state);
  return state;
}

/** Only who has set a limit is followed. */
async function follow({ limits }: ProtectionReply): Promise<void> {
  const isLate = following?.stop() ?? false;
  following = undefined;
  const reading = ++readings;
  const set = setLimits(limits);
  if (set.length === 0) return;
  // Without the code of it a refusal tells.
  const code = await import('./follow-limits.ts').catch(() => undefined);
  if (code && reading === readings) following = code.followLimits(set, isLate, () => void readStanding(true));
}

/** Nobody is here any more, or somebody else. */
export function leaveStanding(): void {
  readings++;
  following?.stop();
  following = undefined;
  putOwnLimits([]);
  leaveRiskHold();
}

/** One read for all who ask: two equal reads of the request layer end each other, and a page that lost its own would show nothing. */
export const STANDING_KEY = ['protection'] as const;

/**
 * `undefined` where it cannot be had, for a demo account, which has none, and of somebody who has gone meanwhile. `isAfter`: something has just
 * happened, which an answer that is under way may not know of.
 */
export async function readStanding(isAfter = false): Promise<ProtectionReply | undefined> {
  const uid = user.peek()?.uid;
  if (uid === undefined || isDemo.peek()) return undefined;
  const entry = entryOf<ProtectionReply>(STANDING_KEY);
  await run(entry, async (signal) => takeStanding(await protection(request, { signal, silent: true, initial: true })), isAfter);
  return user.peek()?.uid === uid && !entry.hasFailed.peek() ? entry.data.peek() : undefined;
}

/** A break that has begun on another device, a limit that was used up just now. */
function isForStanding(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const field = (error.data as { field?: unknown } | null)?.field;
  return error.code === ERROR.frozen || (typeof field === 'string' && isLimitKind(field));
}

/** After a trade that was refused: asks anew where that was for how its person stands. True when no order can be placed now. */
export async function readAfterRefusal(error: unknown): Promise<boolean> {
  if (!isForStanding(error)) return false;
  await readStanding(true);
  const hold = riskHold.peek();
  return hold !== undefined && !(hold.why === 'limit' && hold.measure === 'micro');
}
