import { useSignal } from '@preact/signals';
import type { AccountKind } from '#domain/registration.ts';
import { type CodePurpose, type CodeTarget, sendCode } from '#rest/credentials.ts';
import { ASKED_TOO_OFTEN, retryAfterS } from '#rest/retry-after.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { t } from '../language/i18n.ts';
import { refusalCode } from '../requests/refusal.ts';
import { request } from '../requests/request.ts';
import { useCodeWait } from './code-wait.ts';
import { refusedField } from './refused-field.ts';
import type { Form } from './use-form.ts';
import './code-field.css';

/** As long as the wire takes; ours have six digits. */
const CODE_LENGTH_MAX = 10;

type CodeFieldProps<F extends string> = {
  form: Form<F | 'code'>;
  purpose: CodePurpose;
  /** Of the addresses that it goes to; where that changes, the field is another one (`key`). */
  kind: AccountKind;
  /** Where the code goes, as it is typed at the press; `undefined` once the form has said at its fields why it can go nowhere. */
  target: () => CodeTarget | undefined;
  /** The fields that addresses are typed into; what is refused of anything else stands at the code. */
  fieldOf: (field: 'account' | 'area') => F;
};

/** The address of the form as it is compared, '' where it asks for none. */
const typedAt = <F extends string>(form: Form<F | 'code'>, name: F): string =>
  (name as string) === 'code' ? '' : form.values[name].value.trim().toLowerCase();

/** A code that is sent: the field, and the button that sends it, again after a wait. */
export function CodeField<F extends string>({ form, purpose, kind, target, fieldOf }: CodeFieldProps<F>) {
  const isSending = useSignal(false);
  const sentTo = useSignal('');
  const { leftS: waitS, begin } = useCodeWait(purpose, kind, typedAt(form, fieldOf('account')));
  const send = async () => {
    const place = isSending.peek() ? undefined : target();
    if (!place) return;
    isSending.value = true;
    try {
      begin(await sendCode(request, purpose, place, { silent: true }));
      sentTo.value = place.to;
      // What a press without a code has said stands no longer where it is said that one comes.
      form.forget('code');
    } catch (error) {
      // Too early: an address has its wait with the server too, wherever its last code was asked for.
      if (refusalCode(error) === ASKED_TOO_OFTEN) begin(retryAfterS(error, Date.now()));
      const field = refusedField('sendCode', error);
      form.refuse(error, { field: field === 'account' || field === 'area' ? fieldOf(field) : 'code' });
    } finally {
      isSending.value = false;
    }
  };
  return (
    <Field
      label={t('register:code')}
      name="code"
      value={form.values.code}
      autoComplete="one-time-code"
      inputMode="numeric"
      enterKeyHint="next"
      maxLength={CODE_LENGTH_MAX}
      problem={form.problem('code')}
      hint={sentTo.value === '' ? undefined : t('register:code.sent', { to: sentTo.value })}
      trailing={
        <span class="code-send">
          <Button kind="quiet" size="short" disabled={waitS > 0} busy={isSending.value} onClick={send}>
            {waitS > 0 ? t('register:code.wait', { seconds: waitS }) : t('register:code.send')}
          </Button>
        </span>
      }
    />
  );
}
