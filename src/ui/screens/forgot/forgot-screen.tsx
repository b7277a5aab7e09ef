import { useLocation } from 'preact-iso/router';
import { EMAIL_LENGTH_MAX } from '#domain/credentials.ts';
import { resetPassword } from '#rest/credentials.ts';
import { CodeField } from '../../credentials/code-field.tsx';
import { CredentialForm } from '../../credentials/credential-form.tsx';
import { DoorLinks } from '../../credentials/door-links.tsx';
import { PasswordFields } from '../../credentials/password-fields.tsx';
import { refusedField } from '../../credentials/refused-field.ts';
import { keepTypedEmail, typedEmail } from '../../credentials/typed-email.ts';
import { type Form, useForm } from '../../credentials/use-form.ts';
import { Card } from '../../kit/card.tsx';
import { Field } from '../../kit/field.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { goBack, navigate } from '../../navigation/navigate.ts';
import { loginPath, PATHS } from '../../paths.ts';
import { request } from '../../requests/request.ts';
import { menuLink } from '../../shell/menu-link.ts';
import { forgetEnded } from '../../state/session.ts';
import { setting } from '../../state/site.ts';
import { emptyForgot, type ForgotField, forgotProblems } from './forgot-form.ts';

/** A new password for who has forgotten theirs, by a code to their e-mail address. It ends at the login: nobody is logged in by a code. */
export function ForgotScreen() {
  return (
    <>
      <PageHeader title={t('register:forgot.title')} backLabel={t('shell:back')} onBack={goBack} />
      <div class="door-welcome">
        <p>{t('register:forgot.detail')}</p>
      </div>
      <Card>
        <ForgotForm />
      </Card>
      <PhoneHint />
      <DoorLinks links={[{ path: PATHS.login, text: 'register:login' }]} />
    </>
  );
}

function ForgotForm() {
  const { from } = useLocation().query;
  const form: Form<ForgotField> = useForm<ForgotField, unknown>({
    start: emptyForgot(typedEmail()),
    problems: forgotProblems,
    send: ({ email, ...rest }) => resetPassword(request, { ...rest, email: email.trim(), code: rest.code.trim() }, { silent: true }),
    onDone() {
      keepTypedEmail(form.values.email.peek());
      forgetEnded();
      toast(t('register:forgot.done'), 'good');
      navigate(from ? loginPath(from) : PATHS.login, true);
    },
    onRefused: (error) => ({ field: fieldOf(refusedField('forget', error)) }),
  });
  const target = () => (form.check('email') ? ({ kind: 'email', to: form.values.email.peek().trim(), areaId: '' } as const) : undefined);
  return (
    <CredentialForm form={form} label={t('register:forgot.title')} submit={t('register:forgot.submit')}>
      <Field
        label={t('account:login.email')}
        name="email"
        type="email"
        value={form.values.email}
        autoComplete="username"
        enterKeyHint="next"
        maxLength={EMAIL_LENGTH_MAX}
        problem={form.problem('email')}
      />
      <CodeField<ForgotField> form={form} purpose="reset" kind="email" target={target} fieldOf={() => 'email'} />
      <PasswordFields form={form} label={t('register:password.new')} />
    </CredentialForm>
  );
}

const fieldOf = (refused: ReturnType<typeof refusedField>): ForgotField | undefined =>
  refused === 'account' ? 'email' : (['code', 'password', 'repeat'] as const).find((field) => field === refused);

/** Of a number nothing can be sent by which the password is set here. */
function PhoneHint() {
  const link = setting('service_link');
  const support = link.startsWith('mailto:') ? { href: link } : (menuLink(link) ?? { href: `#${PATHS.contact}` });
  return (
    <p class="credential-note credential-aside">
      {t('register:forgot.phone')} <a {...support}>{t('register:support')}</a>
    </p>
  );
}
