import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { CREDENTIAL_LOCK_HOURS } from '#domain/credential-lock.ts';
import { beginFactor, type FactorBegun, removeFactor, renewRecoveryCodes } from '#rest/security.ts';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { restoreSession } from '../../state/session.ts';
import { FactorScan } from './factor-scan.tsx';
import { ReauthFields } from './reauth-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { readSecurityAgain } from './security-lists.ts';
import { useReauth } from './use-reauth.ts';

type FactorSheetProps = { open: Signal<boolean>; isSet: boolean; codes: number };
/** What was made just now and its person has not said to have kept. */
type Codes = readonly string[] | undefined;
type SetProps = { codes: number; onCodes: (codes: readonly string[]) => void; onRemoved: () => void };

/** The second factor: set in three steps (password, picture and first code, recovery codes), renewed or removed by password and code. */
export function FactorSheet(sheet: FactorSheetProps) {
  const { open } = sheet;
  // They outlive the sheet: a thumb that closes it by mistake must not lose what is never shown again (decision D9.371).
  const shown = useSignal<Codes>(undefined);
  useSignalEffect(() => {
    if (!open.value && shown.peek()) void askWhetherKept(open, shown);
  });
  return (
    <Sheet open={open} title={t('security:factor')} closeLabel={t('shell:close')}>
      <FactorSteps {...sheet} shown={shown} />
    </Sheet>
  );
}

/** Closed however it was, but not by saying so: asks, and shows them again unless they are kept. */
async function askWhetherKept(open: Signal<boolean>, shown: Signal<Codes>): Promise<void> {
  const isKept = await confirm({
    title: t('security:recovery.question'),
    text: t('security:recovery.lost'),
    yes: t('security:recovery.kept'),
    no: t('security:recovery.show'),
  });
  if (isKept) shown.value = undefined;
  else open.value = true;
}

function FactorSteps({ open, isSet, codes, shown }: FactorSheetProps & { shown: Signal<Codes> }) {
  const begun = useSignal<FactorBegun | undefined>(undefined);
  const close = () => (open.value = false);
  const show = (next: readonly string[]) => {
    shown.value = next;
    // The row of the person says whether a factor is set, and it is asked for with the password from now on.
    void Promise.all([readSecurityAgain(), restoreSession()]);
  };
  const removed = () => {
    toast(t('security:factor.removed'), 'good');
    void Promise.all([readSecurityAgain(), restoreSession()]);
    close();
  };
  const kept = () => {
    shown.value = undefined;
    close();
  };
  if (shown.value) return <RecoveryCodes codes={shown.value} onDone={kept} />;
  if (isSet) return <FactorSet codes={codes} onCodes={show} onRemoved={removed} />;
  if (begun.value) return <FactorScan begun={begun.value} onSet={show} />;
  return <FactorBegin onBegun={(next) => (begun.value = next)} />;
}

function FactorBegin({ onBegun }: { onBegun: (begun: FactorBegun) => void }) {
  const reauth = useReauth(false);
  const begin = (event: Event) => {
    event.preventDefault();
    void reauth.prove(async (given) => onBegun(await beginFactor(request, given)));
  };
  return (
    <form class="security-form" noValidate onSubmit={begin}>
      <p>{t('security:factor.detail', { hours: CREDENTIAL_LOCK_HOURS })}</p>
      <ReauthFields reauth={reauth} hasFactor={false} />
      <Button type="submit" kind="primary" size="tall" busy={reauth.isBusy.value}>
        {t('security:factor.begin')}
      </Button>
    </form>
  );
}

function FactorSet({ codes, onCodes, onRemoved }: SetProps) {
  const reauth = useReauth(true);
  const renew = (event: Event) => {
    event.preventDefault();
    void reauth.prove(async (given) => onCodes((await renewRecoveryCodes(request, given)).codes));
  };
  const remove = async () => {
    if (await reauth.prove((given) => removeFactor(request, given))) onRemoved();
  };
  return (
    <form class="security-form" noValidate onSubmit={renew}>
      <p>{t('security:factor.set', { count: codes, hours: CREDENTIAL_LOCK_HOURS })}</p>
      <ReauthFields reauth={reauth} hasFactor />
      <Button type="submit" size="tall" busy={reauth.isBusy.value}>
        {t('security:recovery.renew')}
      </Button>
      <Button kind="danger" size="tall" busy={reauth.isBusy.value} onClick={remove}>
        {t('security:factor.remove')}
      </Button>
    </form>
  );
}
