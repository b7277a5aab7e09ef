import type { Signal } from '@preact/signals';
import { FREEZE_HOURS, liftableAt } from '#domain/protection.ts';
import { freezeAccount, liftFreeze, type ProtectionReply } from '#rest/protection.ts';
import { forgetEmail } from '../../credentials/typed-email.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { request } from '../../requests/request.ts';
import { dropSession, keepEnded } from '../../state/session.ts';
import { ReauthFields } from './reauth-fields.tsx';
import { endText, readProtectionAgain } from './security-lists.ts';
import { useAct } from './use-act.ts';
import { useReauth } from './use-reauth.ts';

type FreezeProps = { open: Signal<boolean>; state: ProtectionReply; hasFactor: boolean };

/** Freezes the account, or lifts that where its person may. */
export function FreezeSheet({ open, state, hasFactor }: FreezeProps) {
  const isFrozen = state.frozen === '1';
  return (
    <Sheet open={open} title={t(isFrozen ? 'security:unfreeze' : 'security:freeze')} closeLabel={t('shell:close')}>
      {isFrozen ? <LiftForm open={open} state={state} hasFactor={hasFactor} /> : <FreezeForm hasFactor={hasFactor} />}
    </Sheet>
  );
}

/** Asked once and for no password: whoever is being robbed must be quick (decision D9.483). */
const isMeant = (hasFactor: boolean): Promise<boolean> =>
  confirm({
    title: t('security:freeze.question'),
    text: t(hasFactor ? 'security:freeze.lift.self' : 'security:freeze.lift.us', { hours: FREEZE_HOURS }),
    yes: t('security:freeze.begin'),
    no: t('security:cancel'),
    danger: true,
  });

function FreezeForm({ hasFactor }: { hasFactor: boolean }) {
  const act = useAct();
  const freeze = async () => {
    if (!(await isMeant(hasFactor)) || !(await act.run(() => freezeAccount(request)))) return;
    const atMs = Date.now();
    const [time, end] = [endText(atMs), endText(liftableAt({ way: 'self', atMs }))];
    // This session has ended with the others.
    dropSession();
    forgetEmail();
    // Stands at the login, whatever the server may have told this session of its end.
    keepEnded(t(hasFactor ? 'security:freeze.ended.self' : 'security:freeze.ended.us', { time, end }));
    navigate(PATHS.login);
  };
  return (
    <div class="security-form">
      <p>{t('security:freeze.detail')}</p>
      <p>{t(hasFactor ? 'security:freeze.lift.self' : 'security:freeze.lift.us', { hours: FREEZE_HOURS })}</p>
      {act.problem.value && (
        <Banner tone="bad" role="alert">
          {act.problem.value}
        </Banner>
      )}
      <Button kind="danger" size="tall" busy={act.isBusy.value} onClick={freeze}>
        {t('security:freeze.begin')}
      </Button>
    </div>
  );
}

function LiftForm({ open, state, hasFactor }: FreezeProps) {
  const reauth = useReauth(hasFactor);
  if (state.liftable === 0)
    return (
      <div class="security-form">
        <p>{t('security:unfreeze.by-us')}</p>
        <a class="button" data-kind="primary" data-size="tall" href={`#${PATHS.contact}`}>
          {t('security:unfreeze.write')}
        </a>
      </div>
    );
  if (state.liftable > Date.now()) return <p>{t('security:unfreeze.later', { time: endText(state.liftable) })}</p>;
  const lift = async (event: Event) => {
    event.preventDefault();
    if (!(await reauth.prove((given) => liftFreeze(request, given)))) return;
    await readProtectionAgain();
    toast(t('security:unfreeze.done'), 'good');
    open.value = false;
  };
  return (
    <form class="security-form" noValidate onSubmit={lift}>
      <ReauthFields reauth={reauth} hasFactor={hasFactor} />
      <Button type="submit" kind="primary" size="tall" busy={reauth.isBusy.value}>
        {t('security:unfreeze')}
      </Button>
    </form>
  );
}
