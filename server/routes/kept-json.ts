/**
 * JSON that many callers get: written once and compressed once, for as long as nothing that it was made of has changed. Each answer has an
 * envelope of its own around it, with the time and the number of its request, also where it is compressed: what comes behind the data is
 * added to the kept bytes as it is.
 */
import { brotliCompressSync, constants, crc32, deflateRawSync } from 'node:zlib';
import { BoundedMap } from '../limits/bounded-map.ts';
import type { CompressedForm } from './accepted-form.ts';

/** Bytes that nothing is added to but what is not compressed. `crc`: of what they stand for, which is `length` bytes. */
type Begun = { readonly before: string; readonly bytes: Buffer; readonly crc: number; readonly length: number };

/** As the answers that are not kept (`server/app.ts`); flushed, not ended. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};
const DEFLATE = { finishFlush: constants.Z_SYNC_FLUSH };
/** No name, no time, no system (RFC 1952, section 2.3). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** What is added to compressed bytes goes into one block of either form. */
const AFTER_BYTES_MAX = 65_535;

export class KeptJson {
  readonly text: string;
  readonly #begun: { br?: Begun; gzip?: Begun } = {};

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }

  /** `before`, the JSON and `after`, compressed; `after` has at most 65,535 bytes. A `before` other than the last one is compressed anew. */
  compressed(form: CompressedForm, before: string, after: string): Buffer {
    const tail = Buffer.from(after);
    if (tail.length === 0 || tail.length > AFTER_BYTES_MAX)
      throw new RangeError(`after: ${tail.length} bytes, allowed: 1 to ${AFTER_BYTES_MAX}`);
    const known = this.#begun[form];
    const begun = known?.before === before ? known : begin(form, before, Buffer.from(before + this.text));
    this.#begun[form] = begun;
    return form === 'br' ? brotliWith(begun, tail) : gzipWith(begun, tail);
  }
}

function begin(form: CompressedForm, before: string, plain: Buffer): Begun {
  const bytes = form === 'br' ? brotliCompressSync(plain, BROTLI) : deflateRawSync(plain, DEFLATE);
  return { before, bytes, crc: form === 'br' ? 0 : crc32(plain), length: plain.length };
}

/** A meta-block that is not compressed (not the last, four nibbles of length less one, uncompressed), and the empty last one (RFC 7932, section 9.2). */
function brotliWith({ bytes }: Begun, tail: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((tail.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([bytes, head, tail, Buffer.from([3])]);
}

/** A stored last block (RFC 1951, section 3.2.4), then check sum and length of the whole. */
function gzipWith({ bytes, crc, length }: Begun, tail: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt16LE(tail.length, 1);
  head.writeUInt16LE(~tail.length & 0xffff, 3);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(tail, crc), 0);
  end.writeUInt32LE((length + tail.length) >>> 0, 4);
  return Buffer.concat([GZIP_HEAD, bytes, head, tail, end]);
}

type Entry = { readonly madeOf: readonly unknown[]; readonly json: KeptJson };

/** Keeps at most `entriesMax` of them, by key; the one that was asked for longest ago goes first. */
export class KeptJsons {
  readonly #entries: BoundedMap<Entry>;

  constructor(entriesMax: number) {
    this.#entries = new BoundedMap(entriesMax);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The JSON of a key; made by `make` unless it is kept and everything that it was made of is the same (`===`). */
  get(key: string, madeOf: readonly unknown[], make: () => unknown): KeptJson {
    const known = this.#entries.get(key);
    if (known && madeOf.every((part, at) => part === known.madeOf[at])) return known.json;
    const json = new KeptJson(make());
    this.#entries.set(key, { madeOf, json });
    return json;
  }
}
