import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { ASKED_TOO_OFTEN, retryAfterS } from '#rest/retry-after.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { t } from '../language/i18n.ts';
import { isFactorLeft } from '../requests/factor-left.ts';
import { refusalCode, refusalText } from '../requests/refusal.ts';
import { useSecondsLeft, waitS } from '../requests/seconds-left.ts';
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
  /** A code of the app is sent with its sixth digit; the button is for recovery codes, and for trying again. */
  sendsItself?: boolean;
  send: (code: string) => Promise<void>;
  /** What is said at the field of a code that was refused. */
  refused?: (error: unknown) => string;
  /** Stands above the field. */
  children: ComponentChildren;
  /** Stands below the button. */
  foot?: ComponentChildren;
};

const SIX_DIGITS = /^\d{6}$/;
const bare = (code: string): string => code.replace(/\s/g, '');

/** One field for a code of the app or a recovery code, and the button that sends it, which counts down where the server says to wait. */
export function CodeForm(props: CodeFormProps) {
  const { name, label, submit, isSix = false, sendsItself = false, children, foot } = props;
  const { code, problem, said, isBusy, leftS, send } = useCode(props);
  const typed = () => {
    problem.value = '';
    if (sendsItself && SIX_DIGITS.test(bare(code.peek()))) void send();
  };
  return (
    <form
      class={props.class}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      aria-label={name}
    >
      {children}
      <Field
        label={label}
        name="code"
        value={code}
        autoComplete="one-time-code"
        inputMode={isSix ? 'numeric' : undefined}
        enterKeyHint="go"
        maxLength={FACTOR_LENGTH_MAX}
        problem={said || undefined}
        onInput={typed}
      />
      <Button type="submit" kind="primary" size="tall" busy={isBusy.value} disabled={leftS > 0}>
        {leftS > 0 ? t('security:code.wait', { seconds: leftS }) : submit}
      </Button>
      {foot}
    </form>
  );
}

/** What is typed, what is wrong with it, and its way to the server: one at a time, and none while the server says to wait. */
function useCode({ isSix, send, refused = refusalText }: Pick<CodeFormProps, 'isSix' | 'send' | 'refused'>) {
  const code = useSignal('');
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const waitEndMs = useSignal(0);
  const leftS = useSecondsLeft(waitEndMs.value);
  const problemOf = (typed: string): string => {
    if (typed === '') return t('security:code.needed');
    return isSix && !SIX_DIGITS.test(typed) ? t('security:code.six') : '';
  };
  // What said to wait is over with the wait.
  const said = waitEndMs.value > 0 && leftS === 0 ? '' : problem.value;
  return {
    ...{ code, problem, said, isBusy, leftS },
    async send() {
      if (isBusy.peek() || waitEndMs.peek() > Date.now()) return;
      const typed = isSix ? bare(code.peek()) : code.peek().trim();
      // The sixth digit has sent it, and a thumb on its way to the button meets the field emptied: why it was refused stays.
      if (typed === '' && said !== '') return;
      problem.value = problemOf(typed);
      if (problem.peek() !== '') return;
      waitEndMs.value = 0;
      isBusy.value = true;
      try {
        await send(typed);
      } catch (error) {
        problem.value = refused(error);
        whenBack(error, () => (problem.value = ''));
        if (!isFactorLeft(error)) code.value = '';
        if (refusalCode(error) === ASKED_TOO_OFTEN) waitEndMs.value = Date.now() + waitS(retryAfterS(error, Date.now())) * 1_000;
      } finally {
        isBusy.value = false;
      }
    },
  };
}
