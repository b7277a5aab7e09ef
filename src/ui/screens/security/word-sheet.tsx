import { type Signal, useSignal } from '@preact/signals';
import { LETTER_WORD_MAX, tidyName } from '#domain/profile.ts';
import { type Reauth, setLetterWord } from '#rest/security.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { nameProblemText } from './name-form.tsx';
import { ReauthFields } from './reauth-fields.tsx';
import { readSecurityAgain } from './security-lists.ts';
import { useReauth } from './use-reauth.ts';

type WordProps = { open: Signal<boolean>; value: string; hasFactor: boolean };

/** The word that stands in every letter: by it a person knows the site's, so another one asks again who it is. */
export function WordSheet({ open, value, hasFactor }: WordProps) {
  return (
    <Sheet open={open} title={t('security:word')} closeLabel={t('shell:close')}>
      <WordForm open={open} value={value} hasFactor={hasFactor} />
    </Sheet>
  );
}

function WordForm({ open, value, hasFactor }: WordProps) {
  const word = useSignal(value);
  const problem = useSignal('');
  const reauth = useReauth(hasFactor);
  const submit = async (event: Event) => {
    event.preventDefault();
    const tidy = tidyName(word.peek());
    problem.value = nameProblemText(tidy, LETTER_WORD_MAX);
    const save = async (proof: Reauth) => {
      await setLetterWord(request, tidy, proof);
      await readSecurityAgain();
    };
    if (problem.peek() !== '' || !(await reauth.prove(save))) return;
    toast(t('security:saved'), 'good');
    open.value = false;
  };
  return (
    <form class="security-form" noValidate onSubmit={submit}>
      <Field
        label={t('security:word')}
        name="name"
        value={word}
        enterKeyHint="next"
        hint={t('security:word.detail')}
        problem={problem.value || undefined}
        onInput={() => (problem.value = '')}
      />
      <ReauthFields reauth={reauth} hasFactor={hasFactor} />
      <Button type="submit" kind="primary" size="tall" busy={reauth.isBusy.value}>
        {t('security:save')}
      </Button>
    </form>
  );
}
