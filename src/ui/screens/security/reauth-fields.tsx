import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { PasswordField } from '../../credentials/password-field.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Field } from '../../kit/field.tsx';
import { t } from '../../language/i18n.ts';
import type { ReauthState } from './use-reauth.ts';

/** Password, and a code where a second factor is set; above them what else was refused. */
export function ReauthFields({ reauth, hasFactor }: { reauth: ReauthState; hasFactor: boolean }) {
  const { password, factor, problems } = reauth;
  const forget = () => (problems.value = {});
  return (
    <>
      {problems.value.other && (
        <Banner tone="bad" role="alert">
          {problems.value.other}
        </Banner>
      )}
      <PasswordField
        label={t('security:password')}
        name="password"
        value={password}
        autoComplete="current-password"
        enterKeyHint={hasFactor ? 'next' : 'go'}
        problem={problems.value.password}
        onInput={forget}
      />
      {hasFactor && (
        <Field
          label={t('security:code')}
          name="factor"
          value={factor}
          autoComplete="one-time-code"
          enterKeyHint="go"
          maxLength={FACTOR_LENGTH_MAX}
          problem={problems.value.factor}
          onInput={forget}
        />
      )}
    </>
  );
}
