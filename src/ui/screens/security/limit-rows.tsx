import { useSignal } from '@preact/signals';
import { isForever } from '#domain/protection.ts';
import type { ProtectionReply } from '#rest/protection.ts';
import { Banner } from '../../kit/banner.tsx';
import { t } from '../../language/i18n.ts';
import { isRowUsedUp } from '../../security/used-limits.ts';
import { BreakSheet, ExcludeSheet, ReminderSheet } from './break-sheet.tsx';
import { LimitsSheet } from './limits-sheet.tsx';
import { endText, excludedText } from './security-lists.ts';
import { Row, Rows } from './security-rows.tsx';

/** What a person holds themselves to, and what of it holds now. */
export function LimitRows({ state, hasFactor }: { state: ProtectionReply; hasFactor: boolean }) {
  const open = { limits: useSignal(false), reminder: useSignal(false), breaks: useSignal(false), exclude: useSignal(false) };
  return (
    <>
      <Rows label={t('security:group.limits')} notices={<LimitNotices state={state} />}>
        <Row icon="shield" label={t('security:limits')} value={limitsText(state)} onClick={() => (open.limits.value = true)} />
        <Row
          icon="bell"
          label={t('security:reminder')}
          value={t(state.remind === 0 ? 'security:reminder.never' : 'security:reminder.minutes', { count: state.remind })}
          onClick={() => (open.reminder.value = true)}
        />
        <Row icon="clock" label={t('security:break')} value={untilText(state.pause)} onClick={() => (open.breaks.value = true)} />
        <Row icon="pause" label={t('security:exclude')} value={untilText(state.excluded)} onClick={() => (open.exclude.value = true)} />
      </Rows>
      <LimitsSheet open={open.limits} state={state} />
      <ReminderSheet open={open.reminder} state={state} />
      <BreakSheet open={open.breaks} state={state} />
      <ExcludeSheet open={open.exclude} state={state} hasFactor={hasFactor} />
    </>
  );
}

/** How many are set, and how many of them are used up. */
function limitsText({ limits }: ProtectionReply): string {
  const count = limits.filter(({ value }) => value !== '').length;
  const used = limits.filter(isRowUsedUp).length;
  if (used > 0) return t('security:limits.used-up', { count: used });
  return count > 0 ? t('security:limits.set', { count }) : t('security:none');
}

function untilText(untilMs: number): string {
  if (untilMs <= Date.now()) return t('security:none');
  return isForever(untilMs) ? t('security:exclude.forever') : t('security:until', { time: endText(untilMs) });
}

function LimitNotices({ state: { excluded, pause } }: { state: ProtectionReply }) {
  const now = Date.now();
  return (
    <>
      {excluded > now && <Banner tone="warn">{excludedText(excluded)}</Banner>}
      {pause > now && <Banner tone="warn">{t('security:standing.break', { time: endText(pause) })}</Banner>}
    </>
  );
}
