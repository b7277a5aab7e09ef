/** How somebody's own account stands: asked of the server when they come, when a trade was refused for it, and wherever it is shown. */
import { type ProtectionReply, protection } from '#rest/protection.ts';
import { storage } from '../browser/storage.ts';
import { request } from '../requests/request.ts';
import { entryOf, run } from '../state/query.ts';
import { isDemo, user } from '../state/user.ts';
import { putRiskHold } from './put-risk-hold.ts';

/** In the browser's store, whose other pages are told of a change: who, and what was said last of how they stand. */
export const STANDING_STORED = 'standing';

function tellPages({ frozen, pause, excluded, remind }: ProtectionReply): void {
  const said = [user.peek()?.uid, frozen, pause, excluded, remind].join(' ');
  if (storage.get(STANDING_STORED) !== said) storage.set(STANDING_STORED, said);
}

/** Has the page know what the reply says against new risk (decision D9.400), and other pages that it is another word. Returns the reply. */
export function takeStanding(state: ProtectionReply): ProtectionReply {
  putRiskHold({
    isFrozen: state.frozen === '1',
    coolOffUntilMs: state.pause,
    excludedUntilMs: state.excluded,
    credentialChangedAtMs: 0,
  });
  tellPages(state);
  return state;
}

/** One read for all who ask: two equal reads of the request layer end each other, and a page that lost its own would show nothing. */
export const STANDING_KEY = ['protection'] as const;

/** `undefined` where it cannot be had, for a demo account, which has none, and of somebody who has gone meanwhile. */
export async function readStanding(): Promise<ProtectionReply | undefined> {
  const uid = user.peek()?.uid;
  if (uid === undefined || isDemo.peek()) return undefined;
  const entry = entryOf<ProtectionReply>(STANDING_KEY);
  await run(entry, async (signal) => takeStanding(await protection(request, { signal, silent: true, initial: true })), false);
  return user.peek()?.uid === uid && !entry.hasFailed.peek() ? entry.data.peek() : undefined;
}
