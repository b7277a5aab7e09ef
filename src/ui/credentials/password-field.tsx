import { type Signal, useSignal } from '@preact/signals';
import { PASSWORD_LENGTH } from '#domain/credentials.ts';
import { IconButton } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';

type PasswordFieldProps = {
  label: string;
  name: string;
  value: Signal<string>;
  problem: string | undefined;
  hint?: string | undefined;
  keepsHint?: boolean;
  /** Of the password that is there, or of the one that is made now; 'off' for one that is no password of a login. */
  autoComplete: 'current-password' | 'new-password' | 'off';
  enterKeyHint?: 'next' | 'go';
  maxLength?: number;
  inputMode?: 'numeric' | undefined;
  onInput?: () => void;
};

/** A password, hidden until it is asked to be shown. It may be pasted. */
export function PasswordField({ enterKeyHint = 'next', maxLength = PASSWORD_LENGTH.max, ...field }: PasswordFieldProps) {
  const isShown = useSignal(false);
  return (
    <Field
      {...field}
      type={isShown.value ? 'text' : 'password'}
      enterKeyHint={enterKeyHint}
      maxLength={maxLength}
      trailing={
        <IconButton
          label={t(isShown.value ? 'account:login.hide' : 'account:login.show')}
          aria-pressed={isShown.value}
          onClick={() => (isShown.value = !isShown.value)}
        >
          <Icon name={isShown.value ? 'eye-off' : 'eye'} />
        </IconButton>
      }
    />
  );
}
