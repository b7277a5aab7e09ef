/** A progressive JPEG of as many scans as one wants, each legal and a few bytes long: one bit of one coefficient of one colour of all blocks. */
const LEVELS = 13;

function segment(marker: number, ...parts: readonly (readonly number[])[]): Buffer {
  const data = Buffer.from(parts.flat());
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Bits as a JPEG packs them: filled up with ones, a nought behind each 0xff. */
function packed(bits: string): Buffer {
  const bytes = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

/** 'Nothing in the next so many blocks', as long runs: code 0 is a run of 2^14 and what the next 14 bits say, code 10 a single block. */
function emptyRuns(blocks: number): Buffer {
  let bits = '';
  for (let left = blocks; left > 0; ) {
    const run = left >= 16_384 ? Math.min(left, 32_767) : 1;
    bits += run > 1 ? `0${(run - 16_384).toString(2).padStart(14, '0')}` : '10';
    left -= run;
  }
  return packed(bits);
}

/** A grey square of `side` pixels with at most `scansMax` scans. */
export function manyScans(side: number, scansMax: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const none = Array<number>(14).fill(0);
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0], Array<number>(64).fill(1)),
    segment(0xc2, [8, side >> 8, side & 255, side >> 8, side & 255, 3], [1, 0x11, 0], [2, 0x11, 0], [3, 0x11, 0]),
    segment(0xc4, [0x00, 1, 0], none, [0x00]),
    segment(0xc4, [0x10, 1, 1], none, [0xe0, 0x00]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]),
    packed('0'.repeat(blocks * 3)),
  ];
  const runs = emptyRuns(blocks);
  let scans = 1;
  for (let coefficient = 1; coefficient < 64; coefficient++)
    for (let colour = 1; colour <= 3; colour++)
      for (let level = LEVELS; level >= 0 && scans < scansMax; level--, scans++) {
        const before = level === LEVELS ? 0 : level + 1;
        parts.push(segment(0xda, [1, colour, 0, coefficient, coefficient, before * 16 + level]), runs);
      }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}
