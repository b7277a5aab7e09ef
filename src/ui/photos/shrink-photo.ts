/** Makes a photo small before it travels (specification S1 section 5): as wide as 1,440 px at most, JPEG at quality 0.7, upright, on white. */
import { PHOTO_BYTES_MAX } from '#domain/photo-bytes.ts';

const WIDTH_MAX = 1_440;
const QUALITY = 0.7;
/** What the server takes as it is. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** px of the longer side: of a smaller one nobody reads a document (decision D9.372). */
const SIDE_MIN = 600;

export class SmallPhotoError extends Error {
  override name = 'SmallPhotoError';
}

/** What this browser could not make smaller and the server does not take. */
export class UnreadablePhotoError extends Error {
  override name = 'UnreadablePhotoError';
}

/**
 * The photo to send. What cannot be drawn here goes as it is, where the server may take it (decision D2.8.02); else `UnreadablePhotoError`. One
 * that is too small to be read is a `SmallPhotoError`.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const small = await drawnSmall(file).catch((error: unknown) => {
    if (error instanceof SmallPhotoError) throw error;
    return undefined;
  });
  if (small) return small;
  if (PHOTO_TYPES.includes(file.type) && file.size <= PHOTO_BYTES_MAX) return file;
  throw new UnreadablePhotoError();
}

async function drawnSmall(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    if (Math.max(picture.width, picture.height) < SIDE_MIN) throw new SmallPhotoError();
    const scale = Math.min(1, WIDTH_MAX / picture.width);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const pen = canvas.getContext('2d', { alpha: false });
    if (!pen) return undefined;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY));
  } finally {
    picture.close();
  }
}
