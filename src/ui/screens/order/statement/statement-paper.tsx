import { render } from 'preact';
import { t } from '../../../language/i18n.ts';
import { setting } from '../../../state/site.ts';
import { user } from '../../../state/user.ts';
import { moneyCode } from '../../../text/money.ts';
import { dateTimeText } from '../../../text/time.ts';
import type { DayRange } from '../dates/day-range.ts';
import { type HistorySums, ResultTotals } from '../lists/result-totals.tsx';
import { CSV_ROWS_MAX, readCsv } from './read-csv.ts';
import './statement-paper.css';

/** Puts the statement on paper: it is drawn beside the app, shown to the printer alone, and taken away afterwards. */
export function printStatement(csv: string, range: DayRange, sums: HistorySums | undefined): void {
  document.querySelector('.statement-paper')?.remove();
  const paper = document.createElement('div');
  paper.className = 'statement-paper';
  document.body.append(paper);
  render(<StatementPaper csv={csv} range={range} sums={sums} />, paper);
  const tidy = () => {
    render(null, paper);
    paper.remove();
  };
  addEventListener('afterprint', tidy, { once: true });
  print();
}

function StatementPaper({ csv, range, sums }: { csv: string; range: DayRange; sums: HistorySums | undefined }) {
  const { rows, isCut } = readCsv(csv);
  const [head = [], ...body] = rows;
  const zone = setting('timezone');
  return (
    <>
      <h1>{t('orders:statement.of', { site: setting('site_name') })}</h1>
      <p>{t('orders:statement.account', { uid: user.value?.uid ?? '', currency: moneyCode.value })}</p>
      <p>{t('orders:statement.range', { start: range.start, end: range.end })}</p>
      {sums && <h2>{t('orders:statement.sums')}</h2>}
      {sums && <ResultTotals sums={sums} />}
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-number={/^-?[\d.,]+$/.test(cell) ? '' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && <p>{t('orders:statement.cut', { count: CSV_ROWS_MAX })}</p>}
      <p>{t('orders:statement.printed', { time: dateTimeText(Date.now(), zone) })}</p>
    </>
  );
}
