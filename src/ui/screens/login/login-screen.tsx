import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { accountKinds } from '#domain/registration.ts';
import { ERROR } from '#protocol/errors.ts';
import { type FactorChallenge, factorChallenge } from '#rest/security.ts';
import { AccountFields } from '../../credentials/account-fields.tsx';
import { accountName, kindOf } from '../../credentials/account-name.ts';
import { areaOfNumber, DEFAULT_PREFIX } from '../../credentials/area-choice.ts';
import { useAreas } from '../../credentials/areas.ts';
import { CredentialForm } from '../../credentials/credential-form.tsx';
import { DoorLinks } from '../../credentials/door-links.tsx';
import { logIn } from '../../credentials/log-in.ts';
import { PasswordField } from '../../credentials/password-field.tsx';
import { ServiceBar, useServiceBar } from '../../credentials/service-notice.tsx';
import { keepTypedEmail, keptEmail, rememberTypedEmail, typedEmail } from '../../credentials/typed-email.ts';
import { type Form, useForm } from '../../credentials/use-form.ts';
import { Banner } from '../../kit/banner.tsx';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { type Key, needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { useLazy } from '../../lazy/use-lazy.ts';
import { putLayer } from '../../navigation/layer-history.ts';
import { goBack } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { refusalCode } from '../../requests/refusal.ts';
import { canPasskey } from '../../security/can-passkey.ts';
import { endedWhy } from '../../state/session.ts';
import { flag, setting } from '../../state/site.ts';
import { hasUsedPasskey } from '../../state/used-passkey.ts';
import { DemoLogin } from './demo-login.tsx';
import { emptyLogin, type LoginField, loginProblems } from './login-form.ts';
import './login-screen.css';

const secondFactor = lazyCode(
  async () => (await Promise.all([import('../../security/second-factor.tsx'), needTexts('security')]))[0].SecondFactor,
);
const passkeyButton = lazyCode(
  async () => (await Promise.all([import('../../security/passkey-button.tsx'), needTexts('security')]))[0].PasskeyButton,
);

/** The way in: a demo account first, or for who has been here before their own. The guard of the app leads on to `from` once somebody is logged in. */
export function LoginScreen() {
  // The password was right: the second factor comes next.
  const challenge = useSignal<FactorChallenge | undefined>(undefined);
  const over = useSignal<string | undefined>(undefined);
  const begin = (why?: string) => {
    over.value = why;
    challenge.value = undefined;
  };
  const isSecond = challenge.value !== undefined;
  // Back leads to the password, not out of the login.
  useEffect(() => (isSecond ? putLayer({ dialog: undefined, close: () => begin() }) : undefined), [isSecond]);
  return (
    <>
      <PageHeader title={t('account:login.title')} backLabel={t('shell:back')} onBack={isSecond ? () => begin() : goBack} />
      {challenge.value ? (
        <LazyView code={secondFactor} props={{ challenge: challenge.value, onOver: begin }} />
      ) : (
        <FirstStep over={over.value ?? (endedWhy.value || undefined)} onChallenge={(next) => (challenge.value = next)} />
      )}
    </>
  );
}

type FirstStepProps = {
  /** Why the login begins anew, or the last session ended. */
  over: string | undefined;
  onChallenge: (challenge: FactorChallenge) => void;
};

function FirstStep({ over, onChallenge }: FirstStepProps) {
  const hasDemo = flag('is_mock_login');
  // Whoever types who they are wants in as themselves: that button is the main one then.
  const isTyped = useSignal(false);
  // Who has been here before comes for their own account, by the way that they came.
  const byPasskey = useMemo(() => canPasskey() && hasUsedPasskey(), []);
  const isNew = useMemo(() => !byPasskey && keptEmail() === '' && endedWhy.peek() === '', []);
  const isBarShown = useServiceBar();
  return (
    <>
      {over !== undefined && (
        <Banner tone="bad" role="alert">
          {over}
        </Banner>
      )}
      <Welcome isDemoFirst={hasDemo && isNew} />
      {hasDemo && isNew && <DemoLogin kind={isTyped.value ? 'plain' : 'primary'} />}
      {byPasskey && <PasskeyFirst kind={isTyped.value ? 'plain' : 'primary'} />}
      <LoginForm
        isMain={isTyped.value || !(byPasskey || (hasDemo && isNew))}
        hasOtherWay={byPasskey}
        onTyped={(is) => (isTyped.value = is)}
        onChallenge={onChallenge}
      />
      {canPasskey() && !byPasskey && (
        <Card>
          <LazyView code={passkeyButton} props={{ kind: 'plain' as const }} />
        </Card>
      )}
      <DoorLinks
        links={[
          { path: PATHS.forgot, text: 'account:login.forgot' },
          { path: PATHS.register, text: 'account:login.register' },
        ]}
      />
      {hasDemo && !isNew && <DemoLogin kind="plain" isLast />}
      <ServiceBar isShown={isBarShown} />
    </>
  );
}

/** What somebody wanted to see for which one must be logged in. */
const WANTED: Readonly<Record<string, Key>> = {
  [PATHS.orders]: 'account:login.to.orders',
  [PATHS.account]: 'account:login.to.account',
  [PATHS.alerts]: 'account:login.to.alerts',
  [PATHS.identity]: 'account:login.to.identity',
  [PATHS.security]: 'account:login.to.security',
  [PATHS.password]: 'account:login.to.password',
  [PATHS.payPassword]: 'account:login.to.pay-password',
  [PATHS.invite]: 'account:login.to.invite',
};

/** To whom this speaks; and where an address led here, why. */
function Welcome({ isDemoFirst }: { isDemoFirst: boolean }) {
  const wanted = WANTED[useLocation().query.from?.split('?')[0] ?? ''];
  return (
    <div class="door-welcome">
      <h2>{t(isDemoFirst ? 'account:login.welcome' : 'account:login.welcome.back')}</h2>
      <p>{t(wanted ?? (isDemoFirst ? 'account:login.welcome.demo' : 'account:login.welcome.detail'))}</p>
    </div>
  );
}

/** The way by which somebody came the last time. The room of its button is there before its code is: the form below keeps its place. */
function PasskeyFirst({ kind }: { kind: 'primary' | 'plain' }) {
  const { here: PasskeyButton } = useLazy(passkeyButton);
  return (
    <>
      <Card>
        <div class="login-passkey">{PasskeyButton && <PasskeyButton kind={kind} />}</div>
      </Card>
      <p class="login-or">{t('account:login.or-password')}</p>
    </>
  );
}

type LoginFormProps = Pick<FirstStepProps, 'onChallenge'> & {
  isMain: boolean;
  /** A name that was filled in by itself does not yet say that this one is wanted. */
  hasOtherWay: boolean;
  onTyped: (isTyped: boolean) => void;
};

function LoginForm({ isMain, hasOtherWay, onTyped, onChallenge }: LoginFormProps) {
  const kinds = accountKinds(setting);
  const form: Form<LoginField> = useForm<LoginField, void>({
    start: emptyLogin(typedEmail()),
    problems: (values) => loginProblems(values, kinds),
    async send(values) {
      const kind = kindOf(kinds, values.kind);
      keepTypedEmail(kind === 'email' ? values.email : '');
      const prefix = areaOfNumber(areas.data.peek(), values.area)?.global_code ?? DEFAULT_PREFIX;
      try {
        await logIn(accountName(kind, values, prefix), values.password, kind);
        rememberTypedEmail();
      } catch (error) {
        const challenge = factorChallenge(error);
        if (!challenge) throw error;
        // The password was theirs.
        rememberTypedEmail();
        onChallenge(challenge);
      }
    },
    onRefused(error) {
      if (refusalCode(error) !== ERROR.passwordWrong) return undefined;
      const isPhone = kindOf(kinds, form.values.kind.peek()) === 'phone';
      return { field: 'password', text: isPhone ? t('account:login.phone-wrong') : undefined };
    },
  });
  const { email, number, password } = form.values;
  useSignalEffect(() => onTyped([...(hasOtherWay ? [] : [email, number]), password].some(({ value }) => value !== '')));
  const areas = useAreas(kindOf(kinds, form.values.kind.value) === 'phone');
  const isBusy = form.isBusy.value;
  return (
    <Card>
      <CredentialForm
        form={form}
        label={t('account:login.title')}
        kind={isMain ? 'primary' : 'plain'}
        submit={t(isBusy ? 'account:login.submitting' : 'account:login.submit')}
      >
        <AccountFields form={form} kinds={kinds} isNew={false} />
        <PasswordField
          label={t('account:login.password')}
          name="password"
          value={form.values.password}
          problem={form.problem('password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </CredentialForm>
    </Card>
  );
}
