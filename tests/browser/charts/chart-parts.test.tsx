import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { putSite } from '#ui/state/site.ts';
import { IndicatorSet } from '#worker/indicators/indicator-set.ts';
import { problemsOf } from '../support/axe.ts';
import { bars, push } from '../trade/fake-market.ts';
import { chart, chartOf, ENDS, leaveTrade, openTrade, resetTrade, world } from '../trade/open-trade.tsx';

const button = (name: string) => screen.findByRole('button', { name });
const dialog = () => screen.findByRole('dialog');
const legend = () => document.querySelector('.candle-chart-legend')?.textContent;
const themes = ['light', 'dark'] as const;
const setTheme = (theme: string) => document.documentElement.setAttribute('data-theme', theme);

/** The engine answers the chart with the lines that were asked for, as the worker computes them. */
function chartWith(indicators: readonly IndicatorChoice[], count = 100): void {
  const columns = bars(count, { endMs: ENDS, stepMs: 300_000, price: 1.08342 });
  const lines = { choices: indicators, columns: new IndicatorSet(indicators).whole(columns.time, columns.close) };
  push({ events: [{ type: 'chart', request: { productId: 1, period: period.peek(), indicators }, older: true, bars: columns, lines }] });
}
async function show(count = 100): Promise<void> {
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1, count);
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(10);
}
/** Pixels of the history that have exactly this colour. */
function countColour(hex: string): number {
  const canvas = document.querySelector('canvas') as HTMLCanvasElement;
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] === r && data[at + 1] === g && data[at + 2] === b) found++;
  return found;
}

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  setTheme('light');
  for (const id of [1, 2]) storage.remove(`chart.${id}`);
  await resetTrade();
});
afterEach(async () => {
  await leaveTrade();
  setTheme('light');
});

