/**
 * Words. `t('trade:buy')` gives the text of a key in the shown language and re-renders its component when the language changes.
 * Keys are flat, typed by the English files; one lazy chunk a language and namespace. A screen's route names the namespaces it needs.
 * English is looked up here; any other language is spoken by i18next, which comes with it: its 16 KB would be a quarter of all that
 * the first price list may take. A test holds both to the same words.
 */
import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';
import type account from '../../../locales/en/account.json';
import type alerts from '../../../locales/en/alerts.json';
import type chart from '../../../locales/en/chart.json';
import type company from '../../../locales/en/company.json';
import type errors from '../../../locales/en/errors.json';
import type home from '../../../locales/en/home.json';
import type identity from '../../../locales/en/identity.json';
import type micro from '../../../locales/en/micro.json';
import type notOpen from '../../../locales/en/not-open.json';
import type orders from '../../../locales/en/orders.json';
import type perf from '../../../locales/en/perf.json';
import type receipt from '../../../locales/en/receipt.json';
import type register from '../../../locales/en/register.json';
import type security from '../../../locales/en/security.json';
import type shell from '../../../locales/en/shell.json';
import type ticket from '../../../locales/en/ticket.json';
import type trade from '../../../locales/en/trade.json';
import type { Translator } from './i18next-translator.ts';
import { lang, markDocument } from './language.ts';

import { plainText, type TextValues } from './plain-text.ts';
import { TEXT_FILES } from './text-files.ts';

type Texts = {
  shell: typeof shell;
  home: typeof home;
  trade: typeof trade;
  chart: typeof chart;
  ticket: typeof ticket;
  orders: typeof orders;
  micro: typeof micro;
  'not-open': typeof notOpen;
  account: typeof account;
  alerts: typeof alerts;
  company: typeof company;
  identity: typeof identity;
  security: typeof security;
  perf: typeof perf;
  receipt: typeof receipt;
  register: typeof register;
  errors: typeof errors;
};
export type Namespace = keyof Texts;
type Singular<K extends string> = K extends `${infer Stem}_${'one' | 'two' | 'few' | 'many' | 'other' | 'zero'}` ? Stem : K;
/** `namespace:key`; a plural is named without its ending and given `count`. */
export type Key = { [N in Namespace]: `${N}:${Singular<keyof Texts[N] & string>}` }[Namespace];

/** English texts by namespace: the shown language or its stand-in. */
const english: Record<string, Record<string, string>> = {};
/** Speakers of every language but English that was asked for; the shown one has all words that are needed. */
const translators = new Map<Language, Translator>();
/** Chosen last, by whatever way: what was chosen before it and comes later is not shown. */
let wanted = lang.peek();
const needed = new Set<Namespace>();
const loading = new Map<string, Promise<Record<string, string>>>();

/** A language that lacks a file is shown in English there. */
function load(language: Language, namespace: Namespace): Promise<Record<string, string>> {
  const path = `/locales/${language}/${namespace}.json`;
  let promise = loading.get(path);
  if (!promise) {
    promise = TEXT_FILES[path]?.() ?? Promise.resolve({});
    // A chunk that did not arrive must be asked for again.
    promise.catch(() => loading.delete(path));
    loading.set(path, promise);
  }
  return promise;
}

async function loadEnglish(namespace: Namespace): Promise<void> {
  english[namespace] = await load('en', namespace);
}

/** Gives a language the words of all needed namespaces, those too that come to be needed meanwhile. */
async function learn(language: Language): Promise<void> {
  if (language === 'en') return;
  const { i18nextTranslator } = await import('./i18next-translator.ts');
  const translator = translators.get(language) ?? i18nextTranslator(LANGUAGE_TAGS[language]);
  for (let known = -1; known !== needed.size; ) {
    known = needed.size;
    await Promise.all(
      [...needed].map(async (namespace) => translator.add(namespace, await load(language, namespace), await load('en', namespace))),
    );
  }
  translators.set(language, translator);
}

/** Resolves when the namespaces are there in the shown language and in English, its stand-in. */
export async function needTexts(...namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) needed.add(namespace);
  await Promise.all([...namespaces.map(loadEnglish), learn(lang.peek())]);
}

/** Changes the language of everything shown, after its words have arrived and unless another was chosen meanwhile. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await learn(language);
  if (wanted !== language) return;
  markDocument(language);
  lang.value = language;
}

/** The text of a key. Reads the `lang` signal, so a component that calls it follows the language. */
export function t(key: Key, values: TextValues = {}): string {
  const translator = translators.get(lang.value);
  if (translator) return translator.text(key, values);
  const [namespace = '', name = ''] = key.split(/:(.*)/s);
  return plainText(english[namespace] ?? {}, name, values) ?? key;
}

/** The text of a server code in the page's own words, or the server's message (both in the person's language), which may be a code too. */
export function errorText(code: number | string, message: string): string {
  const known = [code, message].find((name) => english.errors?.[name]);
  return known ? t(`errors:${known}` as Key) : message;
}
