/**
 * Colours. The server's replace the fills; the tints for text are derived from them, darker or lighter until they have a contrast of
 * 4.5:1 on every surface of the theme (WCAG 2.2, 1.4.3). Light or dark: stored choice, else the system's, if the flag allows it.
 */
import { effect, signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';
import { contrast, fillColour, hexColour, inkOn, type Rgb } from '../kit/contrast.ts';
import { flag, isSiteKnown, setting } from '../state/site.ts';

type Theme = 'light' | 'dark';
const CHOICE_KEY = 'theme';
/** What was shown last; public/boot.js paints it before anything is known. */
const SHOWN_KEY = 'theme_shown';
const CONTRAST_MIN = 4.5;
/** Surfaces that text is on: the page, a card, a pressed field. Kept equal to tokens.css. */
const SURFACES: Record<Theme, readonly string[]> = { light: ['#f3f4f0', '#ffffff', '#e8ebe1'], dark: ['#0c0f0a', '#151912', '#1f251a'] };
/** The most that a tinted box takes of its fill. */
const TINTED_SHARE = 0.15;

const choice = signal<Theme | undefined>(themeOf(storage.get(CHOICE_KEY)));
/** The theme that is shown. */
export const theme = signal<Theme>('light');

function themeOf(text: string | null): Theme | undefined {
  return text === 'light' || text === 'dark' ? text : undefined;
}

export function chooseTheme(next: Theme): void {
  storage.set(CHOICE_KEY, next);
  choice.value = next;
}

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
export function themeProperties(
  colours: { primary: string; up: string; down: string; klineUp: string; klineDown: string },
  kind: Theme,
): Record<string, string> {
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

/** Keeps the document in the theme, whatever changes. Called once; the returned function ends it. */
export function startTheme(root: HTMLElement = document.documentElement): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const prefersDark = signal(system.matches);
  system.addEventListener('change', () => {
    prefersDark.value = system.matches;
  });
  return effect(() => {
    const wanted = choice.value ?? (prefersDark.value ? 'dark' : 'light');
    // Until the server has said whether there is a dark theme, what boot.js painted stays.
    const kind = isSiteKnown.value ? (flag('is_dark_mode') ? wanted : 'light') : root.dataset.theme === 'dark' ? 'dark' : 'light';
    theme.value = kind;
    root.dataset.theme = kind;
    if (isSiteKnown.value) storage.set(SHOWN_KEY, kind);
    const colours = {
      primary: setting('theme_primary'),
      up: setting('theme_up'),
      down: setting('theme_down'),
      klineUp: setting('theme_kline_up'),
      klineDown: setting('theme_kline_down'),
    };
    for (const [name, value] of Object.entries(themeProperties(colours, kind))) root.style.setProperty(name, value);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', SURFACES[kind][0] as string);
  });
}
