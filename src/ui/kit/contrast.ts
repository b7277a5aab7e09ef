/** Colours that can be read (WCAG 2.2, 1.4.3): one reading of hex colours, one luminance, one ink for fills. */

export type Rgb = readonly [number, number, number];

/** Nearly black, for text on a bright fill. Kept equal to tokens.css. */
const DARK_INK = '#16210a';
/** What stands for a fill that cannot be read: a bright one. */
const BRIGHT: Rgb = [133, 189, 0];

/** Red, green, blue of `#rgb`, `#rrggbb` or `#rrggbbaa`; `undefined` for anything else (security S2). */
export function hexColour(text: string): Rgb | undefined {
  if (!/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined;
  const digits = text.length < 6 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1);
  const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

/** As `hexColour`; a notation that cannot be read is taken for a bright fill. */
export const fillColour = (fill: string): Rgb => hexColour(fill) ?? BRIGHT;

const linear = (value: number): number => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Rgb): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The text colour that reads better on a fill. */
export function inkOn(fill: string): string {
  const colour = fillColour(fill);
  return contrast(fillColour(DARK_INK), colour) >= contrast([255, 255, 255], colour) ? DARK_INK : '#ffffff';
}
