import { useLayoutEffect } from 'preact/hooks';
import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';
import { Icon } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { chooseLanguage, lang } from '../../language/language.ts';
import { languageName } from '../../language/language-name.ts';
import { goBack } from '../../navigation/navigate.ts';
import { spokenLanguages } from './spoken-languages.ts';
import './language-screen.css';

type LanguageChoiceProps = { languages: readonly Language[]; reload: () => void };

export const LanguageScreen = () => <LanguageChoice languages={spokenLanguages()} reload={() => location.reload()} />;

/**
 * Choosing a language goes back. Whoever leaves, by whatever way, is where they go before the page is loaded anew (decision D1.2.09): everything
 * that was fetched in the old language, titles of the menu and names of products with it, comes in the new one.
 */
export function LanguageChoice({ languages, reload }: LanguageChoiceProps) {
  // Not after the next picture: it would be one of the page that is about to go.
  useLayoutEffect(() => reload, []);
  const choose = (language: Language) => {
    chooseLanguage(language);
    goBack();
  };
  return (
    <>
      <PageHeader title={t('account:language')} backLabel={t('shell:back')} onBack={goBack} />
      <ul class="language-list" aria-label={t('account:languages')}>
        {languages.map((language) => (
          <li key={language}>
            <button type="button" lang={LANGUAGE_TAGS[language]} aria-current={language === lang.value} onClick={() => choose(language)}>
              <span>{languageName(language)}</span>
              {language === lang.value && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
      <p class="language-note">{t('account:language.note')}</p>
    </>
  );
}
