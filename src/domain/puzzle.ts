/**
 * The puzzle that a device works on in place of a picture that needs eyes: a text whose SHA-256 behind a given salt begins with so many zero
 * bits. Nothing but trying finds it; one hash checks it.
 */

/** Zero bits at the start of a hash. Worked example: bytes 00 1f begin with 8 + 3 = 11. */
export function leadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
