import { Button } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import { loginPath } from '../paths.ts';
import { isStartingDemo, playMoney, startDemo } from '../requests/start-demo.ts';
import { flag } from '../state/site.ts';

/** A visitor's way to alerts: play money first, as with an order. */
export function AlertDoors({ from }: { from: string }) {
  const isBusy = isStartingDemo.value;
  const hasDemo = flag('is_mock_login');
  return (
    <div class="alert-doors">
      <p>{t(hasDemo ? 'alerts:start.detail' : 'alerts:start.login-detail')}</p>
      {hasDemo && (
        <Button kind="primary" size="tall" busy={isBusy} onClick={() => void startDemo()}>
          {isBusy ? t('alerts:start.busy') : t('alerts:start.demo', { amount: playMoney() })}
        </Button>
      )}
      <a class="button" data-kind={hasDemo ? 'plain' : 'primary'} data-size="tall" href={`#${loginPath(from)}`}>
        {t('alerts:start.login')}
      </a>
    </div>
  );
}
