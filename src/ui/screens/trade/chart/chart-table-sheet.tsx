import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import type { BarSeries } from '../../../charts/bar-series.ts';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import { numberText } from '../../../text/format.ts';
import './chart-table-sheet.css';

/** Candles on one page of the table. */
const PAGE_BARS = 20;

type BarTexts = { code: string; period: string; formatTime: (timeMs: number) => string; formatPrice: (price: number) => string };
type TableSheetProps = {
  open: Signal<boolean>;
  series: BarSeries;
  /** Goes up when the candles are other ones. */
  revision: ReadonlySignal<number>;
  texts: BarTexts;
  /** The end of what is loaded comes near. */
  onOlder: () => void;
};

/** The candles as a table, newest first, a page at a time: for those who cannot see the chart, and for those who want the numbers. */
export function ChartTableSheet({ open, ...rest }: TableSheetProps) {
  return (
    <Sheet open={open} title={t('trade:chart.table')} closeLabel={t('shell:close')}>
      <Pages {...rest} />
    </Sheet>
  );
}

function Pages({ series, revision, texts, onOlder }: Omit<TableSheetProps, 'open'>) {
  const page = useSignal(0);
  // Read so that a candle that begins, or a page of older ones, shows.
  void revision.value;
  const from = Math.min(page.value * PAGE_BARS, Math.max(0, series.length - 1));
  const rows = Array.from({ length: Math.min(PAGE_BARS, series.length - from) }, (_, row) => series.at(series.length - 1 - from - row));
  const turn = (by: 1 | -1) => {
    page.value += by;
    if ((page.value + 2) * PAGE_BARS > series.length) onOlder();
  };
  const { formatPrice, formatTime } = texts;
  const values = { code: texts.code, period: texts.period, from: from + 1, to: from + rows.length, count: series.length };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys. */}
      <section class="bar-table" aria-label={t('trade:chart.table')} tabIndex={0}>
        <table>
          <caption>{t('chart:table.caption', values)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart:table.time')}</th>
              <th scope="col">{t('chart:table.open')}</th>
              <th scope="col">{t('chart:table.high')}</th>
              <th scope="col">{t('chart:table.low')}</th>
              <th scope="col">{t('chart:table.close')}</th>
              <th scope="col">{t('chart:table.volume')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((bar) => (
              <tr key={bar.time}>
                <th scope="row">{formatTime(bar.time)}</th>
                <td>{formatPrice(bar.open)}</td>
                <td>{formatPrice(bar.high)}</td>
                <td>{formatPrice(bar.low)}</td>
                <td data-tone={bar.close > bar.open ? 'up' : bar.close < bar.open ? 'down' : ''}>{formatPrice(bar.close)}</td>
                <td>{numberText(Number(bar.volume.toPrecision(6)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="bar-table-pages">
        <Button disabled={page.value === 0} onClick={() => turn(-1)}>
          {t('chart:table.newer')}
        </Button>
        <Button disabled={from + PAGE_BARS >= series.length} onClick={() => turn(1)}>
          {t('chart:table.older')}
        </Button>
      </div>
    </>
  );
}
