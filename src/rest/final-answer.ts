/** How the outcome of a money call is learned by its key: what the server keeps under it, or its word that the key is void. */
import * as v from 'valibot';
import { type Envelope, ERROR } from '#protocol/errors.ts';
import { byClientIdEndpoint, voidEndpoint } from '#protocol/rest/endpoints.ts';
import { ByClientIdReply } from '#protocol/rest/order.ts';
import { CALL_ERROR, CallError } from './call-error.ts';
import { asEnvelope } from './exchange.ts';
import type { MoneyWire } from './money-wire.ts';
import type { Wire } from './wire.ts';

/** Checking goes on through an outage of about ten minutes; then the intent stays for the caller's next login. */
const CHECKS_MAX = 64;
const CHECK_PAUSE_MIN_MS = 1_000;
const CHECK_PAUSE_MAX_MS = 10_000;
const CHECK_TIMEOUT_MS = 10_000;

/** Asks until the outcome is final. Rejects with `ERR_UNKNOWN_OUTCOME` when the server cannot be reached for minutes. */
export async function settle(wire: MoneyWire, key: string, options: { onChecking?(): void } = {}): Promise<Envelope> {
  options.onChecking?.();
  for (let check = 0; check < CHECKS_MAX; check++) {
    try {
      return (await storedAnswer(wire, key)) ?? (await wire.send(voidEndpoint, { client_id: key }, { timeoutMs: CHECK_TIMEOUT_MS }));
    } catch {
      await wire.pause(wire.parts, Math.min(CHECK_PAUSE_MAX_MS, CHECK_PAUSE_MIN_MS * 2 ** Math.min(check, 8)));
    }
  }
  throw new CallError(CALL_ERROR.unknown);
}

/** The answer that the server keeps under the caller's key; `undefined` when it knows none (which alone proves nothing). */
export async function storedAnswer(wire: Wire, key: string): Promise<Envelope | undefined> {
  const envelope = await wire.send(byClientIdEndpoint, { client_id: key, outbox: 1 }, { timeoutMs: CHECK_TIMEOUT_MS });
  if (envelope.code === ERROR.session) return envelope;
  if (envelope.code !== ERROR.ok || !v.is(ByClientIdReply, envelope.data)) return undefined;
  return envelope.data.state === 'done' ? asEnvelope(envelope.data.reply) : undefined;
}
