/** The key of a money call: a UUID version 4. Made from random bytes, since `crypto.randomUUID` is absent outside secure contexts. */

const BYTES = 16;

/** `random(n)` returns n random bytes. Example: '3f0a…-4…-9…-…'. */
export function clientId(random: (bytes: number) => Uint8Array): string {
  const bytes = random(BYTES).slice(0, BYTES);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
