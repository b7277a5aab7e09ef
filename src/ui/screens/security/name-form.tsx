import { useSignal } from '@preact/signals';
import { isName, tidyName } from '#domain/profile.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { refusalText } from '../../requests/refusal.ts';
import { readSecurityAgain } from './security-lists.ts';

type NameFormProps = {
  label: string;
  start: string;
  max: number;
  /** Says what an empty one, which takes the name back, leaves. */
  hint: string;
  placeholder?: string;
  save: (name: string) => Promise<unknown>;
  onDone: () => void;
};

/** One name that a person gives or takes back, by the rule that the server has too. */
export function NameForm({ label, start, max, hint, placeholder, save, onDone }: NameFormProps) {
  const name = useSignal(start);
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const tidy = tidyName(name.peek());
    if (isBusy.peek()) return;
    if (tidy !== '' && !isName(tidy, max)) {
      problem.value = t('security:name.invalid', { count: max });
      return;
    }
    isBusy.value = true;
    try {
      await save(tidy);
      await readSecurityAgain();
      toast(t('security:saved'), 'good');
      onDone();
    } catch (error) {
      problem.value = refusalText(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="security-form" noValidate onSubmit={submit}>
      <Field
        label={label}
        name="name"
        value={name}
        maxLength={max}
        enterKeyHint="done"
        hint={hint}
        {...(placeholder === undefined ? {} : { placeholder })}
        problem={problem.value || undefined}
        onInput={() => (problem.value = '')}
      />
      <Button type="submit" kind="primary" size="tall" busy={isBusy.value}>
        {t('security:save')}
      </Button>
    </form>
  );
}
