/** Any language but English, spoken by i18next: its plural rules, its fallback to English. Loaded only with such a language. */
import i18next from 'i18next';
import type { TextValues } from './plain-text.ts';

export type Translator = {
  /** Adds a namespace in the language and in English, which fills what is not translated yet. */
  add(namespace: string, texts: Readonly<Record<string, string>>, english: Readonly<Record<string, string>>): void;
  text(key: string, values: TextValues): string;
};

/** `tag`: BCP-47. */
export function i18nextTranslator(tag: string): Translator {
  const instance = i18next.createInstance();
  void instance.init({
    lng: tag,
    fallbackLng: 'en',
    resources: {},
    // Keys are flat: a point in a key is a point.
    keySeparator: false,
    // Every text becomes a text node; escaping it as HTML would show the escapes.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return {
    add(namespace, texts, english) {
      instance.addResourceBundle(tag, namespace, texts);
      if (tag !== 'en') instance.addResourceBundle('en', namespace, english);
    },
    text: (key, values) => instance.t(key, values),
  };
}
