/** A text as its bytes are, for page and command alike: what is no UTF-8 is none, and a mark of byte order stays in it. `undefined`: no UTF-8. */
export function strictUtf8(bytes: ArrayBuffer | Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
