/** Parts of a CSS px in which the layout keeps lengths. */
const PARTS = 64;

/**
 * Width and height of an element in CSS px, as the layout has them. A rect gives the difference of two 32-bit floats: of 44 px that begin at a
 * fraction of a px it tells 43.99994.
 */
export function sizeOf(element: Element | null): { readonly width: number; readonly height: number } {
  const { width, height } = (element as Element).getBoundingClientRect();
  return { width: Math.round(width * PARTS) / PARTS, height: Math.round(height * PARTS) / PARTS };
}
