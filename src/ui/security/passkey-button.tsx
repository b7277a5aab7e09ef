import { useSignal } from '@preact/signals';
import { loginByPasskey, passkeyChallenge } from '#rest/security.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import { refusalText } from '../requests/refusal.ts';
import { request } from '../requests/request.ts';
import { whenBack } from '../requests/when-back.ts';
import { enterBy, knownDevice } from '../state/session.ts';
import { rememberPasskey } from '../state/used-passkey.ts';
import { askPasskey, passkeyProblem } from './web-authn.ts';
import './passkey-button.css';

/** The way in without a password: the browser asks for a finger, a face or a PIN. The guard of the app leads on. */
export function PasskeyButton({ kind = 'plain' }: { kind?: 'primary' | 'plain' }) {
  const isBusy = useSignal(false);
  const problem = useSignal('');
  const enter = async () => {
    isBusy.value = true;
    problem.value = '';
    try {
      const answer = await askPasskey(await passkeyChallenge(request));
      enterBy(await loginByPasskey(request, { answer, ...knownDevice() }));
      rememberPasskey();
    } catch (error) {
      const key = passkeyProblem(error);
      problem.value = key ? t(key) : refusalText(error);
      whenBack(error, () => (problem.value = ''));
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <div class="passkey-button">
      <Button kind={kind} size="tall" busy={isBusy.value} onClick={enter}>
        {t('security:passkey.login')}
      </Button>
      {problem.value !== '' && (
        <Banner tone="bad" role="alert">
          {problem.value}
        </Banner>
      )}
    </div>
  );
}
