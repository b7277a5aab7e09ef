/**
 * A money call, once (decision D0.11): its key, its effects and its answer are one transaction. The same key with the same content
 * gets the stored answer, refusals too; with other content error 1002. What fails with an exception stores nothing.
 */
import { DecimalRangeError } from '#domain/decimal.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import { invalidField, type Outcome, refused, tellsOrders } from '../../outcome.ts';
import { claimKey, findCall, removeKeysBefore, type StoredCall, storeReply } from '../../repositories/idempotency-repository.ts';
import type { Settings } from '../../site/settings.ts';
import { numberedBalances } from '../outbox/numbered-balances.ts';
import type { RequestKey } from '../trading.ts';

/** How long an answer is kept. */
export const KEY_KEPT_MS = 72 * HOUR_MS;
/** Request hash of a key that was voided before its call came. */
const VOID_HASH = '';

type OnceParts = { readonly db: Db; readonly clock: Clock; readonly settings: Settings };
export type OnceCall<T> = {
  readonly userId: number;
  readonly key: RequestKey;
  /** Field and value to name when the figures leave 64 bits. */
  readonly blamed: { readonly field: string; readonly value: string };
  /** Looks at everything before it writes anything: a refusal is committed with its key. Safe to run again. */
  work(trx: Trx): Promise<Outcome<T>>;
};

const parseReply = <T>(stored: StoredCall): Outcome<T> => JSON.parse(stored.reply) as Outcome<T>;

function replayed<T>(stored: StoredCall, requestHash: string): Outcome<T> {
  const isSame = stored.requestHash === requestHash || stored.requestHash === VOID_HASH;
  return isSame ? parseReply<T>(stored) : refused('keyReused');
}

/** The outcome with the number of the person's newest event and the balances, where the call asked for them. */
async function withBalances<T>({ settings }: OnceParts, trx: Trx, call: OnceCall<T>, outcome: Outcome<T>): Promise<Outcome<T>> {
  if (!call.key.withOutbox || !tellsOrders(outcome)) return outcome;
  return { ...outcome, outbox: await numberedBalances(settings, trx, call.userId) };
}

function attempt<T>(parts: OnceParts, call: OnceCall<T>, work: (trx: Trx) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const { userId } = call;
  const { key, requestHash } = call.key;
  return parts.db.transaction(async (trx) => {
    if (key === undefined) return withBalances(parts, trx, call, await work(trx));
    if (!(await claimKey(trx, { userId, key, requestHash, atMs: parts.clock.now() }))) {
      const stored = await findCall(trx, userId, key);
      if (!stored) throw new Error(`key of user ${userId} vanished while it was taken`);
      return replayed<T>(stored, requestHash);
    }
    const outcome = await withBalances(parts, trx, call, await work(trx));
    await storeReply(trx, userId, key, JSON.stringify(outcome));
    return outcome;
  });
}

/** Runs the call once and answers. Figures that do not fit 64 bits are error 1001, with nothing written. */
export async function runOnce<T>(parts: OnceParts, call: OnceCall<T>): Promise<Outcome<T>> {
  try {
    return await attempt(parts, call, call.work);
  } catch (error) {
    if (!(error instanceof DecimalRangeError)) throw error;
    const refusal = invalidField({ ...call.blamed, allowed: 'a smaller amount' }) as Outcome<never>;
    return attempt<T>(parts, call, async () => refusal);
  }
}

/** The answer stored under a key; undefined when the key was never seen. */
export async function storedOutcome(parts: OnceParts, userId: number, key: string): Promise<Outcome | undefined> {
  const stored = await findCall(parts.db.kysely, userId, key);
  return stored && parseReply(stored);
}

/** The stored answer, or the refusal 1109 stored now: a call that comes later under this key is refused. */
export function voidOnce(parts: OnceParts, userId: number, key: string): Promise<Outcome> {
  return parts.db.transaction(async (trx) => {
    const isNew = await claimKey(trx, { userId, key, requestHash: VOID_HASH, atMs: parts.clock.now() });
    if (isNew) {
      const refusal = refused('voided');
      await storeReply(trx, userId, key, JSON.stringify(refusal));
      return refusal;
    }
    const stored = await findCall(trx, userId, key);
    if (!stored) throw new Error(`key of user ${userId} vanished while it was voided`);
    return parseReply(stored);
  });
}

/** Forgets answers older than 72 h. */
export const forgetOldKeys = (parts: OnceParts): Promise<void> =>
  parts.db.transaction((trx) => removeKeysBefore(trx, parts.clock.now() - KEY_KEPT_MS));
