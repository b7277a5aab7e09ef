import type { Signal } from '@preact/signals';
import { closeAccount, ownData } from '#rest/protection.ts';
import type { Reauth } from '#rest/security.ts';
import { forgetEmail } from '../../credentials/typed-email.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { pageFile, saveFile } from '../../requests/page-file.ts';
import { request } from '../../requests/request.ts';
import { dropSession } from '../../state/session.ts';
import { user } from '../../state/user.ts';
import { ReauthFields } from './reauth-fields.tsx';
import { type ReauthState, useReauth } from './use-reauth.ts';

type LeaveProps = { open: Signal<boolean>; what: 'data' | 'close'; hasFactor: boolean };

/** All data as a file, or the end of the account: both ask again who it is. */
export function LeaveSheet({ open, what, hasFactor }: LeaveProps) {
  return (
    <Sheet open={open} title={t(`security:${what}`)} closeLabel={t('shell:close')}>
      <LeaveForm open={open} what={what} hasFactor={hasFactor} />
    </Sheet>
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
