import { type FactorChallenge, loginByFactor, triesLeft } from '#rest/security.ts';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { t } from '../language/i18n.ts';
import { refusalText } from '../requests/refusal.ts';
import { request } from '../requests/request.ts';
import { enterBy, knownDevice } from '../state/session.ts';
import { canPasskey } from './can-passkey.ts';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import './second-factor.css';

type SecondFactorProps = {
  challenge: FactorChallenge;
  /** The login begins anew; with words, because the ticket counts no more. */
  onOver: (text?: string) => void;
};

/** The second step of a login: a code of the app or a recovery code in one field, or a passkey. The guard of the app leads on. */
export function SecondFactor({ challenge: { ticket, ways }, onOver }: SecondFactorProps) {
  const refused = (error: unknown) => {
    const left = triesLeft(error);
    if (left === 0) onOver(refusalText(error));
    return left ? t('security:code.wrong', { count: left }) : refusalText(error);
  };
  return (
    <>
      <Card>
        <CodeForm
          class="second-factor"
          name={t('security:second.title')}
          label={t('security:second.code')}
          isSix={!ways.includes('recovery')}
          sendsItself
          submit={t('security:second.submit')}
          send={async (code) => enterBy(await loginByFactor(request, { ticket, code, ...knownDevice() }))}
          refused={refused}
          foot={
            <Button kind="quiet" onClick={() => onOver()}>
              {t('security:second.back')}
            </Button>
          }
        >
          <h2>{t('security:second.title')}</h2>
          <p>{t(ways.includes('recovery') ? 'security:second.detail' : 'security:second.detail-code')}</p>
        </CodeForm>
      </Card>
      {ways.includes('passkey') && canPasskey() && (
        <Card>
          <PasskeyButton />
        </Card>
      )}
    </>
  );
}
