/**
 * A call that moves money (decisions D0.10 to D0.12). Its key is made and stored before the first byte leaves, it is sent again only
 * under that key, it is never cancelled, and it ends with the server's own answer: an unknown outcome is asked for, and if the server
 * does not know the key, the key is voided there, so that a late arrival is refused. Loaded with the first money call.
 */
import * as v from 'valibot';
import { type Envelope, ERROR } from '#protocol/errors.ts';
import {
  byClientIdEndpoint,
  cancelAllEndpoint,
  cancelEndpoint,
  closeAllEndpoint,
  closeEndpoint,
  reverseEndpoint,
  setStopEndpoint,
  submitEndpoint,
  voidEndpoint,
} from '#protocol/rest/endpoints.ts';
import { CloseReply, FillReply, ManyReply, ReverseReply } from '#protocol/rest/forex.ts';
import { ByClientIdReply } from '#protocol/rest/order.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import { clientId } from './client-id.ts';
import { asEnvelope } from './exchange.ts';
import { addIntent, type Intent, type KeyValue, readIntents, removeIntent } from './intents.ts';
import type { MoneyAsk, MoneyCalls, ResolvedIntent, Wire } from './wire.ts';

export const MONEY_TIMEOUT_MS = 10_000;
/** Pauses before the second, third and fourth sending of the same call. */
export const MONEY_RETRIES_AFTER_MS: readonly number[] = [500, 1_500, 4_000];
/** After this long no attempt of the page that made an intent can still be under way: 4 deadlines and the pauses. */
export const INTENT_SETTLED_AFTER_MS = MONEY_TIMEOUT_MS * 4 + 6_000;
/** Checking goes on through an outage of about ten minutes; then the intent stays for the next start. */
const CHECKS_MAX = 64;
const CHECK_PAUSE_MIN_MS = 1_000;
const CHECK_PAUSE_MAX_MS = 10_000;
const CHECK_TIMEOUT_MS = 10_000;

/** Where keys come from, and where calls are kept that have no answer yet. */
export type MoneyStore = {
  /** n random bytes from a cryptographic source. */
  random(bytes: number): Uint8Array;
  readonly storage: KeyValue;
};
type MoneyWire = Wire & MoneyStore;

export const moneyCalls = (store: MoneyStore): MoneyCalls => ({
  send: (wire, ask) => sendMoney({ ...wire, ...store }, ask),
  resolve: (wire) => resolveIntents({ ...wire, ...store }),
});

/** Data of a success by path: a reply of another shape is `ERR_REPLY`. */
const REPLIES: Readonly<Record<string, v.GenericSchema>> = {
  [submitEndpoint.path]: FillReply,
  [closeEndpoint.path]: CloseReply,
  [cancelEndpoint.path]: FillReply,
  [setStopEndpoint.path]: FillReply,
  [reverseEndpoint.path]: ReverseReply,
  [closeAllEndpoint.path]: ManyReply,
  [cancelAllEndpoint.path]: ManyReply,
};

async function sendMoney(wire: MoneyWire, call: MoneyAsk): Promise<Envelope> {
  const { storage } = wire;
  const key = clientId((bytes) => wire.random(bytes));
  addIntent(storage, { clientId: key, path: call.endpoint.path, atMs: wire.parts.now() });
  const { envelope, isUnknown } = await sendUntilAnswered(wire, call, key);
  const answer = envelope ?? (await settle(wire, key, call.options));
  // Without a session nobody can be asked; if an earlier sending may have arrived, the intent waits for the next login.
  if (!(answer.code === ERROR.session && isUnknown)) removeIntent(storage, key);
  const reply = REPLIES[call.endpoint.path];
  if (answer.code === ERROR.ok && reply && !v.is(reply, answer.data)) throw new CallError(CALL_ERROR.reply);
  return answer;
}

