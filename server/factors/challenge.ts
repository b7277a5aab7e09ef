/**
 * Challenges for passkeys. The server keeps none: each carries when it was made and is signed for its purpose, so that a visitor who asks for
 * a million of them fills nothing. That one counts once is kept by the passkey itself: it takes a newer one only.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { InstallationKey } from '../secrets/installation-key.ts';

/** How long one may be answered. */
export const CHALLENGE_MS = 300_000;
const TIME_BYTES = 8;
const NONCE_BYTES = 16;
const SIGNATURE_BYTES = 16;

const signatureOf = (key: InstallationKey, purpose: string, body: Buffer): Buffer =>
  Buffer.from(key.mac(`challenge ${purpose}`, body.toString('hex')), 'hex').subarray(0, SIGNATURE_BYTES);

export function newChallenge(key: InstallationKey, purpose: string, nowMs: number): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(nowMs));
  const body = Buffer.concat([time, randomBytes(NONCE_BYTES)]);
  return new Uint8Array([...body, ...signatureOf(key, purpose, body)]);
}

/** When a challenge (base64url) was made, unix ms; `undefined` for one that is not ours, of another purpose, or too old. */
export function challengeTime(key: InstallationKey, purpose: string, challenge: string, nowMs: number): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== TIME_BYTES + NONCE_BYTES + SIGNATURE_BYTES) return undefined;
  const body = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
  if (!timingSafeEqual(bytes.subarray(TIME_BYTES + NONCE_BYTES), signatureOf(key, purpose, body))) return undefined;
  const madeAtMs = Number(bytes.readBigUInt64BE());
  return Math.abs(nowMs - madeAtMs) <= CHALLENGE_MS ? madeAtMs : undefined;
}
