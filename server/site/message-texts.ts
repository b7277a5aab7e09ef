/** The words of the server by language. */
import type { Language } from '#domain/languages.ts';
import en from '../seed/messages/en.json' with { type: 'json' };

export type Texts = Readonly<Record<string, string>>;

/** Languages beside English arrive with their own files; each is a whole or a part of the English one. */
export const TEXTS: Readonly<Partial<Record<Language, Texts>>> & { readonly en: Texts } = { en };
