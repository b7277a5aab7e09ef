/** Asks before somebody is logged out. `ConfirmHost` must be on the page that asks. */
import { confirm } from '../kit/confirm.tsx';
import { t } from '../language/i18n.ts';
import { isDemo } from '../state/user.ts';
import { hasOwnAccount, logoutOfBoth } from './own-demo.ts';

export async function askLogout(): Promise<void> {
  const isSure = await confirm({
    title: t('account:logout.question'),
    text: t(isDemo.value && !hasOwnAccount() ? 'account:logout.detail-demo' : 'account:logout.detail'),
    yes: t('account:logout.yes'),
    no: t('account:logout.no'),
  });
  if (isSure) await logoutOfBoth();
}
