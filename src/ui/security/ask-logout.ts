/** Asks before somebody is logged out. `ConfirmHost` must be on the page that asks. */
import { confirm } from '../kit/confirm.tsx';
import { t } from '../language/i18n.ts';
import { openOrders } from '../state/orders.ts';
import { isDemo } from '../state/user.ts';
import { hasOwnAccount, logoutOfBoth } from './own-demo.ts';

/** What becomes of it; of positions only to who has some, or may have. */
const detail = (): string => {
  if (isDemo.value && !hasOwnAccount()) return t('account:logout.detail-demo');
  return openOrders.value?.length === 0 ? '' : t('account:logout.detail');
};

export async function askLogout(): Promise<void> {
  const isSure = await confirm({
    title: t('account:logout.question'),
    text: detail(),
    yes: t('account:logout.yes'),
    no: t('account:logout.no'),
  });
  if (isSure) await logoutOfBoth();
}
