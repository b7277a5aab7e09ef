/**
 * Money calls that the page before a reload, or an earlier session of the same user, left without an answer: each is made final and
 * reported once, to its own caller. What belongs to another user or realm is neither asked for nor voided: it waits for them.
 */
import { HOUR_MS } from '#domain/time-units.ts';
import { type Envelope, ERROR } from '#protocol/errors.ts';
import { CALL_ERROR } from './call-error.ts';
import { settle, storedAnswer } from './final-answer.ts';
import { type Intent, readIntents } from './intents.ts';
import { dropIntent, isKept, isPresent, type MoneyWire } from './money-wire.ts';
import type { Caller, ResolvedIntent } from './wire.ts';

/** The server keeps answers for 72 h (decision D0.11). From an hour before, a key that it does not know proves nothing any more, void or not. */
export const INTENT_FORGOTTEN_AFTER_MS = 71 * HOUR_MS;

/** `settledAfterMs`: how long after it was begun a call may still be under way in the tab that began it. */
export async function resolveIntents(wire: MoneyWire, settledAfterMs: number): Promise<ResolvedIntent[]> {
  if (wire.caller.uid === '') return [];
  const theirs = readIntents(wire.storage).filter((intent) => mayBelongTo(intent, wire.caller));
  const resolved = await Promise.all(theirs.map((intent) => wire.lock(intent.clientId, () => resolveOne(wire, intent, settledAfterMs))));
  return resolved.filter((intent) => intent !== undefined);
}

/** An intent of an older version names nobody: it is the caller's if the server has its answer under their name, since keys are never repeated. */
const mayBelongTo = (intent: Intent, { uid, realm }: Caller): boolean =>
  intent.uid === undefined || (intent.uid === uid && intent.realm === realm);

/** Under the lock that its sender holds until it is done, so that no two tabs tell of one call. */
async function resolveOne(wire: MoneyWire, intent: Intent, settledAfterMs: number): Promise<ResolvedIntent | undefined> {
  if (!isKept(wire, intent.clientId)) return undefined;
  const answer = await finalAnswer(wire, intent, settledAfterMs).catch(() => undefined);
  // Without its own session nobody can be asked, and another one must not hear of it: it stays for the next login.
  if (!answer || answer.code === ERROR.session || !isPresent(wire)) return undefined;
  if (!(await dropIntent(wire, intent.clientId))) return undefined;
  const { clientId, path, atMs, seenSeq = 0 } = intent;
  return { clientId, path, atMs, seenSeq, code: answer.code, msg: answer.msg, data: answer.data };
}

type FinalAnswer = Pick<Envelope, 'msg' | 'data'> & { readonly code: number | string };
const FORGOTTEN: FinalAnswer = { code: CALL_ERROR.unknown, msg: '', data: null };

/** `undefined`: not final yet. Rejects when the server cannot be reached. */
async function finalAnswer(wire: MoneyWire, intent: Intent, settledAfterMs: number): Promise<FinalAnswer | undefined> {
  const isForgotten = wire.parts.now() - intent.atMs > INTENT_FORGOTTEN_AFTER_MS;
  const isOnlyAsked = isForgotten || intent.uid === undefined;
  const known = await storedAnswer(wire, intent.clientId).catch((error) => {
    // The wait and the checks below outlive an outage; without them a server that is not there says nothing.
    if (isOnlyAsked) throw error;
    return undefined;
  });
  if (known || isForgotten) return known ?? FORGOTTEN;
  // Nobody may void what could be another's.
  if (intent.uid === undefined) return undefined;
  const waitMs = intent.atMs + settledAfterMs - wire.parts.now();
  if (waitMs > 0) await wire.parts.sleep(Math.min(waitMs, settledAfterMs));
  return isKept(wire, intent.clientId) ? settle(wire, intent.clientId) : undefined;
}
