import { useSignal } from '@preact/signals';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { t } from '../../language/i18n.ts';
import { refusalText } from '../../requests/refusal.ts';
import { playMoney } from '../../requests/start-demo.ts';
import { whenBack } from '../../requests/when-back.ts';
import { loginAsDemo } from '../../state/session.ts';

type DemoLoginProps = {
  kind: 'primary' | 'plain';
  /** It stands below the login. */
  isLast?: boolean;
};

/** Play money at one tap. */
export function DemoLogin({ kind, isLast = false }: DemoLoginProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const enter = async () => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await loginAsDemo();
    } catch (error) {
      problem.value = refusalText(error);
      whenBack(error, () => (problem.value = undefined));
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      {isLast && <p class="login-or">{t('account:login.or-try')}</p>}
      <Card>
        <div class="login-demo">
          <Button kind={kind} size="tall" busy={isBusy.value} onClick={enter}>
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
      {!isLast && <p class="login-or">{t('account:login.or')}</p>}
    </>
  );
}
