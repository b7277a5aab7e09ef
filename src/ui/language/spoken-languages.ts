import { LANGUAGES, type Language } from '#domain/languages.ts';

/** Addresses of the texts that this build has; nothing is fetched here. */
const TEXTS = import.meta.glob('/locales/*/shell.json');

/** The languages that have texts of their own, in the order of the specification (decision D9.265). */
export const spokenLanguages = (paths: readonly string[] = Object.keys(TEXTS)): readonly Language[] =>
  LANGUAGES.filter((language) => paths.includes(`/locales/${language}/shell.json`));
