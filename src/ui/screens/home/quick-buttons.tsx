import { Button } from '../../kit/button.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { isBuilt } from '../../paths.ts';
import { flag } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';

/** Deposit and withdraw, each by its flag (decision D1.2.17), once its screen is there (decision D9.271). `leads`: whether a path leads anywhere. */
export function QuickButtons({ leads = isBuilt }: { leads?: (path: string) => boolean }) {
  const buttons = [
    { flag: 'is_home_balance_recharge', key: 'home:balance.deposit', path: '/mine/charge', kind: 'primary' },
    { flag: 'is_home_balance_withdraw', key: 'home:balance.withdraw', path: '/mine/withdraw', kind: 'plain' },
  ] as const;
  const shown = buttons.filter((button) => flag(button.flag) && leads(button.path));
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
