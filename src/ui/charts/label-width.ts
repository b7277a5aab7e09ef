/** How wide labels are. Digits are measured as zeros, once for each shape of text: an axis keeps its width while its prices move. */

/** More shapes than these are measured anew. */
const WIDTHS_MAX = 64;
const widths = new Map<string, number>();
let ruler: CanvasRenderingContext2D | undefined;

/** In the pixels of `font`. Example: '1.08432' is as wide as '0.00000'. */
export function labelWidth(text: string, font: string): number {
  const shape = text.replace(/\d/g, '0');
  const key = font + shape;
  let width = widths.get(key);
  if (width === undefined) {
    ruler ??= document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    ruler.font = font;
    width = ruler.measureText(shape).width;
    if (widths.size >= WIDTHS_MAX) widths.clear();
    widths.set(key, width);
  }
  return width;
}
