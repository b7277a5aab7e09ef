/** The specification's 18 language codes and what they stand for (S1 section 9, decision D1.9.01). */

/** Code of the specification -> BCP-47 tag. `my` is Malay: the list uses country codes and places it after id. */
export const LANGUAGE_TAGS = {
  hk: 'zh-Hant-HK',
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  th: 'th',
  vn: 'vi',
  fr: 'fr',
  de: 'de',
  ru: 'ru',
  spa: 'es',
  pt: 'pt',
  ar: 'ar',
  it: 'it',
  tr: 'tr',
  id: 'id',
  my: 'ms',
  hi: 'hi',
  cs: 'cs',
} as const;
export type Language = keyof typeof LANGUAGE_TAGS;
export const LANGUAGES = Object.keys(LANGUAGE_TAGS) as readonly Language[];

/** The code that a text names: itself, or hk for tw and every form of zh; `undefined` for anything else. */
export function languageOf(text: string): Language | undefined {
  if (Object.hasOwn(LANGUAGE_TAGS, text)) return text as Language;
  return /^(tw|zh.*)$/i.test(text) ? 'hk' : undefined;
}
