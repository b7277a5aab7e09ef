import { type Signal, useSignal } from '@preact/signals';
import { decimalFromWire, type Money } from '#domain/decimal.ts';
import {
  isCount,
  LIMIT_KINDS,
  LIMIT_WINDOWS,
  type LimitKind,
  LOCK_DAYS_MAX,
  LOCK_DAYS_MIN,
  LOOSER_AFTER_DAYS,
  measureOf,
  shownUsed,
  windowOf,
} from '#domain/own-limits.ts';
import { lockLimits, type OwnLimitRow, type ProtectionReply } from '#rest/protection.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Select } from '../../kit/select.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { isRowUsedUp } from '../../security/used-limits.ts';
import { boundText } from '../../text/limit-text.ts';
import { moneyText } from '../../text/money.ts';
import { LimitForm } from './limit-form.tsx';
import { endText, readProtectionAgain } from './security-lists.ts';
import { useAct } from './use-act.ts';

type LimitsProps = { open: Signal<boolean>; state: ProtectionReply };
const LOCK_DAYS = [LOCK_DAYS_MIN, 3, 7, 14, LOCK_DAYS_MAX];

/** Limits on oneself: each with how it stands; a tap opens its field. */
export function LimitsSheet({ open, state }: LimitsProps) {
  return (
    <Sheet open={open} title={t('security:limits')} closeLabel={t('shell:close')}>
      <LimitList state={state} />
    </Sheet>
  );
}

function LimitList({ state }: { state: ProtectionReply }) {
  const chosen = useSignal<LimitKind | undefined>(undefined);
  const row = state.limits.find(({ kind }) => kind === chosen.value);
  if (row) return <LimitForm row={row} onDone={() => (chosen.value = undefined)} />;
  const rowOf = (kind: LimitKind) => state.limits.find((one) => one.kind === kind);
  return (
    <div class="security-form">
      <p>{t('security:limits.detail', { days: LOOSER_AFTER_DAYS })}</p>
      {LIMIT_WINDOWS.map((window) => (
        <section key={window} aria-label={t(`security:limits.${window}`)}>
          <h3>{t(`security:limits.${window}`)}</h3>
          <ul class="security-list">
            {LIMIT_KINDS.filter((kind) => windowOf(kind) === window).map((kind) => {
              const one = rowOf(kind);
              return one ? (
                <li key={kind}>
                  <LimitLine row={one} onEdit={() => (chosen.value = kind)} />
                </li>
              ) : null;
            })}
          </ul>
        </section>
      ))}
      <LockForm state={state} />
    </div>
  );
}

function LimitLine({ row, onEdit }: { row: OwnLimitRow; onEdit: () => void }) {
  const name = t(`security:limit.${row.kind}`);
  return (
    <button
      type="button"
      class="security-limit"
      aria-label={t('security:limit.edit-one', { name })}
      aria-describedby={`limit-${row.kind}`}
      onClick={onEdit}
    >
      <span class="security-limit-words">
        <b>{t(`security:measure.${measureOf(row.kind)}`)}</b>
        <span id={`limit-${row.kind}`}>
          <span class="num">
            {row.value === ''
              ? t('security:limit.none')
              : t('security:limit.used', { used: usedText(row.kind, row.used), value: boundText(row.kind, row.value) })}
          </span>
          {isRowUsedUp(row) && (
            <span class="num security-full">
              {row.turns > 0 ? t('security:limit.full-until', { time: endText(row.turns) }) : t('security:limit.full')}
            </span>
          )}
          {row.from > 0 && (
            <span class="num">
              {t('security:limit.next', {
                value: row.next === '' ? t('security:limit.none') : boundText(row.kind, row.next),
                time: endText(row.from),
              })}
            </span>
          )}
        </span>
      </span>
      <Icon name="forward" size={16} />
    </button>
  );
}

const usedText = (kind: LimitKind, value: string): string =>
  isCount(kind) ? value : moneyText(shownUsed(decimalFromWire<Money>(value) ?? 0n));

function LockForm({ state }: { state: ProtectionReply }) {
  const days = useSignal('7');
  const act = useAct();
  const lock = async () => {
    const isSure = await confirm({
      title: t('security:lock.question', { count: Number(days.peek()) }),
      text: t('security:lock.detail'),
      yes: t('security:lock.yes'),
      no: t('security:cancel'),
    });
    if (isSure && (await act.run(() => lockLimits(request, Number(days.peek()))))) await readProtectionAgain();
  };
  const isLocked = state.locked > Date.now();
  return (
    <>
      {act.problem.value && (
        <Banner tone="bad" role="alert">
          {act.problem.value}
        </Banner>
      )}
      {isLocked && <p>{t('security:lock.until', { time: endText(state.locked) })}</p>}
      <Select
        label={t('security:lock')}
        value={days}
        options={LOCK_DAYS.map((one) => ({ value: String(one), label: t('security:days', { count: one }) }))}
      />
      <Button size="tall" busy={act.isBusy.value} onClick={lock}>
        {t('security:lock.begin')}
      </Button>
    </>
  );
}
