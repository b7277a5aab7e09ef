import { type Signal, useSignal } from '@preact/signals';
import { COOL_OFF_DAYS, EXCLUSIONS, type Exclusion, REMINDER_MINUTES } from '#domain/protection.ts';
import { coolOff, excludeSelf, type ProtectionReply, setReminder } from '#rest/protection.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Select } from '../../kit/select.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { remindAfter } from '../../security/session-reminder.ts';
import { ReauthFields } from './reauth-fields.tsx';
import { readProtectionAgain } from './security-lists.ts';
import { useAct } from './use-act.ts';
import { useReauth } from './use-reauth.ts';

type BreakProps = { open: Signal<boolean>; state: ProtectionReply; hasFactor: boolean };

/** A reminder, a break of some days, self-exclusion: from the mildest to the strongest. */
export function BreakSheet({ open, state, hasFactor }: BreakProps) {
  return (
    <Sheet open={open} title={t('security:break')} closeLabel={t('shell:close')}>
      <ReminderForm minutes={state.remind} />
      <CoolOffForm />
      <ExcludeForm hasFactor={hasFactor} />
    </Sheet>
  );
}

function ReminderForm({ minutes }: { minutes: number }) {
  const chosen = useSignal(String(minutes));
  const act = useAct();
  const save = async () => {
    const minutes = Number(chosen.peek());
    if (!(await act.run(() => setReminder(request, minutes)))) return;
    remindAfter(minutes);
    await readProtectionAgain();
    toast(t('security:saved'), 'good');
  };
  return (
    <div class="security-form">
      <Select
        label={t('security:reminder')}
        value={chosen}
        hint={t('security:reminder.detail')}
        problem={act.problem.value || undefined}
        options={REMINDER_MINUTES.map((one) => ({
          value: String(one),
          label: one === 0 ? t('security:reminder.never') : t('security:reminder.minutes', { count: one }),
        }))}
      />
      <Button size="tall" busy={act.isBusy.value} onClick={save}>
        {t('security:save')}
      </Button>
    </div>
  );
}

function CoolOffForm() {
  const days = useSignal(String(COOL_OFF_DAYS[0]));
  const act = useAct();
  const begin = async () => {
    const isSure = await confirm({
      title: t('security:cool-off.question', { count: Number(days.peek()) }),
      text: t('security:cool-off.detail'),
      yes: t('security:cool-off.begin'),
      no: t('security:cancel'),
    });
    if (isSure && (await act.run(() => coolOff(request, Number(days.peek()))))) await readProtectionAgain();
  };
  return (
    <div class="security-form">
      <Select
        label={t('security:cool-off')}
        value={days}
        hint={t('security:cool-off.detail')}
        problem={act.problem.value || undefined}
        options={COOL_OFF_DAYS.map((one) => ({ value: String(one), label: t('security:days', { count: one }) }))}
      />
      <Button size="tall" busy={act.isBusy.value} onClick={begin}>
        {t('security:cool-off.begin')}
      </Button>
    </div>
  );
}

function ExcludeForm({ hasFactor }: { hasFactor: boolean }) {
  const period = useSignal<string>('6m');
  const reauth = useReauth(hasFactor);
  const exclude = async (event: Event) => {
    event.preventDefault();
    const isSure = await confirm({
      title: t('security:exclude.question'),
      text: t('security:exclude.detail'),
      yes: t('security:exclude.begin'),
      no: t('security:cancel'),
      danger: true,
    });
    if (!isSure || !(await reauth.prove((given) => excludeSelf(request, period.peek() as Exclusion, given)))) return;
    await readProtectionAgain();
    toast(t('security:exclude.done'), 'good');
  };
  return (
    <form class="security-form" noValidate onSubmit={exclude}>
      <Banner tone="warn">{t('security:exclude.detail')}</Banner>
      <Select
        label={t('security:exclude')}
        value={period}
        options={EXCLUSIONS.map((one) => ({ value: one, label: t(`security:exclude.${one}`) }))}
      />
      <ReauthFields reauth={reauth} hasFactor={hasFactor} />
      <Button type="submit" kind="danger" size="tall" busy={reauth.isBusy.value}>
        {t('security:exclude.begin')}
      </Button>
    </form>
  );
}
