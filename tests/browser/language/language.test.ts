import { afterEach, describe, expect, it } from 'vitest';
import { LANGUAGES, languageOf } from '#domain/languages.ts';
import { errorText, needTexts, showLanguage, t } from '#ui/language/i18n.ts';
import { i18nextTranslator } from '#ui/language/i18next-translator.ts';
import { chooseLanguage, lang, markDocument, textsTag, wantedLanguage } from '#ui/language/language.ts';
import { plainText } from '#ui/language/plain-text.ts';

const files = import.meta.glob<Record<string, string>>('/locales/en/*.json', { import: 'default', eager: true });

afterEach(async () => {
  localStorage.clear();
  await showLanguage('en');
});

describe('languages', () => {
  it('S1-9.02 tw and every form of zh mean hk', () => {
    expect(['tw', 'zh', 'zh-TW', 'zh-Hant-HK'].map(languageOf)).toEqual(['hk', 'hk', 'hk', 'hk']);
    expect(chooseLanguage('tw')).toBe('hk');
    expect(localStorage.getItem('lang')).toBe('hk');
    expect(chooseLanguage('xx')).toBeUndefined();
  });

  it('S1-9.02 without a stored choice the site’s default is taken, else English', () => {
    expect(wantedLanguage('kr')).toBe('kr');
    expect(wantedLanguage('nonsense')).toBe('en');
    chooseLanguage('fr');
    expect(wantedLanguage('kr')).toBe('fr');
  });

  it('knows the eighteen of the specification', () => {
    expect(LANGUAGES).toHaveLength(18);
  });

  it('marks the document with the BCP-47 tag and the direction', () => {
    const root = document.createElement('html');
    markDocument('jp', root, ['en', 'jp']);
    expect([root.lang, root.dir]).toEqual(['ja', 'ltr']);
    markDocument('ar', root, ['en', 'ar']);
    expect([root.lang, root.dir]).toEqual(['ar', 'rtl']);
  });
});

describe('the language chosen last', () => {
  it('is shown, also when an earlier choice takes longer to load', async () => {
    await needTexts('shell');
    const slow = showLanguage('pt');
    await showLanguage('en');
    await slow;
    expect([lang.value, document.documentElement.lang]).toEqual(['en', 'en']);
    expect(t('shell:tab.market')).toBe('Market');
  });

  it('has the words of a screen that opens while it loads', async () => {
    await showLanguage('en');
    const choice = showLanguage('vn');
    await needTexts('perf');
    await choice;
    expect(lang.value).toBe('vn');
    expect(t('perf:title')).not.toBe('title');
    expect(t('perf:title')).not.toBe('perf:title');
  });
});

describe('words', () => {
  it('D9.265 a language without its own files speaks English, and the document and the names of countries go by those texts', async () => {
    await needTexts('shell', 'errors');
    await showLanguage('ar');
    expect([document.documentElement.lang, document.documentElement.dir, textsTag()]).toEqual(['en', 'ltr', 'en']);
    await showLanguage('de');
    expect(lang.value).toBe('de');
    expect(document.documentElement.lang).toBe('en');
    expect(t('shell:tab.market')).toBe('Market');
    await needTexts('company');
    expect(t('company:products.none', { text: '<b>' })).toBe('No market matches “<b>”');
  });

  it('English looked up here and English spoken by i18next are the same words', () => {
    const translator = i18nextTranslator('en');
    let compared = 0;
    for (const [path, texts] of Object.entries(files)) {
      const namespace = path.split('/').at(-1)?.replace('.json', '') as string;
      translator.add(namespace, texts, texts);
      const names = new Set(Object.values(texts).flatMap((text) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1] as string)));
      for (const key of Object.keys(texts)) {
        const stem = key.replace(/_(one|other)$/, '');
        for (const count of [0, 1, 2, 21]) {
          const values = { ...Object.fromEntries([...names].map((name) => [name, `<${name}>`])), count };
          expect(plainText(texts, stem, values), `${namespace}:${stem}`).toBe(translator.text(`${namespace}:${stem}`, values));
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('knows words for the codes it has, and else shows the server’s', async () => {
    await needTexts('errors');
    expect(errorText(1014, 'x')).toBe('The e-mail or the password is wrong');
    expect(errorText(4242, 'From the server')).toBe('From the server');
  });
});
