import { useSignal } from '@preact/signals';
import { ERROR } from '#protocol/errors.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Field } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { refusalCode, refusalText } from '../../requests/refusal.ts';
import { playMoney } from '../../requests/start-demo.ts';
import { login, loginAsDemo } from '../../state/session.ts';
import { flag } from '../../state/site.ts';
import { type LoginProblems, loginProblems } from './login-form.ts';
import './login-screen.css';

/** As the server's own limits. */
const EMAIL_LENGTH_MAX = 254;
const PASSWORD_LENGTH_MAX = 128;

/** The way in: a demo account first, then e-mail and password. The guard of the app leads on to `from` once somebody is logged in. */
export function LoginScreen() {
  const hasDemo = flag('is_mock_login');
  return (
    <>
      <PageHeader title={t('account:login.title')} backLabel={t('shell:back')} onBack={goBack} />
      <div class="login">
        <div class="login-welcome">
          <h2>{t(hasDemo ? 'account:login.welcome' : 'account:login.welcome.back')}</h2>
          <p>{t(hasDemo ? 'account:login.welcome.demo' : 'account:login.welcome.detail')}</p>
        </div>
        {hasDemo && <DemoLogin />}
        <LoginForm isOnlyWay={!hasDemo} />
      </div>
    </>
  );
}

function LoginForm({ isOnlyWay }: { isOnlyWay: boolean }) {
  const email = useSignal('');
  const password = useSignal('');
  const isPasswordShown = useSignal(false);
  const problems = useSignal<LoginProblems>({});
  const refusal = useSignal<{ text: string; isPassword: boolean } | undefined>(undefined);
  const isBusy = useSignal(false);
  const forgetRefusal = () => (refusal.value = undefined);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    problems.value = loginProblems({ email: email.peek(), password: password.peek() });
    refusal.value = undefined;
    if (problems.value.email || problems.value.password) return;
    isBusy.value = true;
    try {
      await login(email.peek().trim(), password.peek());
    } catch (error) {
      const isPassword = refusalCode(error) === ERROR.passwordWrong;
      refusal.value = { text: refusalText(error), isPassword };
    } finally {
      isBusy.value = false;
    }
  };

  const { email: emailProblem, password: passwordProblem } = problems.value;
  const passwordRefusal = refusal.value?.isPassword ? refusal.value.text : undefined;
  return (
    <Card>
      <form class="login-form" noValidate onSubmit={submit} aria-label={t('account:login.title')}>
        {refusal.value && !refusal.value.isPassword && (
          <Banner tone="bad" role="alert">
            {refusal.value.text}
          </Banner>
        )}
        <Field
          label={t('account:login.email')}
          name="email"
          type="email"
          value={email}
          autoComplete="username"
          enterKeyHint="next"
          maxLength={EMAIL_LENGTH_MAX}
          problem={emailProblem && t(emailProblem)}
          onInput={forgetRefusal}
        />
        <Field
          label={t('account:login.password')}
          name="password"
          type={isPasswordShown.value ? 'text' : 'password'}
          value={password}
          autoComplete="current-password"
          enterKeyHint="go"
          maxLength={PASSWORD_LENGTH_MAX}
          problem={passwordRefusal ?? (passwordProblem && t(passwordProblem))}
          onInput={forgetRefusal}
          trailing={
            <IconButton
              label={t(isPasswordShown.value ? 'account:login.hide' : 'account:login.show')}
              aria-pressed={isPasswordShown.value}
              onClick={() => (isPasswordShown.value = !isPasswordShown.value)}
            >
              <Icon name={isPasswordShown.value ? 'eye-off' : 'eye'} />
            </IconButton>
          }
        />
        <Button type="submit" kind={isOnlyWay ? 'primary' : 'plain'} size="tall" busy={isBusy.value}>
          {t(isBusy.value ? 'account:login.submitting' : 'account:login.submit')}
        </Button>
      </form>
    </Card>
  );
}

function DemoLogin() {
  const isBusy = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const enter = async () => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await loginAsDemo();
    } catch (error) {
      problem.value = refusalText(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <Card>
        <div class="login-demo">
          <Button kind="primary" size="tall" busy={isBusy.value} onClick={enter}>
            {t('account:login.demo')}
          </Button>
          <p>{t('account:login.demo.detail', { amount: playMoney() })}</p>
          {problem.value && (
            <Banner tone="bad" role="alert">
              {problem.value}
            </Banner>
          )}
        </div>
      </Card>
      <p class="login-or">{t('account:login.or')}</p>
    </>
  );
}
