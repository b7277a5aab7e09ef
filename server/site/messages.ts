/** Texts of outcomes in the asked language; a language without a text falls back to English (decision D0.08). */
import type { Language } from '#domain/languages.ts';
import en from '../seed/messages/en.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

/** Languages beside English arrive with their own files; each is a whole or a part of the English one. */
const TEXTS: Readonly<Partial<Record<Language, Texts>>> = { en };

/** The text of a message with its `{name}` places filled; an unknown key reads as the generic failure. */
export function messageText(key: string, lang: Language, params: Readonly<Record<string, string>> = {}): string {
  const text = TEXTS[lang]?.[key] ?? (TEXTS.en as Texts)[key] ?? en.generic;
  return text.replace(/\{(\w+)\}/g, (place, name: string) => params[name]?.slice(0, 200) ?? place);
}
