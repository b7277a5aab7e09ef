/**
 * Makes a JPEG of its own of whatever photo came: only pixels go over, so that no metadata, no trailing bytes and no second file inside do. It
 * works beside the event loop, two at a time, and is bounded in pixels, sides and time, since a file of a few bytes may unpack to gigabytes.
 */
import type { Limits } from '../limits/limits.ts';
import { jpegScans } from './jpeg-scans.ts';
import { type PhotoKind, photoKind } from './photo-kind.ts';

/** 'kind': no JPEG, PNG or WebP; 'size': more pixels than are taken; 'broken': it cannot be decoded whole, or not in time. */
export type PhotoProblem = 'kind' | 'size' | 'broken';
export type EncodedPhoto = { readonly jpeg: Buffer; readonly width: number; readonly height: number };

/** Enough to read every line of a document, whatever a camera sent; what is smaller is not enlarged. */
const STORED_SIDE_MAX = 2_400;
const JPEG_QUALITY = 82;
/** Of a JPEG, each of which is gone over whole; the finest progressive photos have about twelve. */
const SCANS_MAX = 64;

interface PhotoEncoder {
  encode(file: Uint8Array): Promise<EncodedPhoto | PhotoProblem>;
}

/** Loaded with the first photo: most nodes never see one, and it takes its memory when it is there. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // A photo takes one core of the machine, and nothing of it is kept.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function encodePhoto(file: Uint8Array, kind: PhotoKind, limits: Limits['uploads']): Promise<EncodedPhoto | PhotoProblem> {
  const sharp = await loadSharp();
  const photo = sharp(file, { limitInputPixels: limits.pixelsMax, failOn: 'warning', sequentialRead: true });
  const { format, width = 0, height = 0 } = await photo.metadata();
  if (format !== kind) return 'broken';
  if (width > limits.sideMax || height > limits.sideMax || width * height > limits.pixelsMax) return 'size';
  const { data, info } = await photo
    .autoOrient()
    .resize({ width: STORED_SIDE_MAX, height: STORED_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY })
    .timeout({ seconds: limits.decodeS })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}

export function createPhotoEncoder(limits: Limits['uploads']): PhotoEncoder {
  let running = 0;
  /** Bounded by the places of those who send (`upload-places.ts`). */
  const waiting: (() => void)[] = [];
  return {
    async encode(file) {
      const kind = photoKind(file);
      if (!kind) return 'kind';
      if (kind === 'jpeg' && jpegScans(file) > SCANS_MAX) return 'broken';
      if (running < limits.parallel) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await encodePhoto(file, kind, limits);
      } catch (error) {
        return isTooLarge(error) ? 'size' : 'broken';
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}

/** The decoder looks at the size first, before there is anything else to know of the file. */
const isTooLarge = (error: unknown): boolean => error instanceof Error && /exceeds pixel limit/i.test(error.message);
