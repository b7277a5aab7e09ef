/** Texts of outcomes and letters in the asked language; a language without a text falls back to English (decision D0.08). */
import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import type { Language } from '#domain/languages.ts';
import { LOOSER_AFTER_DAYS } from '#domain/own-limits.ts';
import { FREEZE_HOURS } from '#domain/protection.ts';
import { TEXTS } from './message-texts.ts';

/** What every text may name: figures of rules, which no text repeats. */
const FIGURES: Readonly<Record<string, string>> = {
  lockHours: String(CREDENTIAL_LOCK_HOURS),
  freezeHours: String(FREEZE_HOURS),
  looserDays: String(LOOSER_AFTER_DAYS),
};

/** The text of a message with its `{name}` places filled; an unknown key reads as the generic failure. */
export function messageText(key: string, lang: Language, params: Readonly<Record<string, string>> = {}): string {
  const text = TEXTS[lang]?.[key] ?? TEXTS.en[key] ?? TEXTS.en.generic ?? '';
  return text.replace(/\{(\w+)\}/g, (place, name: string) => params[name]?.slice(0, 200) ?? FIGURES[name] ?? place);
}

/** Whether a language has all of these texts itself. */
export const hasTexts = (lang: Language, keys: readonly string[]): boolean => keys.every((key) => TEXTS[lang]?.[key] !== undefined);
