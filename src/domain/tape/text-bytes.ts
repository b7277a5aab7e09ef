/** Texts as bytes and bytes as texts, by the letter: a form that is only nearly right is refused, so that one thing has one text. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Value of each character code below 128; 64 where it is none. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = ALPHABET.indexOf(String.fromCharCode(code));
  return at < 0 ? 64 : at;
});
const PAD = '=';

/** UTF-8 of a text. Throws a `RangeError` for half of a surrogate pair, which is no character. */
export function utf8(text: string): Uint8Array {
  const out: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code >= 0xd800 && code <= 0xdfff) throw new RangeError('a text with half of a surrogate pair');
    if (code < 0x80) out.push(code);
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else out.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(out);
}

/** Base64 of RFC 4648, section 4, with its padding. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const left = bytes.length - at;
    parts.push(
      ALPHABET.charAt(a >> 2),
      ALPHABET.charAt(((a & 3) << 4) | (b >> 4)),
      left > 1 ? ALPHABET.charAt(((b & 15) << 2) | (c >> 6)) : PAD,
      left > 2 ? ALPHABET.charAt(c & 63) : PAD,
    );
  }
  return parts.join('');
}

/** Bytes of a Base64 text as `toBase64` writes it; `undefined` for any other: a foreign letter, a blank, missing padding, bits left over. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith(PAD) ? 1 : 0;
  const letters = text.length - padding;
  const out = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let to = 0;
  for (let at = 0; at < letters; at++) {
    const value = VALUES[text.charCodeAt(at)] ?? 64;
    if (value === 64) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[to++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return held === 0 ? out : undefined;
}

/** Whether two are the same bytes. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** All parts, one behind the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Lower-case hexadecimal digits of bytes. */
export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
