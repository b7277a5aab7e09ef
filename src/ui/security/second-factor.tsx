import { useSignal } from '@preact/signals';
import { FACTOR_LENGTH_MAX } from '#domain/profile.ts';
import { type FactorChallenge, loginByFactor, triesLeft } from '#rest/security.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Field } from '../kit/field.tsx';
import { t } from '../language/i18n.ts';
import { refusalText } from '../requests/refusal.ts';
import { request } from '../requests/request.ts';
import { enterBy, knownDevice } from '../state/session.ts';
import { canPasskey } from './can-passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import './second-factor.css';

type SecondFactorProps = {
  challenge: FactorChallenge;
  /** The login begins anew; with words, because the ticket counts no more. */
  onOver: (text?: string) => void;
};

/** The second step of a login: a code of the app or a recovery code in one field, or a passkey. The guard of the app leads on. */
export function SecondFactor({ challenge, onOver }: SecondFactorProps) {
  const code = useSignal('');
  const problem = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.peek()) return;
    if (code.peek().trim() === '') {
      problem.value = t('security:code.needed');
      return;
    }
    isBusy.value = true;
    problem.value = '';
    try {
      enterBy(await loginByFactor(request, { ticket: challenge.ticket, code: code.peek().trim(), ...knownDevice() }));
    } catch (error) {
      const left = triesLeft(error);
      if (left === 0) onOver(refusalText(error));
      else problem.value = left === undefined ? refusalText(error) : t('security:code.wrong', { count: left });
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <Card>
        <form class="second-factor" noValidate onSubmit={submit} aria-label={t('security:second.title')}>
          <h2>{t('security:second.title')}</h2>
          <p>{t(challenge.ways.includes('recovery') ? 'security:second.detail' : 'security:second.detail-code')}</p>
          <Field
            label={t('security:code')}
            name="code"
            value={code}
            autoComplete="one-time-code"
            enterKeyHint="go"
            maxLength={FACTOR_LENGTH_MAX}
            problem={problem.value || undefined}
            onInput={() => (problem.value = '')}
          />
          <Button type="submit" kind="primary" size="tall" busy={isBusy.value}>
            {t('security:second.submit')}
          </Button>
          <Button kind="quiet" onClick={() => onOver()}>
            {t('security:second.back')}
          </Button>
        </form>
      </Card>
      {challenge.ways.includes('passkey') && canPasskey() && (
        <Card>
          <PasskeyButton />
        </Card>
      )}
    </>
  );
}
