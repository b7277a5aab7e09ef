/**
 * Where a product is in the trade list, by its code: as text, or as the bytes of a frame, so that a code in a frame is found
 * without making text of it. A code that is not ASCII is found as text only.
 */
import { UNKNOWN_PRODUCT } from './quote-batch.ts';

/** Slots of the table per code: short runs of full slots. */
const SLOTS_PER_CODE = 4;
const ASCII = /^[\x20-\x7e]+$/;

/** Slots are 2^bits; the hash of a code spreads over them by its upper bits. */
const slotsFor = (codes: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, codes * SLOTS_PER_CODE)));

export class ProductCodes {
  /** Goes up whenever the positions change: what was kept by position is looked up again. */
  version = 0;
  #byText: ReadonlyMap<string, number> = new Map();
  /** Open addressing: position + 1, or 0 where a slot is free. */
  #slots = new Int32Array(slotsFor(0));
  /** The codes as bytes, one after the other: code `p` begins at `#starts[p]`. */
  #starts = new Int32Array(1);
  #bytes = new Uint8Array(0);

  /** Takes the codes of a trade list in its order, each once. */
  set(codes: readonly string[]): void {
    this.version++;
    this.#byText = new Map(codes.map((code, index) => [code, index]));
    this.#slots = new Int32Array(slotsFor(codes.length));
    this.#starts = new Int32Array(codes.length + 1);
    const ascii = codes.map((code) => (ASCII.test(code) ? code : ''));
    this.#bytes = Uint8Array.from(ascii.join(''), (char) => char.charCodeAt(0));
    ascii.forEach((code, index) => {
      const from = this.#starts[index] as number;
      this.#starts[index + 1] = from + code.length;
      if (code !== '') this.#slots[this.#freeSlot(from, from + code.length)] = index + 1;
    });
  }

  /** Position of a code, or `UNKNOWN_PRODUCT`. */
  indexOf(code: string): number {
    return this.#byText.get(code) ?? UNKNOWN_PRODUCT;
  }

  /** Position of the code that is in `bytes` from `from` up to and without `to`, or `UNKNOWN_PRODUCT`. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash(bytes, from, to) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number;
      if (entry === 0) return UNKNOWN_PRODUCT;
      if (this.#isAt(entry - 1, bytes, from, to)) return entry - 1;
    }
  }

  #isAt(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[index] as number;
    if ((this.#starts[index + 1] as number) - start !== to - from) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== this.#bytes[start + at - from]) return false;
    return true;
  }

  #freeSlot(from: number, to: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#bytes, from, to) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }
}

/** FNV-1a, its upper bits folded in, since a table uses the lower ones. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let mixed = 0x811c9dc5;
  for (let at = from; at < to; at++) mixed = Math.imul(mixed ^ (bytes[at] as number), 0x01000193);
  return mixed ^ (mixed >>> 15);
}
