/**
 * A call that moves money (decisions D0.10 to D0.12). Its key is made and stored before the first byte leaves, it is sent again only
 * under that key, it is never cancelled, and it ends with the server's own answer: an unknown outcome is asked for, and if the server
 * does not know the key, the key is voided there, so that a late arrival is refused. It belongs to who began it: every sending, look-up
 * and void carries the session that was in use at the tap, and nobody else hears of it. Loaded with the first money call.
 */
import { type Envelope, ERROR } from '#protocol/errors.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import { clientId } from './client-id.ts';
import { settle } from './final-answer.ts';
import { dropIntent, isPresent, keepIntent, type MoneyStore, type MoneyWire } from './money-wire.ts';
import { resolveIntents } from './resolve-intents.ts';
import type { MoneyAsk, MoneyCalls } from './wire.ts';

const MONEY_TIMEOUT_MS = 10_000;
/** Pauses before the second, third and fourth sending of the same call. */
const MONEY_RETRIES_AFTER_MS: readonly number[] = [500, 1_500, 4_000];
/** After this long no attempt of the page that made an intent can still be under way: 4 deadlines and the pauses. */
export const INTENT_SETTLED_AFTER_MS = MONEY_TIMEOUT_MS * 4 + 6_000;

export const moneyCalls = (store: MoneyStore): MoneyCalls => ({
  send: (wire, ask) => sendMoney({ ...wire, ...store }, ask),
  resolve: (wire) => resolveIntents({ ...wire, ...store }, INTENT_SETTLED_AFTER_MS),
});

async function sendMoney(wire: MoneyWire, call: MoneyAsk): Promise<Envelope> {
  const { token, uid } = wire.caller;
  // A token whose user is not known yet could leave an outcome that nobody may ask for; that is so only while the server does not answer.
  if (uid === '') throw new CallError(token === '' ? ERROR.session : CALL_ERROR.network);
  const key = clientId((bytes) => wire.random(bytes));
  return wire.lock(key, async () => {
    await keepIntent(wire, key, call);
    try {
      const answer = await sendKept(wire, call, key);
      if (isPresent(wire)) return answer;
    } catch (error) {
      if (isPresent(wire)) throw error;
    }
    // What comes late is of another session: its screens must not take it as their own.
    throw new CallError(CALL_ERROR.cancelled);
  });
}

async function sendKept(wire: MoneyWire, call: MoneyAsk, key: string): Promise<Envelope> {
  if (!isPresent(wire)) {
    // They left between the tap and the first byte: nothing was sent, nothing will be.
    await dropIntent(wire, key);
    throw new CallError(CALL_ERROR.cancelled);
  }
  const { envelope, isUnknown } = await sendUntilAnswered(wire, call, key);
  const answer = envelope ?? (await settle(wire, key, call.options));
  // Without its session nobody can be asked whether an earlier sending arrived, and an answer needs its caller to see it: the next login.
  const isForLater = answer.code === ERROR.session ? isUnknown : !isPresent(wire);
  if (!isForLater) await dropIntent(wire, key);
  return answer;
}

/** Sends the same call up to four times. No envelope: the outcome is unknown. Rejects when the server certainly never took it. */
async function sendUntilAnswered(
  wire: MoneyWire,
  call: MoneyAsk,
  key: string,
): Promise<{ envelope: Envelope | undefined; isUnknown: boolean }> {
  // Who numbers its events says which of them the answer knows; to others the field means nothing.
  const params = { ...call.params, client_id: key, outbox: 1 };
  const timeoutMs = call.options.timeoutMs ?? MONEY_TIMEOUT_MS;
  let isUnknown = false;
  for (let sent = 0; ; sent++) {
    try {
      const envelope = await wire.send(call.endpoint, params, { timeoutMs });
      if (envelope.code !== ERROR.accountBusy) return { envelope, isUnknown };
      // Nothing was done and nothing stored: the same call may come again. What stays busy is made final like a silence.
      if (sent >= MONEY_RETRIES_AFTER_MS.length) return { envelope: undefined, isUnknown };
      await wire.pause(wire.parts, MONEY_RETRIES_AFTER_MS[sent] as number);
    } catch (error) {
      const isRefused = isRefusedUnseen(error);
      const isLimited = error instanceof CallError && error.code === 'HTTP_429';
      isUnknown ||= !isRefused;
      const isLast = sent >= MONEY_RETRIES_AFTER_MS.length;
      if (!isUnknown && (isLast || !isLimited)) {
        await dropIntent(wire, key);
        throw error;
      }
      if (isLast || (isRefused && !isLimited)) return { envelope: undefined, isUnknown };
      await wire.pause(wire.parts, MONEY_RETRIES_AFTER_MS[sent] as number);
    }
  }
}

/** True when a gate in front of the application answered, so that nothing can have been executed by this sending. */
const isRefusedUnseen = (error: unknown): boolean =>
  error instanceof CallError && /^HTTP_4\d\d$/.test(String(error.code)) && error.code !== 'HTTP_408';
