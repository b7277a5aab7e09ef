/** Photos are made small in the page before they travel. */
import { describe, expect, it } from 'vitest';
import { SmallPhotoError, shrinkPhoto, UnreadablePhotoError } from '#ui/photos/shrink-photo.ts';
import { pictureFile, turnedFile } from './fake-upload.ts';

/** Sides, and the colour of the middle of its first quarter. */
async function seen(blob: Blob): Promise<{ width: number; height: number; corner: number[] }> {
  const picture = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  pen.drawImage(picture, 0, 0);
  const at = pen.getImageData(Math.floor(picture.width / 4), Math.floor(picture.height / 4), 1, 1).data;
  return { width: picture.width, height: picture.height, corner: [...at.slice(0, 3)].map((value) => Math.round(value / 16) * 16) };
}

/** The first table that a JPEG is coarsened by, which tells its quality: the marker FFDB, two bytes of length, one of its kind, 64 steps. */
async function stepsOf(jpeg: Blob): Promise<string> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const at = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xdb);
  return bytes.slice(at + 5, at + 69).join(' ');
}
async function blankOf(quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(16, 16);
  canvas.getContext('2d');
  return await canvas.convertToBlob({ type: 'image/jpeg', quality });
}

describe('a photo before it is sent', () => {
  it('S1-5.14 S1-9 its quality is 0.7', async () => {
    const steps = await stepsOf(await shrinkPhoto(await pictureFile(3_000, 2_000)));
    expect(steps).toBe(await stepsOf(await blankOf(0.7)));
    expect(steps).not.toBe(await stepsOf(await blankOf(0.72)));
  });

  it('S1-5.14 one of 3,000 px becomes a JPEG of 1,440 px and fewer bytes; a narrower one is not enlarged', async () => {
    const large = await pictureFile(3_000, 2_000);
    const small = await shrinkPhoto(large);
    expect([small.type, small.size < large.size]).toEqual(['image/jpeg', true]);
    expect(await seen(small)).toMatchObject({ width: 1_440, height: 960 });
    expect(await seen(await shrinkPhoto(await pictureFile(800, 1_600)))).toMatchObject({ width: 800, height: 1_600 });
  });

  it('D1.5.20 it stands upright as its mark says, without the mark, and what is clear becomes white', async () => {
    const upright = await shrinkPhoto(await turnedFile(800, 400));
    // Turned by a quarter: the red left half is above.
    expect(await seen(upright)).toEqual({ width: 400, height: 800, corner: [256, 0, 0] });
    expect(new TextDecoder('latin1').decode(await upright.arrayBuffer())).not.toContain('Exif');
    const white = await shrinkPhoto(await pictureFile(600, 20, { type: 'image/png', clear: true }));
    expect(await seen(white)).toMatchObject({ corner: [256, 256, 256] });
  });

  it('D9.372 one that nobody could read is refused: less than 600 px on its longer side', async () => {
    await expect(shrinkPhoto(await pictureFile(599, 599))).rejects.toThrow(SmallPhotoError);
    expect(await seen(await shrinkPhoto(await pictureFile(300, 600)))).toMatchObject({ width: 300, height: 600 });
  });

  it('D2.8.02 what cannot be drawn goes as it is where the server may take it; anything else is said', async () => {
    const broken = new File(['no picture'], 'x.jpg', { type: 'image/jpeg' });
    expect(await shrinkPhoto(broken)).toBe(broken);
    await expect(shrinkPhoto(new File(['%PDF'], 'x.pdf', { type: 'application/pdf' }))).rejects.toThrow(UnreadablePhotoError);
    const huge = new File([new Uint8Array(8 * 1_048_576 + 1)], 'x.jpg', { type: 'image/jpeg' });
    await expect(shrinkPhoto(huge)).rejects.toThrow(UnreadablePhotoError);
  });
});
