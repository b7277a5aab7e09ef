import { useSignal } from '@preact/signals';
import { nameProblem, tidyName } from '#domain/profile.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { refusalText } from '../../requests/refusal.ts';
import { whenBack } from '../../requests/when-back.ts';
import { readSecurityAgain } from './security-lists.ts';

type NameFormProps = {
  label: string;
  start: string;
  max: number;
  /** Says what an empty one, which takes the name back, leaves. */
  hint: string;
  placeholder?: string;
  /** What is wrong with one that is not empty, if it is more than its length. */
  problemOf?: (name: string) => NameProblem | undefined;
  save: (name: string) => Promise<unknown>;
  onDone: () => void;
};
type NameProblem = 'long' | 'unseen' | 'house' | 'mixed';

/** The words for what is wrong with a tidy name; '': nothing, as with an empty one. */
export const nameProblemText = (
  name: string,
  max: number,
  problemOf = (text: string): NameProblem | undefined => nameProblem(text, max),
) => {
  const problem = name === '' ? undefined : problemOf(name);
  return problem === undefined ? '' : t(`security:name.${problem}`, { count: max });
};

/** One name that a person gives or takes back, by the rule that the server has too. */
export function NameForm({ label, start, max, hint, placeholder, problemOf, save, onDone }: NameFormProps) {
  const name = useSignal(start);
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const tidy = tidyName(name.peek());
    if (isBusy.peek()) return;
    problem.value = nameProblemText(tidy, max, problemOf);
    if (problem.peek() !== '') return;
    isBusy.value = true;
    try {
      await save(tidy);
      await readSecurityAgain();
      toast(t('security:saved'), 'good');
      onDone();
    } catch (error) {
      problem.value = refusalText(error);
      whenBack(error, () => (problem.value = ''));
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
