/**
 * Colours. Those of the specification are in tokens.css; a site's own replace the fills, and what follows from them (`theme-colours.ts`).
 * Light or dark: stored choice, else the system's, if the flag allows it.
 */
import { effect, signal } from '@preact/signals';
import { SETTING_DEFAULTS } from '#domain/setting-defaults.ts';
import { storage } from '../browser/storage.ts';
import { flag, isSiteKnown, setting } from '../state/site.ts';
import type { Theme } from './theme-colours.ts';

const CHOICE_KEY = 'theme';
/** What was shown last; public/boot.js paints it before anything is known. */
const SHOWN_KEY = 'theme_shown';
/** The browser's own bar is of the colour of the page. Kept equal to tokens.css. */
const PAGE: Record<Theme, string> = { light: '#f3f4f0', dark: '#0c0f0a' };

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

const COLOURS = ['theme_primary', 'theme_up', 'theme_down', 'theme_kline_up', 'theme_kline_down'] as const;
/** What is set on the document, as text and by name: nothing is set twice, a late answer sets nothing, and all of it can be taken away. */
const shown = { text: '', names: [] as string[] };

/** Reads its signals before it waits, so that what calls it follows them. */
async function setColours(root: HTMLElement, kind: Theme): Promise<void> {
  const [primary = '', up = '', down = '', klineUp = '', klineDown = ''] = COLOURS.map(setting);
  const isOwn = COLOURS.some((name) => setting(name) !== SETTING_DEFAULTS[name]);
  const text = isOwn ? [kind, primary, up, down, klineUp, klineDown].join() : '';
  if (text === shown.text) return;
  shown.text = text;
  const code = isOwn ? await import('./theme-colours.ts').catch(() => undefined) : undefined;
  if (text !== shown.text) return;
  // Code that did not come is asked for again with the next change; until then the specification's colours are as good as any.
  if (!code) shown.text = '';
  for (const name of shown.names) root.style.removeProperty(name);
  const properties = code?.themeProperties({ primary, up, down, klineUp, klineDown }, kind) ?? {};
  shown.names = Object.keys(properties);
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value);
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
    void setColours(root, kind);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE[kind]);
  });
}
