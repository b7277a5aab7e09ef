import { EMAIL_LENGTH_MAX } from '#domain/credentials.ts';
import type { AccountKind } from '#domain/registration.ts';
import { Field } from '../kit/field.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { t } from '../language/i18n.ts';
import { kindOf, type NameField } from './account-name.ts';
import { PhoneField } from './phone-field.tsx';
import type { Form } from './use-form.ts';

type AccountFieldsProps = {
  form: Form<NameField | 'area'>;
  kinds: readonly AccountKind[];
  /** Of who is known here already, or of somebody new. */
  isNew: boolean;
};

const KIND_TEXTS = { email: 'account:login.email', phone: 'account:login.phone' } as const;

/** E-mail address or number, by tabs where the site takes both. */
export function AccountFields({ form, kinds, isNew }: AccountFieldsProps) {
  const kind = kindOf(kinds, form.values.kind.value);
  return (
    <>
      {kinds.length > 1 && (
        <Tabs
          variant="segmented"
          label={t('account:kinds')}
          items={kinds.map((value) => ({ value, label: t(KIND_TEXTS[value]) }))}
          selected={kind}
          onSelect={(chosen) => {
            form.values.kind.value = chosen;
            form.forget();
          }}
        />
      )}
      {kind === 'email' ? (
        <Field
          label={t('account:login.email')}
          name="email"
          type="email"
          value={form.values.email}
          autoComplete={isNew ? 'email' : 'username'}
          enterKeyHint="next"
          maxLength={EMAIL_LENGTH_MAX}
          problem={form.problem('email')}
        />
      ) : (
        <PhoneField
          area={form.values.area}
          number={form.values.number}
          problem={form.problem('number')}
          autoComplete={isNew ? 'tel-national' : 'username'}
        />
      )}
    </>
  );
}
