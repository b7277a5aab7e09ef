/** The text of a price, which the first script writes too, and what other numbers share with it. */

/** Shown where a value is not known. */
export const UNKNOWN = '--';

/** Puts ',' between the thousands of a plain decimal text. */
export function grouped(text: string): string {
  const [point, first] = [text.indexOf('.'), text[0] === '-' ? 1 : 0];
  let done = text;
  for (let at = (point < 0 ? text.length : point) - 3; at > first; at -= 3) done = `${done.slice(0, at)},${done.slice(at)}`;
  return done;
}

/** A price padded to the product's precision: 2381.4 with 2 digits is '2,381.40'. Not a number: '--'. */
export function priceText(price: number, precision: number): string {
  return Number.isFinite(price) ? grouped(price.toFixed(precision)) : UNKNOWN;
}
