import { todayPercent } from '#domain/account.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { useLazy } from '../../lazy/use-lazy.ts';
import { isBuilt, loginPath, PATHS } from '../../paths.ts';
import { isStartingDemo, playMoney, startDemo } from '../../requests/start-demo.ts';
import { areAmountsHidden, HIDDEN_AMOUNT, toggleAmounts } from '../../state/amounts-hidden.ts';
import { ownTotal, useBalances, useToday } from '../../state/balances.ts';
import { sessionStatus } from '../../state/session.ts';
import { flag, isSiteKnown } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import { amountTone, arrowOf, signedAmountText, UNKNOWN } from '../../text/format.ts';
import { moneyText } from '../../text/money.ts';
import './balance-card.css';

const buttons = lazyCode(() => import('./quick-buttons.tsx').then((module) => module.QuickButtons));
/** Until one of their screens is there nobody fetches them (decision D9.271). */
const hasButtons = ['/mine/charge', '/mine/withdraw'].some(isBuilt);

/** What a person owns and how today went. A visitor sees the way in alone; that the balance is '--' (S1 section 6) is read out. */
export function BalanceCard() {
  const isVisitor = sessionStatus.value === 'visitor';
  const { here: QuickButtons } = useLazy(buttons, hasButtons);
  return (
    <Card label={t('home:balance')}>
      <div class="balance-card" data-visitor={isVisitor ? '' : undefined}>
        <p class="balance-card-label">{t('home:balance.total')}</p>
        {isVisitor ? <VisitorBalance /> : <OwnBalance />}
        {QuickButtons && <QuickButtons />}
      </div>
    </Card>
  );
}

/**
 * The demo in one tap, and the login below it. Until the site's flags are here nobody knows whether there is one, and the room of the button is
 * kept.
 */
function VisitorBalance() {
  const hasDemo = flag('is_mock_login');
  const login = `#${loginPath(PATHS.home)}`;
  return (
    <>
      <b>{UNKNOWN}</b>
      <div class="balance-card-door">
        {hasDemo ? (
          <Button kind="primary" busy={isStartingDemo.value} onClick={() => void startDemo()}>
            {t('home:demo.start', { amount: playMoney() })}
          </Button>
        ) : (
          isSiteKnown.value && (
            <a class="button" data-kind="primary" href={login}>
              {t('home:balance.login')}
            </a>
          )
        )}
      </div>
      {hasDemo && (
        <a class="balance-card-login" href={login}>
          {t('home:balance.login-action')}
        </a>
      )}
    </>
  );
}

function OwnBalance() {
  const rows = useBalances().data.value;
  const day = useToday().data.value;
  const isHidden = areAmountsHidden.value;
  const total = rows && ownTotal(rows, isDemo.value);
  const percent = total !== undefined && day ? todayPercent({ profits: day.profits, total }) : undefined;
  const net = day?.net;
  return (
    <>
      <IconButton label={t(isHidden ? 'home:balance.show' : 'home:balance.hide')} aria-pressed={isHidden} onClick={toggleAmounts}>
        <Icon name={isHidden ? 'eye-off' : 'eye'} />
      </IconButton>
      <p class="balance-card-figures live">
        <b class="balance-card-total num" data-balance>
          {total === undefined ? UNKNOWN : isHidden ? HIDDEN_AMOUNT : moneyText(total)}
        </b>
        <span class="balance-card-today num" data-today data-tone={percent === undefined || isHidden ? '' : amountTone(percent, 2)}>
          {percent === undefined ? UNKNOWN : isHidden ? HIDDEN_AMOUNT : `${arrowOf(percent)} ${signedAmountText(percent, 2)}%`.trim()}{' '}
          {t('home:balance.closed')}
        </span>
      </p>
      {net !== undefined && (
        <small class="balance-card-net num" data-net data-tone={isHidden ? '' : amountTone(net, 2)}>
          {isHidden ? HIDDEN_AMOUNT : signedAmountText(net, 2)} {t('home:balance.today')}
        </small>
      )}
    </>
  );
}
