import { todayPercent } from '#domain/account.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { loginPath, PATHS } from '../../paths.ts';
import { areAmountsHidden, HIDDEN_AMOUNT, toggleAmounts } from '../../state/amounts-hidden.ts';
import { ownTotal, useBalances, useProfitsToday } from '../../state/balances.ts';
import { sessionStatus } from '../../state/session.ts';
import { flag } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import { arrowOf, signedAmountText, toneOf, UNKNOWN } from '../../text/format.ts';
import { moneyText } from '../../text/money.ts';

/** What a person owns and how today went; for a visitor '--' and the way in. */
export function BalanceCard() {
  const isVisitor = sessionStatus.value === 'visitor';
  return (
    <Card label={t('home:balance')}>
      <div class="balance-card">
        <p class="balance-card-label">{t('home:balance.total')}</p>
        {isVisitor ? <VisitorBalance /> : <OwnBalance />}
        <QuickButtons />
      </div>
    </Card>
  );
}

function VisitorBalance() {
  return (
    <>
      <b class="balance-card-total num">{UNKNOWN}</b>
      <div class="balance-card-visitor">
        <span>{t('home:balance.login')}</span>
        <a class="button" data-kind="primary" data-size="short" href={`#${loginPath(PATHS.home)}`}>
          {t('home:balance.login-action')}
        </a>
      </div>
    </>
  );
}

function OwnBalance() {
  const rows = useBalances().data.value;
  const profits = useProfitsToday().data.value;
  const isHidden = areAmountsHidden.value;
  const total = rows && ownTotal(rows, isDemo.value);
  const percent = total !== undefined && profits !== undefined ? todayPercent({ profits, total }) : undefined;
  return (
    <>
      <IconButton label={t(isHidden ? 'home:balance.show' : 'home:balance.hide')} aria-pressed={isHidden} onClick={toggleAmounts}>
        <Icon name={isHidden ? 'eye-off' : 'eye'} />
      </IconButton>
      <b class="balance-card-total num" data-balance>
        {total === undefined ? UNKNOWN : isHidden ? HIDDEN_AMOUNT : moneyText(total)}
      </b>
      <p class="balance-card-today num" data-today data-tone={percent === undefined || isHidden ? '' : toneOf(percent)}>
        {percent === undefined ? UNKNOWN : isHidden ? HIDDEN_AMOUNT : `${arrowOf(percent)} ${signedAmountText(percent, 2)}%`.trim()}{' '}
        {t('home:balance.today')}
      </p>
    </>
  );
}

/** Deposit and withdraw, each by its flag (decision D1.2.17): their screens belong to the wallet. */
function QuickButtons() {
  const buttons = [
    { flag: 'is_home_balance_recharge', key: 'home:balance.deposit', path: '/mine/charge', kind: 'primary' },
    { flag: 'is_home_balance_withdraw', key: 'home:balance.withdraw', path: '/mine/withdraw', kind: 'plain' },
  ] as const;
  const shown = buttons.filter((button) => flag(button.flag));
  if (shown.length === 0) return null;
  const open = (path: string) => (isDemo.value ? toast(t('home:only-true-account'), 'bad') : navigate(path));
  return (
    <div class="balance-card-actions">
      {shown.map((button) => (
        <Button key={button.path} kind={button.kind} onClick={() => open(button.path)}>
          {t(button.key)}
        </Button>
      ))}
    </div>
  );
}
