import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';

/** What a language is called in itself, as a word that begins a line: 'Français'. */
export function languageName(language: Language): string {
  const tag = LANGUAGE_TAGS[language];
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}
