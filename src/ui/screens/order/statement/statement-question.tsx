import { useSignal } from '@preact/signals';
import { Banner } from '../../../kit/banner.tsx';
import { Button } from '../../../kit/button.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { toast } from '../../../kit/toast.tsx';
import { t } from '../../../language/i18n.ts';
import { saveFile } from '../../../requests/page-file.ts';
import { refusalText } from '../../../requests/refusal.ts';
import { whenBack } from '../../../requests/when-back.ts';
import { setting } from '../../../state/site.ts';
import { DayFields } from '../dates/date-field.tsx';
import { dayMax, isReversed } from '../dates/day-bounds.ts';
import { type DayRange, dayRange, PERIOD_NAMES, type PeriodName, periodDays } from '../dates/day-range.ts';
import { ResultTotals } from '../lists/result-totals.tsx';
import { statementCsv, statementName } from './statement-file.ts';
import { printStatement } from './statement-paper.tsx';
import { useStatementSums } from './statement-sums.ts';

type Choice = PeriodName | 'own';

/** The account's statement of a period: as a file for a spreadsheet, or on paper. */
export function StatementQuestion() {
  const choice = useSignal<Choice>('this-month');
  const days = periodDays('this-month', dayMax());
  const start = useSignal(days.start);
  const end = useSignal(days.end);
  const busy = useSignal<'file' | 'print' | undefined>(undefined);
  const refusal = useSignal('');
  const sums = useStatementSums(dayRange(start.value, end.value, setting('timezone'), dayMax())).data.value;
  const isHeld = busy.value !== undefined || isReversed(start.value, end.value);
  const choose = (next: Choice) => {
    choice.value = next;
    if (next === 'own') return;
    const period = periodDays(next, dayMax());
    start.value = period.start;
    end.value = period.end;
  };
  const fetchFor = async (kind: 'file' | 'print', use: (csv: string, range: DayRange) => void) => {
    const range = dayRange(start.peek(), end.peek(), setting('timezone'), dayMax());
    if (!range) return toast(t('orders:dates.missing'), 'bad');
    busy.value = kind;
    refusal.value = '';
    try {
      use(await statementCsv(range), range);
    } catch (error) {
      refusal.value = refusalText(error);
      whenBack(error, () => (refusal.value = ''));
    } finally {
      busy.value = undefined;
    }
  };
  const save = (csv: string, range: DayRange) => {
    saveFile(csv, statementName(range), 'text/csv');
    toast(t('orders:statement.saved', { name: statementName(range) }), 'good');
  };
  return (
    <>
      <Tabs
        label={t('orders:statement.period')}
        items={[...PERIOD_NAMES, 'own' as const].map((value) => ({ value, label: periodText(value) }))}
        selected={choice.value}
        onSelect={choose}
      />
      <div class="statement-days">
        <DayFields start={start} end={end} onPick={() => choose('own')} />
      </div>
      <section class="statement-sums" aria-labelledby="statement-sums">
        {/* Micro trades are none of these. */}
        <h3 id="statement-sums">{t('orders:statement.sums')}</h3>
        <ResultTotals sums={sums} />
      </section>
      <p class="ask-note">{t('orders:statement.note')}</p>
      {refusal.value && (
        <Banner tone="bad" role="alert">
          {refusal.value}
        </Banner>
      )}
      <div class="ask-buttons">
        <Button
          size="tall"
          busy={busy.value === 'print'}
          disabled={isHeld}
          onClick={() => void fetchFor('print', (csv, range) => printStatement(csv, range, sums))}
        >
          {t('orders:statement.print')}
        </Button>
        <Button kind="primary" size="tall" busy={busy.value === 'file'} disabled={isHeld} onClick={() => void fetchFor('file', save)}>
          {busy.value === 'file' ? t('orders:statement.fetching') : t('orders:statement.download')}
        </Button>
      </div>
    </>
  );
}

function periodText(choice: Choice): string {
  switch (choice) {
    case 'this-month':
      return t('orders:statement.this-month');
    case 'last-month':
      return t('orders:statement.last-month');
    case '30-days':
      return t('orders:statement.30-days');
    case 'this-year':
      return t('orders:statement.this-year');
    case 'own':
      return t('orders:statement.own');
  }
}
