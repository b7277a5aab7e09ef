import type { ComponentChildren } from 'preact';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import type { Form } from './use-form.ts';
import './credential-form.css';

type CredentialFormProps = {
  form: Form<never>;
  /** Accessible name. */
  label: string;
  /** Words of the button that sends. */
  submit: string;
  kind?: 'primary' | 'plain';
  /** It was taken, and there is nothing to send. */
  isOff?: boolean;
  /** Stands right above the button. */
  foot?: ComponentChildren;
  children: ComponentChildren;
};

/** Fields one below the other, what was refused above them, and the button that sends. */
export function CredentialForm({ form, label, submit, kind = 'primary', isOff = false, foot, children }: CredentialFormProps) {
  const refusal = form.refusal();
  return (
    <form class="credential-form" noValidate onSubmit={form.submit} aria-label={label}>
      {refusal && (
        <Banner
          tone="bad"
          role="alert"
          action={form.isRealNameNeeded() && <a href={`#${PATHS.identity}`}>{t('account:identity.verify')}</a>}
        >
          {refusal}
        </Banner>
      )}
      {children}
      {foot}
      <Button type="submit" kind={kind} size="tall" disabled={isOff} busy={form.isBusy.value}>
        {submit}
      </Button>
    </form>
  );
}