/** Sends the same call up to four times. No envelope: the outcome is unknown. Rejects when the server certainly never took it. */
async function sendUntilAnswered(
  wire: MoneyWire,
  call: MoneyAsk,
  key: string,
): Promise<{ envelope: Envelope | undefined; isUnknown: boolean }> {
  const params = { ...call.params, client_id: key };
  const timeoutMs = call.options.timeoutMs ?? MONEY_TIMEOUT_MS;
  let isUnknown = false;
  for (let sent = 0; ; sent++) {
    try {
      const envelope = await wire.send(call.endpoint, params, { timeoutMs });
      if (envelope.code !== ERROR.accountBusy) return { envelope, isUnknown };
      // Nothing was done and nothing stored: the same call may come again. What stays busy is made final like a silence.
      if (sent >= MONEY_RETRIES_AFTER_MS.length) return { envelope: undefined, isUnknown };
      await wire.parts.sleep(MONEY_RETRIES_AFTER_MS[sent] as number);
    } catch (error) {
      const isRefused = isRefusedUnseen(error);
      const isLimited = error instanceof CallError && error.code === 'HTTP_429';
      isUnknown ||= !isRefused;
      const isLast = sent >= MONEY_RETRIES_AFTER_MS.length;
      if (!isUnknown && (isLast || !isLimited)) {
        removeIntent(wire.storage, key);
        throw error;
      }
      if (isLast || (isRefused && !isLimited)) return { envelope: undefined, isUnknown };
      await wire.parts.sleep(MONEY_RETRIES_AFTER_MS[sent] as number);
    }
  }
}

/** True when a gate in front of the application answered, so that nothing can have been executed by this sending. */
const isRefusedUnseen = (error: unknown): boolean =>
  error instanceof CallError && /^HTTP_4\d\d$/.test(String(error.code)) && error.code !== 'HTTP_408';

/** Asks until the outcome is final. Rejects with `ERR_UNKNOWN_OUTCOME` when the server cannot be reached for minutes. */
async function settle(wire: Wire, key: string, options: { onChecking?(): void }): Promise<Envelope> {
  options.onChecking?.();
  for (let check = 0; check < CHECKS_MAX; check++) {
    try {
      return (await storedAnswer(wire, key)) ?? (await wire.send(voidEndpoint, { client_id: key }, { timeoutMs: CHECK_TIMEOUT_MS }));
    } catch {
      await wire.parts.sleep(Math.min(CHECK_PAUSE_MAX_MS, CHECK_PAUSE_MIN_MS * 2 ** Math.min(check, 8)));
    }
  }
  throw new CallError(CALL_ERROR.unknown);
}

/** The answer that the server keeps under the key; `undefined` when it knows none (which alone proves nothing). */
async function storedAnswer(wire: Wire, key: string): Promise<Envelope | undefined> {
  const envelope = await wire.send(byClientIdEndpoint, { client_id: key }, { timeoutMs: CHECK_TIMEOUT_MS });
  if (envelope.code === ERROR.session) return envelope;
  if (envelope.code !== ERROR.ok || !v.is(ByClientIdReply, envelope.data)) return undefined;
  return envelope.data.state === 'done' ? asEnvelope(envelope.data.reply) : undefined;
}

/** Makes every stored intent final, oldest first. One that another tab may still be sending is given its time before it is voided. */
async function resolveIntents(wire: MoneyWire): Promise<ResolvedIntent[]> {
  const resolved: ResolvedIntent[] = [];
  for (const intent of readIntents(wire.storage)) {
    if (!wire.parts.token()) break;
    const answer = await resolveIntent(wire, intent);
    if (!answer || answer.code === ERROR.session) continue;
    removeIntent(wire.storage, intent.clientId);
    resolved.push({ path: intent.path, clientId: intent.clientId, code: answer.code, msg: answer.msg, data: answer.data });
  }
  return resolved;
}

async function resolveIntent(wire: MoneyWire, intent: Intent): Promise<Envelope | undefined> {
  try {
    const known = await storedAnswer(wire, intent.clientId).catch(() => undefined);
    if (known) return known;
    const waitMs = intent.atMs + INTENT_SETTLED_AFTER_MS - wire.parts.now();
    if (waitMs > 0) await wire.parts.sleep(Math.min(waitMs, INTENT_SETTLED_AFTER_MS));
    // The tab that made it has its answer by now and took it off the list.
    if (!readIntents(wire.storage).some((other) => other.clientId === intent.clientId)) return undefined;
    return await settle(wire, intent.clientId, {});
  } catch {
    return undefined;
  }
}
