/** Small pictures that are painted once and then put where they are wanted: with every tick that costs half of their strokes. */

/** More pictures than these are painted anew: dashes and tags of two colours, in two sizes. */
const PICTURES_MAX = 8;
const pictures = new Map<string, ImageBitmap>();

type Paint = { readonly colour: string; readonly ratio: number; readonly width: number; readonly height: number };

/** `width` and `height` in whole device pixels, at least 1. `paint` begins with the colour as its fill. */
export function keptPicture(kind: string, size: Paint, paint: (pen: OffscreenCanvasRenderingContext2D, size: Paint) => void): ImageBitmap {
  const { colour, ratio, width, height } = size;
  const key = `${kind} ${colour} ${ratio} ${width} ${height}`;
  const known = pictures.get(key);
  if (known) return known;
  const pen = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  pen.fillStyle = colour;
  paint(pen, size);
  const picture = pen.canvas.transferToImageBitmap();
  if (pictures.size >= PICTURES_MAX) pictures.clear();
  pictures.set(key, picture);
  return picture;
}
