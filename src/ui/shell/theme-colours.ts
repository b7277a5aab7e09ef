/**
 * The custom properties of a site's own colours: fills, inks on them, and tints for text, darker or lighter until they have a contrast of
 * 4.5:1 on every surface of the theme (WCAG 2.2, 1.4.3). Fetched by sites that have colours of their own only.
 */
import { contrast, fillColour, hexColour, inkOn, type Rgb } from '../kit/contrast.ts';

export type Theme = 'light' | 'dark';
type ThemeColours = {
  readonly primary: string;
  readonly up: string;
  readonly down: string;
  readonly klineUp: string;
  readonly klineDown: string;
};
/** Surfaces that text is on: the page, a card, a pressed field. Kept equal to tokens.css. */
const SURFACES: Record<Theme, readonly string[]> = { light: ['#f3f4f0', '#ffffff', '#e8ebe1'], dark: ['#0c0f0a', '#151912', '#1f251a'] };
const CONTRAST_MIN = 4.5;
/** The most that a tinted box takes of its fill. */
const TINTED_SHARE = 0.15;

const toHex = (colour: Rgb): string => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mixed = (colour: Rgb, target: number, share: number): Rgb => colour.map((part) => part + (target - part) * share) as unknown as Rgb;

/** The colour itself where it can be read as text in the theme, else the nearest shade that can. */
export function textTint(fill: string, kind: Theme): string {
  const colour = fillColour(fill);
  const plain = SURFACES[kind].map((surface) => hexColour(surface) as Rgb);
  const card = plain[1] as Rgb;
  // Badges and boxes are on the card tinted with the fill itself.
  const surfaces = [...plain, card.map((part, index) => part + ((colour[index] as number) - part) * TINTED_SHARE) as unknown as Rgb];
  const target = kind === 'light' ? 0 : 255;
  for (let share = 0; share < 1; share += 0.02) {
    // Rounded first: it is the colour that is shown that must be read.
    const tint = mixed(colour, target, share).map(Math.round) as unknown as Rgb;
    if (surfaces.every((surface) => contrast(tint, surface) >= CONTRAST_MIN)) return toHex(tint);
  }
  return target === 0 ? '#000000' : '#ffffff';
}

/** Every custom property that follows from the server's colours; a colour that is not a hex one is left at its default. */
export function themeProperties(colours: ThemeColours, kind: Theme): Record<string, string> {
  const properties: Record<string, string> = {};
  const fill = (value: string, names: { fill: string; ink?: string; text?: string }) => {
    if (!hexColour(value)) return;
    properties[names.fill] = value;
    if (names.ink) properties[names.ink] = inkOn(value);
    if (names.text) properties[names.text] = textTint(value, kind);
  };
  fill(colours.primary, { fill: '--primary', ink: '--on-primary', text: '--accent' });
  fill(colours.up, { fill: '--up-fill', ink: '--on-up', text: '--up' });
  fill(colours.down, { fill: '--down-fill', ink: '--on-down', text: '--down' });
  fill(colours.klineUp, { fill: '--kline-up' });
  fill(colours.klineDown, { fill: '--kline-down' });
  return properties;
}
