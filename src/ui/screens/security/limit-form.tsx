import { useSignal } from '@preact/signals';
import {
  askedLimit,
  BOUND_WHOLE_MAX,
  boundProblem,
  COUNT_DIGITS_MAX,
  isCount,
  type LimitKind,
  LOOSER_AFTER_DAYS,
  type OwnLimit,
  typedBound,
} from '#domain/own-limits.ts';
import { typedDecimal } from '#domain/typed-decimal.ts';
import { type OwnLimitRow, setOwnLimit } from '#rest/protection.ts';
import { Button } from '../../kit/button.tsx';
import { confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { boundText } from '../../text/limit-text.ts';
import { moneyUnit } from '../../text/money.ts';
import { endText, readProtectionAgain } from './security-lists.ts';
import { useAct } from './use-act.ts';

const limitOf = ({ kind, value, next, from }: OwnLimitRow): OwnLimit => ({
  ...{ bound: typedBound(kind, value)?.bound, next: typedBound(kind, next)?.bound, nextAtMs: from },
});

/** From when on a limit would hold that is asked for now, by the rule of the server; 0: at once. */
const holdsFrom = (row: OwnLimitRow, typed: string): number =>
  askedLimit(limitOf(row), typedBound(row.kind, typed)?.bound, Date.now()).nextAtMs;

/** What holds at once and is loosened only after days (decision D9.375); of a looser one, from which day it holds. */
function isMeant(row: OwnLimitRow, typed: string): Promise<boolean> {
  const fromMs = holdsFrom(row, typed);
  return confirm({
    title: t('security:limit.question', { name: t(`security:limit.${row.kind}`), value: boundText(row.kind, typed) }),
    text:
      fromMs > 0
        ? t('security:limit.waits', { time: endText(fromMs), value: boundText(row.kind, row.value) })
        : t('security:limit.at-once', { days: LOOSER_AFTER_DAYS }),
    yes: t('security:limit.yes'),
    no: t('security:cancel'),
  });
}

/** What was done: that it holds, or from when on it will. */
function doneText({ kind }: OwnLimitRow, typed: string, fromMs: number): string {
  if (fromMs === 0) return t('security:saved');
  return t('security:limit.next', { value: typed === '' ? t('security:limit.none') : boundText(kind, typed), time: endText(fromMs) });
}

/** With a point for a comma, and no blanks. What else was typed stays as it is, to be refused in words. */
const plainBound = (text: string): string => typedDecimal(text) ?? text.trim();

function problemText(kind: LimitKind, problem: 'too-long' | 'no-limit'): string {
  if (problem === 'too-long') return t('security:limit.too-long', { count: isCount(kind) ? COUNT_DIGITS_MAX : BOUND_WHOLE_MAX });
  return t(isCount(kind) ? 'security:limit.bad-count' : 'security:limit.bad-amount');
}

/** One limit: what is typed, the question, and its way to the server. */
export function LimitForm({ row, onDone }: { row: OwnLimitRow; onDone: () => void }) {
  const value = useSignal(row.value);
  const act = useAct();
  const isNumber = isCount(row.kind);
  const save = async (event: Event) => {
    event.preventDefault();
    const typed = plainBound(value.peek());
    const problem = boundProblem(row.kind, typed);
    if (problem) {
      act.problem.value = problemText(row.kind, problem);
      return;
    }
    // Nothing has changed: nothing is sent, and nothing is said to be saved.
    if (typed === row.value && row.from === 0) return onDone();
    // To take a limit away asks nothing, since it waits (decision D9.375).
    if (typed !== '' && !(await isMeant(row, typed))) return;
    const fromMs = holdsFrom(row, typed);
    if (!(await act.run(() => setOwnLimit(request, row.kind, typed)))) return;
    await readProtectionAgain();
    toast(doneText(row, typed, fromMs), 'good');
    onDone();
  };
  return (
    <form class="security-form" noValidate onSubmit={save}>
      <Field
        label={t(`security:limit.${row.kind}`)}
        name="limit"
        inputMode={isNumber ? 'numeric' : 'decimal'}
        value={value}
        placeholder={t('security:limit.none')}
        hint={t('security:limit.hint')}
        trailing={isNumber ? undefined : <span class="security-unit">{moneyUnit()}</span>}
        problem={act.problem.value || undefined}
        onInput={() => (act.problem.value = '')}
      />
      <Button type="submit" kind="primary" size="tall" busy={act.isBusy.value}>
        {t('security:save')}
      </Button>
      <Button size="tall" onClick={onDone}>
        {t('shell:back')}
      </Button>
    </form>
  );
}
