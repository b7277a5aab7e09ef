import { accountKinds, registrationProof } from '#domain/registration.ts';
import { AccountFields } from '../../credentials/account-fields.tsx';
import { kindOf } from '../../credentials/account-name.ts';
import { CodeField } from '../../credentials/code-field.tsx';
import { CountryField } from '../../credentials/country-field.tsx';
import { CredentialForm } from '../../credentials/credential-form.tsx';
import { PasswordFields } from '../../credentials/password-fields.tsx';
import { PayFields } from '../../credentials/pay-fields.tsx';
import { nameFieldOf } from '../../credentials/refused-field.ts';
import { serviceNotice } from '../../credentials/service-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { t } from '../../language/i18n.ts';
import { flag, setting } from '../../state/site.ts';
import { HumanCheckField } from './check/human-check-field.tsx';
import { IdentityPart } from './identity-part.tsx';
import type { RegisterField, RegisterRules } from './register-form.ts';
import { TakenAccount } from './taken-account.tsx';
import { useRegister } from './use-register.ts';

const INVITE_LENGTH_MAX = 20;

/** What the site asks for, by its flags. Reads signals. */
const registerRules = (): RegisterRules => ({
  kinds: accountKinds(setting),
  proof: registrationProof(setting('verify_reg_type')),
  hasPayPassword: flag('is_register_pay_pwd'),
  hasInvite: flag('is_register_invite_code'),
  needsInvite: flag('invite_code_required'),
  hasIdentity: flag('is_real_name_auth') && flag('is_register_auth'),
});

type RegisterFieldsProps = {
  invited: string | undefined;
  /** The notice stands above the button, since its bar has been put away. */
  hasNotice: boolean;
};

/** The form, in the order in which a person has the answers at hand. */
export function RegisterFields({ invited, hasNotice }: RegisterFieldsProps) {
  const rules = registerRules();
  const { form, check, codeTarget, identity, isTaken } = useRegister(rules, invited);
  const kind = kindOf(rules.kinds, form.values.kind.value);
  const notice = hasNotice && <p class="credential-note">{serviceNotice()}</p>;
  return (
    <CredentialForm
      form={form}
      label={t('register:title')}
      submit={t(form.isBusy.value ? 'register:submitting' : 'register:submit')}
      foot={notice}
    >
      <AccountFields form={form} kinds={rules.kinds} isNew />
      {isTaken.value && <TakenAccount />}
      {kind === 'email' && <CountryField country={form.values.country} problem={form.problem('country')} />}
      {rules.proof === 'code' && (
        <CodeField<RegisterField>
          key={kind}
          form={form}
          purpose="register"
          kind={kind}
          target={codeTarget}
          fieldOf={(field) => nameFieldOf(kind, field)}
        />
      )}
      <PasswordFields form={form} label={t('account:login.password')} />
      {rules.hasPayPassword && <PayFields form={form} />}
      {rules.hasInvite && (
        <Field
          label={t(rules.needsInvite ? 'register:invite' : 'register:invite.optional')}
          name="invite"
          value={form.values.invite}
          autoComplete="off"
          enterKeyHint="next"
          maxLength={INVITE_LENGTH_MAX}
          problem={form.problem('invite')}
        />
      )}
      {rules.hasIdentity && <IdentityPart input={identity} />}
      {rules.proof === 'captcha' && <HumanCheckField form={form} check={check} />}
    </CredentialForm>
  );
}
