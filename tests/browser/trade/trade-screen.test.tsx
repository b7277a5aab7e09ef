import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { period } from '#ui/screens/trade/chart/period-bar.tsx';
import { favourites } from '#ui/state/favourites.ts';
import { products, productsStatus } from '#ui/state/products.ts';
import { problemsOf } from '../support/axe.ts';
import { bars, push } from './fake-market.ts';
import {
  buy,
  chart,
  chartOf,
  ENDS,
  figure,
  heading,
  isActive,
  leaveTrade,
  legend,
  openTrade,
  reason,
  resetTrade,
  sell,
  world,
} from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

describe('the header of /trade', () => {
  it('S1-2.51 shows the selected product, its last price and its change with sign, and follows the market', async () => {
    openTrade();
    await expect.poll(() => heading().textContent).toContain('EUR/USD');
    const price = document.querySelector('.trade-last [data-symbol="EURUSD"]');
    expect(price?.textContent).toBe('1.08342');
    expect(screen.getByText('▲ +0.12%')).toBeTruthy();
    push({ quotes: [{ id: 1, close: 1.08099, change: -0.1 }] });
    await expect.poll(() => price?.textContent).toBe('1.08099');
    await expect.poll(() => screen.queryByText('▼ −0.10%')).not.toBeNull();
    expect(document.querySelector('.trade-change')?.getAttribute('data-tone')).toBe('down');
  });

  it('S1-2.54 shows a closed label in place of the change, and Buy and Sell say when it opens', async () => {
    openTrade('#/trade?id=5');
    await expect.poll(() => heading().textContent).toContain('GASOLINE');
    expect(document.querySelector('.trade-closed')?.textContent).toBe('Closed');
    expect(document.querySelector('.trade-change')).toBeNull();
    await expect.poll(() => reason()).toBe('Closed · opens 03-06 09:30 · pending orders are taken');
    expect(buy().disabled && sell().disabled).toBe(true);
  });

  it('S1-2.49 is the contract panel whatever the address asks for, and shows no micro tab while is_micro is off', async () => {
    openTrade('#/trade?tab=1');
    await expect.poll(() => heading().textContent).toContain('EUR/USD');
    expect(await screen.findByRole('spinbutton', { name: 'Lots' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: /micro/i })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Buy up' })).toBeNull();
  });

  it('keeps a favourite by its star', async () => {
    openTrade();
    const star = await screen.findByRole('button', { name: 'Favourite EUR/USD' });
    fireEvent.click(star);
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    expect(favourites.value).toEqual(['EURUSD']);
  });
});

describe('the chart of /trade', () => {
  it('S1-2.55 D9.70 WCAG 2.5.3 has the periods in order, named in words and as they are seen, asks for 5min first and remembers the choice', async () => {
    openTrade();
    const tabs = within(await screen.findByRole('tablist', { name: 'Chart period' })).getAllByRole('tab');
    expect(tabs.map((tab) => tab.getAttribute('aria-label'))).toEqual([
      '1 minute, 1m',
      '5 minutes, 5m',
      '15 minutes, 15m',
      '30 minutes, 30m',
      '1 hour, 1h',
      '4 hours, 4h',
      '1 day, 1D',
      '1 week, 1W',
      '1 month, 1M',
    ]);
    await expect.poll(() => world.engine.charts[0]).toEqual({ productId: 1, period: '5min' });
    fireEvent.click(screen.getByRole('tab', { name: '1 day, 1D' }));
    await expect.poll(() => world.engine.charts.at(-1)).toEqual({ productId: 1, period: '1day' });
    expect(storage.get('chartPeriod')).toBe('1day');
  });

  it.each([
    ['4hour', '4h', '4 hours', [Date.UTC(2026, 1, 28, 20), Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 1, 4)], '2026-03-01 04:00'],
    ['1mon', '1M', '1 month', [Date.UTC(2026, 0), Date.UTC(2026, 1), Date.UTC(2026, 2)], '2026-03'],
  ] as const)('D9.70 D9.71 shows bars of %s under their own times', async (name, label, words, times, newest) => {
    openTrade();
    const chip = await screen.findByRole('tab', { name: `${words}, ${label}` });
    expect(chip.textContent).toBe(label);
    fireEvent.click(chip);
    await expect.poll(() => world.engine.charts.at(-1)).toEqual({ productId: 1, period: name });
    expect(storage.get('chartPeriod')).toBe(name);
    const column = (...values: number[]) => Float64Array.from(values);
    const shown = { open: column(1, 2, 3), high: column(2, 3, 4), low: column(1, 2, 3), close: column(2, 3, 3.5), volume: column(1, 1, 1) };
    push({
      events: [
        { type: 'chart', request: { productId: 1, period: name }, older: false, bars: { time: Float64Array.from(times), ...shown } },
      ],
    });
    await expect.poll(legend).toContain('C 3.50000');
    expect(screen.getByRole('region', { name: `EUR/USD candles, ${words}` })).toBeTruthy();
    fireEvent.focus(chart());
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' });
    await expect.poll(() => document.querySelector('.chart-stage')?.textContent).toContain(newest);
  });

  it('the period that was chosen last is in sight, however narrow the screen', async () => {
    document.body.style.inlineSize = '320px';
    period.value = '1mon';
    openTrade();
    const strip = await screen.findByRole('tablist', { name: 'Chart period' });
    expect(strip.scrollWidth).toBeGreaterThan(strip.clientWidth);
    const chip = screen.getByRole('tab', { name: '1 month, 1M' });
    await expect.poll(() => chip.getBoundingClientRect().right).toBeLessThanOrEqual(strip.getBoundingClientRect().right + 1);
    document.body.style.inlineSize = '';
  });

  it('S1-2.57 draws candles, moves the last one with pushes, and has the order form below', async () => {
    openTrade();
    await expect.poll(() => world.engine.charts.length).toBeGreaterThan(0);
    chartOf(1);
    await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(30);
    push({ bars: [{ timeMs: ENDS, open: 1.0834, high: 1.0836, low: 1.0833, close: 1.08355, volume: 9 }] });
    await expect.poll(legend).toContain('C 1.08355');
    const form = screen.getByRole('region', { name: 'Market order' });
    expect(form.getBoundingClientRect().top).toBeGreaterThanOrEqual(chart().getBoundingClientRect().bottom - 1);
  });

  it('never takes the bars of another chart for its own', async () => {
    openTrade();
    await expect.poll(() => world.engine.charts.length).toBeGreaterThan(0);
    chartOf(1);
    fireEvent.click(screen.getByRole('tab', { name: '1 hour, 1h' }));
    await expect.poll(() => world.engine.charts.at(-1)?.period).toBe('60min');
    await expect.poll(legend).toMatch(/C \d/);
    const last = legend();
    push({ bars: [{ timeMs: ENDS, open: 9, high: 9, low: 9, close: 9, volume: 9 }] });
    push({
      events: [
        { type: 'chart', request: { productId: 1, period: '5min' }, older: false, bars: bars(5, { endMs: ENDS, stepMs: 1, price: 7 }) },
      ],
    });
    expect(legend()).toBe(last);
    expect(screen.getByRole('status', { name: 'Loading candles' })).toBeTruthy();
  });

  it('asks for older bars one page at a time, and only while there are any', async () => {
    openTrade();
    await expect.poll(() => world.engine.charts.length).toBeGreaterThan(0);
    chartOf(1, 30);
    await expect.poll(() => world.engine.older).toBe(1);
    // Keys come with the rest of what a hand does.
    await expect.poll(() => document.querySelector('.candle-chart-legend')).not.toBeNull();
    fireEvent.keyDown(chart(), { key: '-' });
    expect(world.engine.older).toBe(1);
    push({
      events: [
        {
          type: 'chart-older',
          request: { productId: 1, period: '5min' },
          older: false,
          bars: bars(20, { endMs: ENDS - 30 * 300_000, stepMs: 300_000, price: 1.08 }),
        },
      ],
    });
    fireEvent.keyDown(chart(), { key: '-' });
    fireEvent.keyDown(chart(), { key: '-' });
    expect(world.engine.older).toBe(1);
    await expect.poll(() => Number(chart().dataset.candles)).toBe(50);
  });

  it('says that the candles failed, and asks again', async () => {
    openTrade();
    await expect.poll(() => world.engine.charts.length).toBe(1);
    push({ events: [{ type: 'chart-failed', request: { productId: 1, period: '5min' } }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await expect.poll(() => world.engine.charts.filter(Boolean).length).toBe(2);
  });
});

describe('the page itself', () => {
  it('watches nothing while it is hidden, and leaves no sheet open behind it', async () => {
    openTrade();
    await expect.poll(() => world.engine.quotes).toEqual([1]);
    await expect.poll(() => world.engine.tickets.at(-1)).toMatchObject({ productId: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Choose a product' }));
    await screen.findByRole('dialog');
    isActive.value = false;
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    // Behind the next paint, in which nobody waits for it.
    await expect.poll(() => [world.engine.charts.at(-1), world.engine.tickets.at(-1), world.engine.quotes]).toEqual([null, null, []]);
  });

  it('waits for the markets, and says when they cannot be had', async () => {
    [products.value, productsStatus.value] = [[], 'loading'];
    openTrade();
    await screen.findByRole('status', { name: 'Loading' });
    push({ events: [{ type: 'products-failed' }] });
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('The markets could not be loaded');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('status', { name: 'Loading' });
  });

  it('has Buy and Sell in reach, 52 px high, above the tab bar, and nothing wider than the screen', async () => {
    openTrade();
    await expect.poll(() => buy().offsetHeight).toBeGreaterThanOrEqual(52);
    expect(innerHeight - buy().getBoundingClientRect().bottom).toBeLessThan(90);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  });

  it('moves nothing when a price changes', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    const places = () =>
      [
        ...document.querySelectorAll(
          '.trade-head, .trade-price, .trade-range, .tabs, .candle-chart, .ticket, .ticket-figures > div, .trade-bar',
        ),
      ].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x, y, width, height];
      });
    const before = places();
    push({
      quotes: [{ id: 1, close: 1.11111, change: -10.25 }],
      estimate: { price: 1.11111, margin: '111.1', fee: '0.61', level: '8123.4', stopOutBuy: 0.1, stopOutSell: 2.11111 },
    });
    await expect.poll(() => figure('Margin')).toBe('111.10 USD');
    expect(places()).toEqual(before);
  });

  it('has no accessibility problem that a machine can find, light and dark', async () => {
    openTrade();
    chartOf(1);
    await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(30);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.body)).toEqual([]);
    }
    document.documentElement.setAttribute('data-theme', 'light');
  });
});
