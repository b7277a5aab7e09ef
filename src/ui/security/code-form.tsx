import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { t } from '../language/i18n.ts';
import { refusalText } from '../requests/refusal.ts';
import { whenBack } from '../requests/when-back.ts';

type CodeFormProps = {
  class: string;
  /** Accessible name; without one it is no landmark. */
  name?: string;
  /** Of the field. */
  label: string;
  /** Words of the button. */
  submit: string;
  /** Only a code of the app will do, not a recovery code. */
  isSix?: boolean;
  send: (code: string) => Promise<void>;
  /** What is said at the field of a code that was refused. */
  refused?: (error: unknown) => string;
  /** Stands above the field. */
  children: ComponentChildren;
  /** Stands below the button. */
  foot?: ComponentChildren;
};

/** One field for a code of the app or a recovery code, and the button that sends it. */
export function CodeForm({ name, label, submit, isSix = false, send, refused = refusalText, children, foot, ...form }: CodeFormProps) {
  const code = useSignal('');
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    const typed = isSix ? code.peek().replace(/\s/g, '') : code.peek().trim();
    const isWrong = isSix && !/^\d{6}$/.test(typed);
    problem.value = typed === '' ? t('security:code.needed') : isWrong ? t('security:code.six') : '';
    if (problem.peek() !== '') return;
    isBusy.value = true;
    try {
      await send(typed);
    } catch (error) {
      problem.value = refused(error);
      whenBack(error, () => (problem.value = ''));
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
        inputMode={isSix ? 'numeric' : undefined}
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