describe('indicators on the chart', () => {
  const choose = async (names: string[]) => {
    fireEvent.click(await button('Indicators'));
    const sheet = within(await dialog());
    for (const name of names) fireEvent.click(sheet.getByRole('switch', { name }));
    fireEvent.click(sheet.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  it('are chosen in a sheet, asked of the engine without closing the chart, and drawn', async () => {
    await show();
    const height = (chart().parentElement as HTMLElement).offsetHeight;
    await choose(['Moving averages (MA)', 'MACD', 'Relative strength (RSI)']);
    const indicators: IndicatorChoice[] = [
      { kind: 'ma', numbers: [5, 10, 30] },
      { kind: 'macd', numbers: [12, 26, 9] },
      { kind: 'rsi', numbers: [14] },
    ];
    await expect
      .poll(() => world.engine.charts)
      .toEqual([
        { productId: 1, period: '5min' },
        { productId: 1, period: '5min', indicators },
      ]);
    expect(countColour('#946200')).toBe(0);
    chartWith(indicators);
    // Averages upon the prices; two panes below part the height that there is, which is that of the stops' chips more (D9.447).
    for (const colour of ['#946200', '#2766c8', '#8e44b8']) await expect.poll(() => countColour(colour)).toBeGreaterThan(20);
    expect((chart().parentElement as HTMLElement).offsetHeight).toBe(height + 53);
    await expect.poll(legend).toMatch(/MA 5 1\.08\d{3}MA 10 1\.08\d{3}MA 30 1\.0\d{4}/);
  });

  it('move with the newest bar and never repaint the history for it', async () => {
    await show();
    await choose(['Moving averages (MA)']);
    const indicators: IndicatorChoice[] = [{ kind: 'ma', numbers: [5, 10, 30] }];
    chartWith(indicators);
    await expect.poll(() => countColour('#946200')).toBeGreaterThan(20);
    const moved = { timeMs: ENDS, open: 1.0834, high: 1.08346, low: 1.0833, close: 1.08345, volume: 3 };
    // The first tick after a whole paint lifts the newest bar and its lines off the history.
    push({ bars: [{ ...moved, lines: [1.0832, 1.0833, 1.0834] }] });
    await expect.poll(() => document.querySelectorAll('.candle-chart-overlay').length).toBe(1);
    const canvas = document.querySelector('canvas') as HTMLCanvasElement;
    const kept = canvas.toDataURL();
    await expect.poll(legend).toContain('MA 5');
    const before = legend();
    push({ bars: [{ ...moved, lines: [1.0831, 1.0832, 1.0833] }] });
    await expect.poll(legend).toContain('MA 5 1.08310MA 10 1.08320MA 30 1.08330');
    expect(before).not.toContain('1.08310');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(canvas.toDataURL()).toBe(kept);
  });

  it('are kept for each product by itself and asked for when the page opens again', async () => {
    await show();
    await choose(['Bollinger bands (BOLL)']);
    const boll = [{ kind: 'boll', numbers: [20, 2] }];
    await expect.poll(() => world.engine.charts.at(-1)).toEqual({ productId: 1, period: '5min', indicators: boll });
    cleanup();
    await expect.poll(() => world.engine.charts.at(-1)).toBeNull();
    openTrade();
    await expect.poll(() => world.engine.charts.at(-1)).toEqual({ productId: 1, period: '5min', indicators: boll });
    cleanup();
    await expect.poll(() => world.engine.charts.at(-1)).toBeNull();
    openTrade('#/trade?id=2');
    await expect.poll(() => world.engine.charts.at(-1)).toEqual({ productId: 2, period: '5min' });
  });

  it('D9.482 are chosen in a sheet that says whose they are, and is as high from the beginning as with numbers open', async () => {
    await show();
    fireEvent.click(await button('Indicators'));
    const sheet = await dialog();
    await within(sheet).findByText('For the chart of EUR/USD only');
    const places = () => [sheet.offsetHeight, within(sheet).getByRole('button', { name: 'Show' }).offsetTop];
    const before = places();
    fireEvent.click(within(sheet).getAllByRole('switch')[0] as HTMLElement);
    await within(sheet).findByLabelText('Line 1');
    expect(places()).toEqual(before);
  });

  it('however many are opened, what shows them stays in sight', async () => {
    await show();
    fireEvent.click(await button('Indicators'));
    const sheet = await dialog();
    for (const toggle of within(sheet).getAllByRole('switch').slice(0, 5)) fireEvent.click(toggle);
    await expect
      .poll(() => within(sheet).getAllByRole('textbox').length + within(sheet).queryAllByRole('spinbutton').length)
      .toBeGreaterThan(8);
    const bottom = () => within(sheet).getByRole('button', { name: 'Show' }).getBoundingClientRect().bottom;
    await expect.poll(bottom).toBeLessThanOrEqual(innerHeight);
    expect(sheet.scrollHeight).toBeGreaterThan(sheet.clientHeight);
  });

  it('say what is wrong with a number and are not shown until it is right', async () => {
    await show();
    fireEvent.click(await button('Indicators'));
    const sheet = within(await dialog());
    fireEvent.click(sheet.getByRole('switch', { name: 'MACD' }));
    const type = (label: string, text: string) => fireEvent.input(sheet.getByLabelText(label), { target: { value: text } });
    const save = sheet.getByRole<HTMLButtonElement>('button', { name: 'Show' });
    type('Fast', '30');
    await expect.poll(() => [sheet.getByRole('alert').textContent, save.disabled]).toEqual(['Fast must be smaller than Slow', true]);
    type('Slow', '999');
    await expect.poll(() => sheet.getByRole('alert').textContent).toBe('Slow: a whole number from 2 to 200');
    type('Slow', '60');
    await expect.poll(() => [sheet.queryByRole('alert')?.textContent, save.disabled]).toEqual(['', false]);
    for (const theme of themes) {
      setTheme(theme);
      expect(await problemsOf(await dialog())).toEqual([]);
    }
  });

  it('the volume can be hidden', async () => {
    await show();
    const canvas = document.querySelector('canvas') as HTMLCanvasElement;
    const kept = canvas.toDataURL();
    await choose(['Volume']);
    await expect.poll(() => canvas.toDataURL() === kept).toBe(false);
  });
});

describe('the table of candles', () => {
  it('S1-2.57 lists time in the configured zone, open, high, low, close and volume, newest first, a page at a time', async () => {
    putSite({ timezone: '8' });
    await show(45);
    fireEvent.click(await button('Table of candles'));
    const sheet = within(await dialog());
    const rows = () => sheet.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows()[0]).toEqual(['Time', 'Open', 'High', 'Low', 'Close', 'Volume']);
    expect(rows()).toHaveLength(21);
    expect(rows()[1]?.[0]).toBe('2026-03-04 18:00');
    expect(rows()[1]?.[4]).toBe('1.08342');
    expect(sheet.getByRole('table', { name: /candles 1 to 20 of 45, newest first/ })).toBeTruthy();
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Newer' }).disabled).toBe(true);
    fireEvent.click(sheet.getByRole('button', { name: 'Older' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Older' }));
    await expect.poll(() => rows().length).toBe(6);
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Older' }).disabled).toBe(true);
    expect(world.engine.older).toBe(1);
    for (const theme of themes) {
      setTheme(theme);
      expect(await problemsOf(await dialog())).toEqual([]);
    }
  });

  it('goes on when a candle begins', async () => {
    await show(45);
    fireEvent.click(await button('Table of candles'));
    const sheet = within(await dialog());
    push({ bars: [{ timeMs: ENDS + 300_000, open: 1.09, high: 1.0912, low: 1.0899, close: 1.0911, volume: 5 }] });
    await expect.poll(() => sheet.getAllByRole('row')[1]?.textContent).toBe('2026-03-04 10:051.090001.091201.089901.091105');
  });
});

describe('the height of the chart', () => {
  it('does not change with numbers, periods or the ticket', async () => {
    await show();
    const height = () => (chart().parentElement as HTMLElement).offsetHeight;
    const before = height();
    push({ quotes: [{ id: 1, close: 11.08342 }], bars: [{ timeMs: ENDS, open: 1, high: 12, low: 1, close: 11.08342, volume: 9 }] });
    fireEvent.click(screen.getByRole('tab', { name: '1 day, 1D' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Pending' }));
    await expect.poll(height).toBe(before);
  });
});
