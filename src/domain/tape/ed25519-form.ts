/**
 * What of a signature and a key can be told from their bytes alone, by the rules of RFC 8032, 5.1, that platforms keep differently: S below
 * the order of the group, points in the one form that they have, no key of small order. Whoever passes it still has to verify.
 */

/** Little-endian, as points and S are written. */
const whole = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

const SIGN = 1n << 255n;
const FIELD = SIGN - 19n;
const ORDER = (1n << 252n) + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** The y of the points of order 1, 2, 4 and, two of them, 8. */
const EIGHTH = 0x5fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const SMALL_ORDER = [1n, FIELD - 1n, 0n, EIGHTH, FIELD - EIGHTH];
/** Those whose x is 0, which has no sign. */
const UPRIGHT = [1n, FIELD - 1n];
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** A point in the only form that it has; that it lies on the curve is not looked at. */
function isCanonical(point: bigint): boolean {
  const y = point % SIGN;
  return y < FIELD && (point < SIGN || !UPRIGHT.includes(y));
}

/** Whether a signature and a key have the form that a strict verifier wants. */
export function hasStrictForm(signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES || publicKey.length !== KEY_BYTES) return false;
  const key = whole(publicKey);
  const isKey = isCanonical(key) && !SMALL_ORDER.includes(key % SIGN);
  return isKey && isCanonical(whole(signature.subarray(0, KEY_BYTES))) && whole(signature.subarray(KEY_BYTES)) < ORDER;
}
