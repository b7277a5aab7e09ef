import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { LANGUAGE_TAGS, type Language } from '#domain/languages.ts';
import { setLetterLanguage } from '#rest/security.ts';
import { Icon } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { chooseLanguage, lang } from '../../language/language.ts';
import { languageName } from '../../language/language-name.ts';
import { spokenLanguages } from '../../language/spoken-languages.ts';
import { goBack } from '../../navigation/navigate.ts';
import { request } from '../../requests/request.ts';
import { isDemo, user } from '../../state/user.ts';
import './language-screen.css';

/** The page that is left takes what is under way with it: so long it waits. */
const TELL_MS = 3_000;

/** Letters to whoever is logged in come in the chosen language too (decision D9.314); where that cannot be told they stay as they are. */
async function tellLanguage(language: Language): Promise<void> {
  if (user.peek() && !isDemo.peek()) await setLetterLanguage(request, language, TELL_MS).catch(() => undefined);
}

type LanguageChoiceProps = { languages: readonly Language[]; reload: () => void };

export const LanguageScreen = () => <LanguageChoice languages={spokenLanguages()} reload={() => location.reload()} />;

/**
 * Choosing a language goes back. Whoever leaves, by whatever way, is where they go before the page is loaded anew (decision D1.2.09): everything
 * that was fetched in the old language, titles of the menu and names of products with it, comes in the new one.
 */
export function LanguageChoice({ languages, reload }: LanguageChoiceProps) {
  // Not after the next picture: it would be one of the page that is about to go.
  const isHere = useRef(true);
  useLayoutEffect(
    () => () => {
      isHere.current = false;
      reload();
    },
    [],
  );
  const chosen = useSignal(lang.peek());
  const choose = async (language: Language) => {
    chooseLanguage(language);
    chosen.value = language;
    await tellLanguage(language);
    // Another was chosen meanwhile, or the screen was left.
    if (chosen.peek() === language && isHere.current) goBack();
  };
  return (
    <>
      <PageHeader title={t('account:language')} backLabel={t('shell:back')} onBack={goBack} />
      <ul class="language-list" aria-label={t('account:languages')}>
        {languages.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={LANGUAGE_TAGS[language]}
              aria-current={language === chosen.value}
              onClick={() => void choose(language)}
            >
              <span>{languageName(language)}</span>
              {language === chosen.value && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
      <p class="language-note">{t('account:language.note')}</p>
    </>
  );
}
