import { type Signal, useSignal } from '@preact/signals';
import {
  COOL_OFF_DAYS,
  EXCLUSIONS,
  type Exclusion,
  excludedUntil,
  isForever,
  REMINDER_MINUTES,
  untilAfterDays,
} from '#domain/protection.ts';
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
import { setting } from '../../state/site.ts';
import { dayInWords } from '../../text/moment-text.ts';
import { ReauthFields } from './reauth-fields.tsx';
import { endText, excludedText, readProtectionAgain } from './security-lists.ts';
import { useAct } from './use-act.ts';
import { useReauth } from './use-reauth.ts';

type SheetOf = { open: Signal<boolean>; state: ProtectionReply };

/** A reminder: the mildest of the three. */
export function ReminderSheet({ open, state }: SheetOf) {
  return (
    <Sheet open={open} title={t('security:reminder')} closeLabel={t('shell:close')}>
      <ReminderForm minutes={state.remind} />
    </Sheet>
  );
}

/** A break of some days. One that has begun is only told: it is neither taken back nor begun twice. */
export function BreakSheet({ open, state }: SheetOf) {
  return (
    <Sheet open={open} title={t('security:break')} closeLabel={t('shell:close')}>
      {state.pause > Date.now() ? (
        <p class="security-told">{t('security:standing.break', { time: endText(state.pause) })}</p>
      ) : (
        <CoolOffForm onDone={() => (open.value = false)} />
      )}
    </Sheet>
  );
}

/** Self-exclusion, which nobody ends. One that has begun is told, and offered only for longer. */
export function ExcludeSheet({ open, state, hasFactor }: SheetOf & { hasFactor: boolean }) {
  const now = Date.now();
  const longer = EXCLUSIONS.filter((period) => excludedUntil(0, now, period) > Math.max(now, state.excluded));
  return (
    <Sheet open={open} title={t('security:exclude')} closeLabel={t('shell:close')}>
      {state.excluded > now && <p class="security-told">{excludedText(state.excluded)}</p>}
      {longer.length > 0 && <ExcludeForm periods={longer} hasFactor={hasFactor} onDone={() => (open.value = false)} />}
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

function CoolOffForm({ onDone }: { onDone: () => void }) {
  const days = useSignal(String(COOL_OFF_DAYS[0]));
  const act = useAct();
  const begin = async () => {
    const count = Number(days.peek());
    const isSure = await confirm({
      title: t('security:cool-off.question', { count, time: endText(untilAfterDays(0, Date.now(), count)) }),
      text: t('security:cool-off.detail'),
      yes: t('security:cool-off.begin'),
      no: t('security:cancel'),
    });
    let until = 0;
    const begun = async () => {
      until = (await coolOff(request, count)).until;
    };
    if (!isSure || !(await act.run(begun))) return;
    onDone();
    toast(t('security:cool-off.done', { time: endText(until) }), 'good');
    await readProtectionAgain();
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

/** With its last day: it is for nobody to end. */
const isMeant = (period: Exclusion): Promise<boolean> => {
  const untilMs = excludedUntil(0, Date.now(), period);
  return confirm({
    title: isForever(untilMs)
      ? t('security:exclude.question-forever')
      : t('security:exclude.question', { period: t(`security:exclude.${period}`), day: dayInWords(untilMs, setting('timezone')) }),
    text: t('security:exclude.detail'),
    yes: t('security:exclude.begin'),
    no: t('security:cancel'),
    danger: true,
  });
};

type ExcludeProps = { periods: readonly Exclusion[]; hasFactor: boolean; onDone: () => void };

function ExcludeForm({ periods, hasFactor, onDone }: ExcludeProps) {
  const period = useSignal<string>(periods[0] ?? '');
  const reauth = useReauth(hasFactor);
  const exclude = async (event: Event) => {
    event.preventDefault();
    const chosen = period.peek() as Exclusion;
    // Before every try: what was answered for a password that was wrong is no answer for the right one (decision D9.440).
    if (!reauth.check() || !(await isMeant(chosen))) return;
    if (!(await reauth.prove((given) => excludeSelf(request, chosen, given)))) return;
    onDone();
    await readProtectionAgain();
    toast(t('security:exclude.done'), 'good');
  };
  return (
    <form class="security-form" noValidate onSubmit={exclude}>
      <Banner tone="warn">{t('security:exclude.detail')}</Banner>
      <Select
        label={t('security:exclude')}
        value={period}
        options={periods.map((one) => ({ value: one, label: t(`security:exclude.${one}`) }))}
      />
      <ReauthFields reauth={reauth} hasFactor={hasFactor} />
      <Button type="submit" kind="danger" size="tall" busy={reauth.isBusy.value}>
        {t('security:exclude.begin')}
      </Button>
    </form>
  );
}
