import { useSignal } from '@preact/signals';
import type { ProtectionReply } from '#rest/protection.ts';
import { Banner } from '../../kit/banner.tsx';
import { t } from '../../language/i18n.ts';
import { BreakSheet, ExcludeSheet, ReminderSheet } from './break-sheet.tsx';
import { FreezeSheet } from './freeze-sheet.tsx';
import { LeaveSheet } from './leave-sheet.tsx';
import { LimitsSheet } from './limits-sheet.tsx';
import { endText, excludedText } from './security-lists.ts';
import { Row, Rows } from './security-rows.tsx';

/** What a person does to protect themselves; above it what holds now. */
export function ProtectionRows({ state, hasFactor }: { state: ProtectionReply; hasFactor: boolean }) {
  const open = {
    limits: useSignal(false),
    reminder: useSignal(false),
    breaks: useSignal(false),
    exclude: useSignal(false),
    freeze: useSignal(false),
    data: useSignal(false),
    close: useSignal(false),
  };
  const isFrozen = state.frozen === '1';
  const limits = state.limits.filter(({ value }) => value !== '').length;
  return (
    <>
      <Standing state={state} />
      <Rows label={t('security:group.protection')}>
        <Row
          icon="shield"
          label={t('security:limits')}
          value={limits > 0 ? String(limits) : t('security:none')}
          onClick={() => (open.limits.value = true)}
        />
        <Row
          icon="bell"
          label={t('security:reminder')}
          value={t(state.remind === 0 ? 'security:reminder.never' : 'security:reminder.minutes', { count: state.remind })}
          onClick={() => (open.reminder.value = true)}
        />
        <Row icon="clock" label={t('security:break')} onClick={() => (open.breaks.value = true)} />
        <Row icon="pause" label={t('security:exclude')} onClick={() => (open.exclude.value = true)} />
        <Row icon="frost" label={t(isFrozen ? 'security:unfreeze' : 'security:freeze')} onClick={() => (open.freeze.value = true)} />
        <Row icon="deposit" label={t('security:data')} onClick={() => (open.data.value = true)} />
        <Row icon="close" label={t('security:close')} onClick={() => (open.close.value = true)} />
      </Rows>
      <LimitsSheet open={open.limits} state={state} />
      <ReminderSheet open={open.reminder} state={state} />
      <BreakSheet open={open.breaks} state={state} />
      <ExcludeSheet open={open.exclude} state={state} hasFactor={hasFactor} />
      <FreezeSheet open={open.freeze} state={state} hasFactor={hasFactor} />
      <LeaveSheet open={open.data} what="data" hasFactor={hasFactor} />
      <LeaveSheet open={open.close} what="close" hasFactor={hasFactor} />
    </>
  );
}

function Standing({ state }: { state: ProtectionReply }) {
  const now = Date.now();
  const lines = [
    ...(state.frozen === '1' ? [t('security:standing.frozen')] : []),
    ...(state.excluded > now ? [excludedText(state.excluded)] : []),
    ...(state.pause > now ? [t('security:standing.break', { time: endText(state.pause) })] : []),
    ...(state.withdrawals > now ? [t('security:standing.withdrawals', { time: endText(state.withdrawals) })] : []),
  ];
  return (
    <>
      {lines.map((line) => (
        <Banner key={line} tone="warn">
          {line}
        </Banner>
      ))}
    </>
  );
}
