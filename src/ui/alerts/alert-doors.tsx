import { Button } from '../kit/button.tsx';
import { t } from '../language/i18n.ts';
import { loginPath } from '../paths.ts';
import { isStartingDemo, playMoney, startDemo } from '../requests/start-demo.ts';
import { flag } from '../state/site.ts';
import { isDemo } from '../state/user.ts';

type DoorsProps = {
  /** Where a login leads back to. */
  from: string;
  /** Keeps what was begun for the page of the account: called once the demo is there, and on the way to the login. */
  keep: () => void;
};

/** A visitor's way to alerts: play money first, as with an order. */
export function AlertDoors({ from, keep }: DoorsProps) {
  const start = async () => {
    // Somebody else may have been let in meanwhile, by another tab: the alert was begun for play money.
    if (!isStartingDemo.peek() && (await startDemo()) && isDemo.peek()) keep();
  };
  const isBusy = isStartingDemo.value;
  const hasDemo = flag('is_mock_login');
  return (
    <div class="alert-doors">
      <p>{t(hasDemo ? 'alerts:start.detail' : 'alerts:start.login-detail')}</p>
      {hasDemo && (
        <Button kind="primary" size="tall" busy={isBusy} onClick={start}>
          {isBusy ? t('alerts:start.busy') : t('alerts:start.demo', { amount: playMoney() })}
        </Button>
      )}
      <a class="button" data-kind={hasDemo ? 'plain' : 'primary'} data-size="tall" href={`#${loginPath(from)}`} onClick={keep}>
        {t('alerts:start.login')}
      </a>
    </div>
  );
}
