import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { t } from '../language/i18n.ts';
import { refusalText } from '../requests/refusal.ts';

type CodeFormProps = {
  class: string;
  /** Accessible name; without one it is no landmark. */
  name?: string;
  /** Of the field. */
  label: string;
  /** Words of the button. */
  submit: string;
  send: (code: string) => Promise<void>;
  /** What is said at the field of a code that was refused. */
  refused?: (error: unknown) => string;
  /** Stands above the field. */
  children: ComponentChildren;
  /** Stands below the button. */
  foot?: ComponentChildren;
};

/** One field for a code of the app or a recovery code, and the button that sends it. */
export function CodeForm({ name, label, submit, send, refused = refusalText, children, foot, ...form }: CodeFormProps) {
  const code = useSignal('');
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    problem.value = code.peek().trim() === '' ? t('security:code.needed') : '';
    if (problem.peek() !== '') return;
    isBusy.value = true;
    try {
      await send(code.peek().trim());
    } catch (error) {
      problem.value = refused(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form {...form} noValidate onSubmit={onSubmit} aria-label={name}>
      {children}
      <Field
        label={label}
        name="code"
        value={code}
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={FACTOR_LENGTH_MAX}
        problem={problem.value || undefined}
        onInput={() => (problem.value = '')}
      />
      <Button type="submit" kind="primary" size="tall" busy={isBusy.value}>
        {submit}
      </Button>
      {foot}
    </form>
  );
}
