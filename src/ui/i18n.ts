/**
 * Words. `t('trade:buy')` gives the text of a key in the shown language and re-renders its component when the language changes.
 * Keys are flat, typed by the English files; one lazy chunk a language and namespace. A screen's route names the namespaces it needs.
 */
import i18next from 'i18next';
import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';
import type account from '../../locales/en/account.json';
import type errors from '../../locales/en/errors.json';
import type home from '../../locales/en/home.json';
import type orders from '../../locales/en/orders.json';
import type shell from '../../locales/en/shell.json';
import type trade from '../../locales/en/trade.json';
import { lang, markDocument } from './language.ts';

type Texts = {
  shell: typeof shell;
  home: typeof home;
  trade: typeof trade;
  orders: typeof orders;
  account: typeof account;
  errors: typeof errors;
};
export type Namespace = keyof Texts;
type Singular<K extends string> = K extends `${infer Stem}_${'one' | 'two' | 'few' | 'many' | 'other' | 'zero'}` ? Stem : K;
/** `namespace:key`; a plural is named without its ending and given `count`. */
export type Key = { [N in Namespace]: `${N}:${Singular<keyof Texts[N] & string>}` }[Namespace];

const loaders = import.meta.glob<Record<string, string>>('/locales/*/*.json', { import: 'default' });
/** Codes that have words; the other codes fall back to English until they are translated. */
export const translatedLanguages = new Set(Object.keys(loaders).map((path) => path.split('/')[2] ?? ''));

const instance = i18next.createInstance();
void instance.init({
  lng: LANGUAGE_TAGS[lang.peek()],
  fallbackLng: 'en',
  resources: {},
  defaultNS: 'shell',
  keySeparator: false,
  interpolation: { escapeValue: false },
});

const loaded = new Map<string, Promise<void>>();

function load(language: Language, namespace: Namespace): Promise<void> {
  const path = `/locales/${language}/${namespace}.json`;
  let promise = loaded.get(path);
  if (!promise) {
    const read = loaders[path];
    promise = (read ? read() : Promise.resolve({})).then((texts) => {
      instance.addResourceBundle(LANGUAGE_TAGS[language], namespace, texts);
    });
    // A chunk that did not arrive must be asked for again.
    promise.catch(() => loaded.delete(path));
    loaded.set(path, promise);
  }
  return promise;
}

const needed = new Set<Namespace>();

/** Resolves when the namespaces are there in the shown language and in English, its stand-in. */
export async function needTexts(...namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) needed.add(namespace);
  const languages = new Set<Language>(['en', lang.peek()]);
  await Promise.all([...languages].flatMap((language) => namespaces.map((namespace) => load(language, namespace))));
}

/** Changes the language of everything shown, after its words have arrived. */
export async function showLanguage(language: Language): Promise<void> {
  await Promise.all([...needed].map((namespace) => load(language, namespace)));
  await instance.changeLanguage(LANGUAGE_TAGS[language]);
  markDocument(language);
  lang.value = language;
}

export type TextValues = Record<string, string | number>;

/** The text of a key. Reads the `lang` signal, so a component that calls it follows the language. */
export function t(key: Key, values: TextValues = {}): string {
  void lang.value;
  return instance.t(key, values);
}

/** The text of a server code in the page's own words, or the server's message (both in the person's language). */
export function errorText(code: number | string, message: string): string {
  const key = `errors:${code}`;
  return instance.exists(key) ? t(key as Key) : message;
}
