import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { closeAccount, ownData } from '#rest/protection.ts';
import type { Reauth } from '#rest/security.ts';
import { forgetEmail } from '../../credentials/typed-email.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { isBuilt, PATHS } from '../../paths.ts';
import { pageFile, saveFile } from '../../requests/page-file.ts';
import { request } from '../../requests/request.ts';
import { ownTotal, useBalances } from '../../state/balances.ts';
import { dropSession } from '../../state/session.ts';
import { user } from '../../state/user.ts';
import { moneyText } from '../../text/money.ts';
import { ReauthFields } from './reauth-fields.tsx';
import { type ReauthState, useReauth } from './use-reauth.ts';

/** Where the site lets people take money out. */
const WITHDRAW = '/mine/withdraw';

type LeaveProps = { open: Signal<boolean>; what: 'data' | 'close'; hasFactor: boolean };

/** All data as a file, or the end of the account: both ask again who it is. */
export function LeaveSheet({ open, what, hasFactor }: LeaveProps) {
  return (
    <Sheet open={open} title={t(`security:${what}`)} closeLabel={t('shell:close')}>
      {what === 'data' ? (
        <LeaveForm open={open} what={what} hasFactor={hasFactor} />
      ) : (
        <CloseWay>
          <LeaveForm open={open} what={what} hasFactor={hasFactor} />
        </CloseWay>
      )}
    </Sheet>
  );
}

/** Before anything is asked: of an account that has money in it how much, and the way to take it out. */
function CloseWay({ children }: { children: ComponentChildren }) {
  const balances = useBalances();
  if (balances.status.value === 'pending') return <Skeleton rows={3} label={t('shell:loading')} />;
  const total = ownTotal(balances.data.value ?? [], false);
  if (total === 0n) return children;
  const canTake = isBuilt(WITHDRAW);
  return (
    <div class="security-form">
      <Banner tone="warn">{t('security:close.held', { amount: moneyText(total) })}</Banner>
      <a class="button" data-kind="primary" data-size="tall" href={`#${canTake ? WITHDRAW : PATHS.contact}`}>
        {t(canTake ? 'security:close.take-out' : 'security:unfreeze.write')}
      </a>
    </div>
  );
}

function LeaveForm({ open, what, hasFactor }: LeaveProps) {
  const reauth = useReauth(hasFactor);
  const isData = what === 'data';
  const submit = async (event: Event) => {
    event.preventDefault();
    // Before every try: what was answered for a password that was wrong is no answer for the right one (decision D9.440).
    const isMeant = isData || (reauth.check() && (await asked()));
    if (isMeant && (isData ? await reauth.prove(save) : await closed(reauth))) open.value = false;
  };
  return (
    <form class="security-form" noValidate onSubmit={submit}>
      {isData ? <p>{t('security:data.detail')}</p> : <Banner tone="warn">{t('security:close.detail')}</Banner>}
      <ReauthFields reauth={reauth} hasFactor={hasFactor} />
      <Button type="submit" kind={isData ? 'primary' : 'danger'} size="tall" busy={reauth.isBusy.value}>
        {t(`security:${what}.begin`)}
      </Button>
    </form>
  );
}

async function save(reauth: Reauth): Promise<void> {
  const text = await pageFile((parts) => ownData(parts, reauth));
  saveFile(text, `account-${user.peek()?.uid ?? ''}.json`, 'application/json');
  toast(t('security:data.saved'), 'good');
}

const asked = (): Promise<boolean> =>
  confirm({
    title: t('security:close.question'),
    text: t('security:close.kept'),
    yes: t('security:close.begin'),
    no: t('security:cancel'),
    danger: true,
  });

async function closed({ prove }: ReauthState): Promise<boolean> {
  if (!(await prove((reauth) => closeAccount(request, reauth)))) return false;
  dropSession();
  forgetEmail();
  toast(t('security:close.done'), 'good');
  navigate(PATHS.home);
  return true;
}
