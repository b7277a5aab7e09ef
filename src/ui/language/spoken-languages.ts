import { LANGUAGES, type Language } from '#domain/languages.ts';
import { TEXT_FILES } from './text-files.ts';

/** The languages that have texts of their own, in the order of the specification (decision D9.265). */
export const spokenLanguages = (paths: readonly string[] = Object.keys(TEXT_FILES)): readonly Language[] =>
  LANGUAGES.filter((language) => paths.includes(`/locales/${language}/shell.json`));
