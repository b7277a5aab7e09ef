/** What a file is by its first bytes. Its name and the type that the client says are never looked at. */
export type PhotoKind = 'jpeg' | 'png' | 'webp';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const HEAD_BYTES = 12;

/** `undefined` for everything that is not taken: GIF, SVG, HEIC, PDF, text and the rest. */
export function photoKind(bytes: Uint8Array): PhotoKind | undefined {
  const begins = (head: readonly number[]): boolean => head.every((byte, at) => bytes[at] === byte);
  if (begins(JPEG)) return 'jpeg';
  if (begins(PNG)) return 'png';
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : undefined;
}
