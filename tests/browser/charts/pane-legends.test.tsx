/** The legends of indicators on a phone: each pane's own, nothing cut, and prices that keep their room. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { keepChartChoice } from '#ui/screens/trade/chart/chart-choice.ts';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { IndicatorSet } from '#worker/indicators/indicator-set.ts';
import '#ui/shell/frame.css';
import { bars, push } from '../trade/fake-market.ts';
import { chart, ENDS, leaveTrade, legend, openTrade, resetTrade, world } from '../trade/open-trade.tsx';

const AVERAGES: IndicatorChoice = { kind: 'ma', numbers: [5, 10, 30] };
const BANDS: IndicatorChoice = { kind: 'boll', numbers: [20, 2] };
const MACD: IndicatorChoice = { kind: 'macd', numbers: [12, 26, 9] };
const RSI: IndicatorChoice = { kind: 'rsi', numbers: [14] };

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(async () => {
  storage.remove('chart.1');
  await leaveTrade();
  await page.viewport(360, 740);
});

async function show(...indicators: IndicatorChoice[]): Promise<void> {
  keepChartChoice(1, { indicators, hasVolume: true });
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  const columns = bars(100, { endMs: ENDS, stepMs: 300_000, price: 1.08342 });
  const lines = { choices: indicators, columns: new IndicatorSet(indicators).whole(columns.time, columns.close) };
  push({ events: [{ type: 'chart', request: { productId: 1, period: period.peek(), indicators }, older: true, bars: columns, lines }] });
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(10);
  await expect.poll(() => legend()).toMatch(/C \d/);
}
const panes = () => [...document.querySelectorAll<HTMLElement>('.candle-chart-pane-legend')];
const rows = () => [...document.querySelectorAll<HTMLElement>('.candle-chart-legend p + p, .candle-chart-pane-legend p')];
/** What stands outside of its row, which hides it. */
const cut = () =>
  rows().flatMap((row) => {
    const { right, bottom } = row.getBoundingClientRect();
    return [...row.children]
      .map((figure) => ({ text: figure.textContent, box: figure.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.right > right + 1 || box.bottom > bottom + 1))
      .map(({ text }) => text);
  });
/** From the top of the plot to the first pane. */
const pricesPx = () => (panes()[0]?.getBoundingClientRect().top ?? Number.NaN) - chart().getBoundingClientRect().top;

describe('D9.433 legends of indicators', () => {
  it('a pane carries its own, by its numbers and values', async () => {
    await show(AVERAGES, MACD);
    await expect
      .poll(() => panes().map((node) => node.textContent))
      .toEqual([expect.stringMatching(/^MACD 12 26 9 .?0\.000\d\dSIG .?0\.000\d\dHIST .?0\.000\d\d$/)]);
    expect(legend()).toMatch(/MA 5 1\.08\d{3}MA 10 1\.08\d{3}MA 30 1\.0\d{4}$/);
    expect(panes()[0]?.querySelectorAll('.sr-only')).toHaveLength(2);
  });

  it.each([
    ['bands, averages, two indices', [AVERAGES, BANDS, MACD, RSI]],
    ['two indices', [MACD, RSI]],
  ])('nothing is cut at 360 px, and prices keep 160 px: %s', async (_name, choices) => {
    await show(...choices);
    await expect.poll(() => panes().length).toBe(1);
    expect(cut()).toEqual([]);
    expect(pricesPx()).toBeGreaterThanOrEqual(160);
    // The index that has no room below is told above.
    expect(legend()).toMatch(/RSI 14 \d\d\.\d\d$/);
    expect(screen.getByRole('region', { name: /candles/ }).scrollWidth).toBeLessThanOrEqual(360);
  });

  it('D9.482 an index without a pane says where it has one, and leads there', async () => {
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
    await show(MACD, RSI);
    const chip = await screen.findByRole('button', { name: 'RSI 14: full screen' });
    fireEvent.click(chip);
    await expect.poll(() => panes().length).toBe(2);
    await expect.poll(() => screen.queryByRole('button', { name: 'RSI 14: full screen' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Leave full screen' }));
    await screen.findByRole('button', { name: 'RSI 14: full screen' });
    await expect.poll(() => (history.state as { layers?: number } | null)?.layers ?? 0).toBe(0);
    vi.restoreAllMocks();
  });

  it('on a higher screen each index has its pane', async () => {
    await page.viewport(430, 932);
    await show(BANDS, MACD, RSI);
    await expect.poll(() => panes().map((node) => node.textContent?.slice(0, 6))).toEqual(['MACD 1', 'RSI 14']);
    expect(legend()).not.toContain('RSI');
    expect(cut()).toEqual([]);
    expect(pricesPx()).toBeGreaterThanOrEqual(160);
  });

  it('no value that reads as zero has a sign, and one below it has a minus', async () => {
    await show(MACD);
    await expect.poll(() => panes().length).toBe(1);
    const bar = { timeMs: ENDS, open: 1.0834, high: 1.08346, low: 1.0833, close: 1.08342, volume: 3 };
    push({ bars: [{ ...bar, lines: [-0.000001, -0.00012, 0.000004] }] });
    await expect.poll(() => panes()[0]?.textContent).toBe('MACD 12 26 9 0.00000SIG −0.00012HIST 0.00000');
  });
});
