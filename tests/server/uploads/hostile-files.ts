/** Files that somebody might send in place of a photo: changed at random, made by hand, and of a corpus where that is there. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type HostileFile = { readonly name: string; readonly bytes: Buffer };

/** What no answer of the server may hold. */
export const MARK = '<script>alert("hostile-mark")</script>';

/** A sequence that is the same in every run. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function pictures(): Promise<readonly (readonly [string, Buffer])[]> {
  const chance = chances(7);
  const raw = { width: 96, height: 64, channels: 3 } as const;
  const noise = Buffer.from(Array.from({ length: raw.width * raw.height * 3 }, () => chance(256)));
  const picture = () => sharp(noise, { raw });
  return [
    ['jpeg', await picture().jpeg({ quality: 60 }).toBuffer()],
    ['progressive', await picture().jpeg({ progressive: true, quality: 60 }).toBuffer()],
    ['png', await picture().png().toBuffer()],
    ['palette', await picture().png({ palette: true, colours: 16 }).toBuffer()],
    ['webp', await picture().webp({ quality: 60 }).toBuffer()],
    ['lossless', await picture().webp({ lossless: true }).toBuffer()],
  ];
}

/** Pictures of which a few bytes were changed, cut out, doubled or cut off. The first bytes stay, so that each is looked at. */
export async function mutated(count: number): Promise<HostileFile[]> {
  const good = await pictures();
  const chance = chances(20_261_123);
  return Array.from({ length: count }, (_, number) => {
    const [kind, whole] = good[number % good.length] as readonly [string, Buffer];
    const bytes = Buffer.from(whole);
    const at = 12 + chance(bytes.length - 12);
    const way = Math.floor(number / good.length) % 5;
    const name = `${kind} ${number} ${['bits', 'cut off', 'cut out', 'doubled', 'length'][way]}`;
    if (way === 1) return { name, bytes: bytes.subarray(0, at) };
    if (way === 2) return { name, bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + chance(40))]) };
    if (way === 3) return { name, bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(12)]) };
    // Lengths and sides stand in the first bytes of every kind.
    if (way === 4) bytes.writeUInt32BE(0x7f_ff_ff_ff, 12 + chance(Math.min(120, bytes.length - 16)));
    else for (let flips = 0; flips <= chance(6); flips++) bytes.writeUInt8(chance(256), 12 + chance(bytes.length - 12));
    return { name, bytes };
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A whole PNG of one grey, of a few bits a pixel: small on its way, and large when it is unpacked. */
export function flatPng(width: number, height: number, bits: 1 | 8): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(bits, 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil((width * bits) / 8)) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Those with a purpose: each is a photo, or none, and something else. */
export async function special(): Promise<HostileFile[]> {
  const [[, jpeg], , [, png], , [, webp]] = (await pictures()) as [[string, Buffer], unknown, [string, Buffer], unknown, [string, Buffer]];
  const mark = Buffer.from(MARK);
  const text = (name: string, ...parts: string[]): HostileFile => ({ name, bytes: Buffer.from(parts.join('')) });
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, mark.length + 2]), mark]);
  return [
    { name: 'JPEG with a page behind it', bytes: Buffer.concat([jpeg, mark]) },
    { name: 'JPEG with a page in a comment', bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]) },
    {
      name: 'JPEG that is a script',
      bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x2f, 0x2a]), jpeg, Buffer.from(`*/=1;${MARK}`)]),
    },
    {
      name: 'PNG with a page in a text',
      bytes: Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${MARK}`)), png.subarray(33)]),
    },
    { name: 'PNG with an archive behind it', bytes: Buffer.concat([png, Buffer.from('PK\x03\x04'), mark]) },
    { name: 'WebP with a page behind it', bytes: Buffer.concat([webp, mark]) },
    { name: 'WebP that is longer than it says', bytes: Buffer.concat([webp.subarray(0, 4), Buffer.from([4, 0, 0, 0]), webp.subarray(8)]) },
    { name: 'JPEG cut off', bytes: jpeg.subarray(0, jpeg.length >> 1) },
    { name: 'JPEG head alone', bytes: jpeg.subarray(0, 3) },
    { name: 'PNG head alone', bytes: png.subarray(0, 8) },
    { name: '256 megapixels', bytes: flatPng(16_000, 16_000, 1) },
    { name: 'one row too long', bytes: flatPng(8_001, 4, 8) },
    { name: 'one column too high', bytes: flatPng(4, 8_001, 8) },
    { name: 'PNG without pixels', bytes: Buffer.concat([png.subarray(0, 33), chunk('IEND', Buffer.alloc(0))]) },
    text('SVG', '<svg xmlns="http://www.w3.org/2000/svg">', MARK, '</svg>'),
    text(
      'SVG that reads a file',
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>',
    ),
    text('page', '<!doctype html>', MARK),
    text('GIF that is a script', 'GIF89a/*', '\0'.repeat(20), '*/=1;', MARK),
    text('PDF', '%PDF-1.7\n', MARK),
    text('nothing but a line', 'hello'),
  ];
}

const CORPUS = new URL('../../../../shared/data/png-hostile/libpng_crashers.tar.gz', import.meta.url).pathname;
export const hasCorpus = existsSync(CORPUS);

/** PNGs that broke readers of PNGs. */
export function corpus(): HostileFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-png-'));
  try {
    execFileSync('tar', ['xzf', CORPUS, '-C', folder]);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'));
    return names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
