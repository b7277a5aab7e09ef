/** Which of the 18 languages is shown: stored choice, else the site's default, else English (decision D1.9.02). No words in here. */
import { signal } from '@preact/signals';
import { LANGUAGE_TAGS, type Language, languageOf } from '#domain/languages.ts';
import { storage } from '../browser/storage.ts';
import { STORED } from '../browser/stored-keys.ts';
import { spokenLanguages } from './spoken-languages.ts';

/** Also read by public/boot.js, which sets `dir` before the first paint. */
const KEY = STORED.lang;
const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** The code that is shown now. */
export const lang = signal<Language>(languageOf(storage.get(KEY) ?? '') ?? 'en');

/** What to show, given the site's default. */
export function wantedLanguage(siteDefault: string): Language {
  return languageOf(storage.get(KEY) ?? '') ?? languageOf(siteDefault) ?? 'en';
}

/** Keeps a person's own choice. An unknown code is refused. */
export function chooseLanguage(code: string): Language | undefined {
  const language = languageOf(code);
  if (language) storage.set(KEY, language);
  return language;
}

/** The language of the texts that are shown for one: English where this build has none of its own (decision D9.265). */
export const textsOf = (language: Language, spoken: readonly Language[] = spokenLanguages()): Language =>
  spoken.includes(language) ? language : 'en';

/** BCP-47, for what the browser itself names or sorts between the texts. Reads the `lang` signal. */
export const textsTag = (): string => LANGUAGE_TAGS[textsOf(lang.value)];

/** Marks the document by the language of its texts: for the browser's own words, fonts and direction. */
export function markDocument(language: Language, root: HTMLElement = document.documentElement, spoken?: readonly Language[]): void {
  const shown = textsOf(language, spoken);
  root.lang = LANGUAGE_TAGS[shown];
  root.dir = RIGHT_TO_LEFT.includes(shown) ? 'rtl' : 'ltr';
}
