/** What a hand does with a chart, with the touches of a device (decision D9.113), and the key for each. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import type { ChartLayer } from '#ui/charts/chart-layer.ts';
import { wave } from '../../unit/charts/bars.ts';
import { problemsOf } from '../support/axe.ts';
import { inside, Touch } from '../support/touch.ts';
import { bench, canvases, closeChart, countColour, DOWN, frame, openChart } from './open-chart.tsx';

const { status, onOlder, onPinned, scale, view } = bench;
let series: BarSeries;
let plot: HTMLElement;
let touch: Touch;

const candles = () => Number(plot.dataset.candles);
const span = () => (scale.peek()?.max ?? 0) - (scale.peek()?.min ?? 0);
const legend = () => document.querySelector('.candle-chart-legend')?.textContent;
const measure = () => document.querySelector<HTMLElement>('.candle-chart-measure:not([hidden])');
const pinned = () => screen.queryByRole('button', { name: /^Order at/ });
/** How many candles there are once the width of the axis is known. */
const opened = async () => {
  press('End');
  await frame();
  return candles();
};
const press = (key: string, more: object = {}) => fireEvent.keyDown(plot, { key, ...more });

beforeAll(() => document.documentElement.setAttribute('data-theme', 'light'));
beforeEach(async () => {
  series = new BarSeries();
  series.reset(wave(300));
  status.value = 'ready';
  onOlder.mockClear();
  onPinned.mockClear();
  plot = openChart(series, { hasHand: true });
  touch = new Touch();
  await expect.poll(candles).toBeGreaterThan(40);
  await expect.poll(legend).toContain('C 101.00');
  // Candles and legend are there at once; the hand takes hold of the chart a moment later.
  await expect.poll(() => view.peek()?.extra !== undefined).toBe(true);
});
afterEach(closeChart);

describe('the legend', () => {
  it('D9.115 tells the newest bar in one line above the plot, follows its ticks, and the bar under the crosshair', async () => {
    expect(legend()).toBe('O 100.00H 101.50L 99.50C 101.00 1.00%');
    series.put(299 * 300_000, 100, 101.5, 99.5, 100.4, 0);
    await expect.poll(legend).toContain('C 100.40 0.40%');
    const [line, box] = [document.querySelector('.candle-chart-legend') as Element, plot];
    expect(line.getBoundingClientRect().bottom).toBeLessThanOrEqual(box.getBoundingClientRect().top);
    press('ArrowLeft');
    press('ArrowLeft');
    await expect.poll(legend).toBe('O 101.00H 101.50L 99.50C 100.00 -0.99%');
    press('Escape');
    await expect.poll(legend).toContain('C 100.40');
  });

  it('shows volume and the values of indicators, and moves nothing with a tick', async () => {
    const layer: ChartLayer = {
      paneCount: 0,
      measure: () => undefined,
      fits: () => true,
      paintHistory: () => undefined,
      paintNewest: () => ({ left: 0, right: 0 }),
      legend: (bars) => [{ name: 'MA 5', value: bars.close[bars.length - 1] as number, colour: 0 }],
    };
    bench.layer.value = layer;
    series.reset(wave(300, 0, { volume: 7 }));
    await expect.poll(legend).toMatch(/V 7.*MA 5 101\.00/);
    const figure = [...document.querySelectorAll('.candle-chart-legend span')].at(-1);
    series.put(299 * 300_000, 100, 101.5, 99.5, 100.4, 7);
    await expect.poll(legend).toContain('MA 5 100.40');
    expect([...document.querySelectorAll('.candle-chart-legend span')].at(-1)).toBe(figure);
  });

  it('never lets a figure be cut: what has no room is not there', async () => {
    const root = plot.parentElement as HTMLElement;
    for (const width of [360, 320, 240, 160]) {
      root.style.setProperty('width', `${width}px`);
      await frame();
      const { bottom, right } = (document.querySelector('.candle-chart-legend p') as Element).getBoundingClientRect();
      const shown = [...document.querySelectorAll('.candle-chart-legend p:first-child > span')].map((part) => part.getBoundingClientRect());
      const seen = shown.filter((part) => part.width > 0 && part.top < bottom);
      expect(seen.length).toBeGreaterThan(0);
      for (const part of seen) expect(part.right).toBeLessThanOrEqual(right + 1);
    }
  });

  it('says the bar to a screen reader as the keys go over it, and is silent while prices tick', async () => {
    const status = () => [...document.querySelectorAll('[role="status"].sr-only')].map((node) => node.textContent).join('');
    series.put(299 * 300_000, 100, 101.5, 99.5, 100.4, 0);
    await frame();
    expect(status()).toBe('');
    press('ArrowLeft');
    await expect.poll(status).toBe(`bar ${299 * 5} closed at 100.4`);
    press('ArrowLeft', { shiftKey: true });
    await expect.poll(status).toBe(`bar ${289 * 5} closed at 101`);
    press('Escape');
    await expect.poll(status).toBe('');
  });
});

describe('D9.113 a finger that rests', () => {
  it('shows the crosshair and offers an order at its price; it moves with the finger, stays when it leaves, and a tap ends it', async () => {
    const from = inside(plot, 0.3, 0.3);
    await touch.down(1, from);
    await expect.poll(pinned).not.toBeNull();
    const first = pinned()?.textContent;
    await touch.move(1, { x: from.x, y: from.y + 40 });
    await expect.poll(() => pinned()?.textContent).not.toBe(first);
    await touch.up(1);
    expect(pinned()).not.toBeNull();
    expect(onPinned.mock.lastCall?.[0]).toMatchObject({ isByKey: false });
    await touch.tap(inside(plot, 0.5, 0.6));
    await expect.poll(pinned).toBeNull();
  });

  it('upon a price of the axis too, with the price that it rests on', async () => {
    const at = inside(plot, 0.97, 0.4);
    await touch.down(1, at);
    await expect.poll(pinned).not.toBeNull();
    const { topPx = 0, heightPx = 1, max = 0 } = scale.peek() ?? {};
    const price = max - ((at.y - plot.getBoundingClientRect().top - topPx) / heightPx) * span();
    expect(Math.abs(Number(pinned()?.textContent?.slice(9)) - price)).toBeLessThan(0.02);
    await touch.up(1);
  });

  it('is the second button of a mouse, and Enter on the keyboard, which comes back to the chart', async () => {
    fireEvent(plot, new PointerEvent('contextmenu', { pointerType: 'mouse', clientX: 100, clientY: 120, bubbles: true, cancelable: true }));
    await expect.poll(pinned).not.toBeNull();
    press('Escape');
    await expect.poll(pinned).toBeNull();
    press('ArrowLeft');
    press('ArrowUp', { shiftKey: true });
    press('Enter');
    await expect.poll(() => onPinned.mock.lastCall?.[0]).toMatchObject({ isByKey: true });
    expect(onPinned.mock.lastCall?.[0].price).toBeGreaterThan(101);
    pinned()?.click();
    await expect.poll(() => document.activeElement).toBe(plot);
  });
});

describe('D9.113 two fingers', () => {
  const [left, right] = [() => inside(plot, 0.2, 0.6), () => inside(plot, 0.6, 0.2)];

  it('that rest measure price, percent, bars and time between them, also when they move on; it stays until a tap', async () => {
    const before = candles();
    await touch.down(1, left());
    await touch.down(2, right());
    await expect.poll(() => measure()?.textContent).toMatch(/^\d\.\d\d \d\.\d\d% \d+ bars \d+ min$/);
    const first = measure()?.textContent;
    await touch.move(2, inside(plot, 0.7, 0.3));
    await expect.poll(() => measure()?.textContent).not.toBe(first);
    const [, bars = '0', minutes = '0'] = /(\d+) bars (\d+) min/.exec(measure()?.textContent ?? '') ?? [];
    expect(Number(minutes)).toBe(Number(bars) * 5);
    await touch.up(2);
    await touch.up(1);
    expect(measure()).not.toBeNull();
    expect(candles()).toBe(before);
    await touch.tap(inside(plot, 0.5, 0.8));
    await expect.poll(measure).toBeNull();
  });

  it('that move at once pinch, and measure nothing', async () => {
    const before = candles();
    await touch.down(1, inside(plot, 0.4, 0.5));
    await touch.down(2, inside(plot, 0.5, 0.5));
    await touch.moveAll(
      new Map([
        [1, inside(plot, 0.15, 0.5)],
        [2, inside(plot, 0.75, 0.5)],
      ]),
    );
    await expect.poll(candles).toBeLessThan(before / 2);
    await touch.up(2);
    await touch.up(1);
    expect(measure()).toBeNull();
  });

  it('the measure keeps to its bars and prices while the chart moves, and older bars come', async () => {
    press('ArrowLeft');
    press('m');
    press('ArrowLeft', { shiftKey: true });
    await expect.poll(() => measure()?.textContent).toMatch(/ 10 bars 50 min$/);
    const words = measure()?.textContent;
    const before = measure()?.getBoundingClientRect().left ?? 0;
    view.peek()?.pan(30);
    await expect.poll(() => Math.round((measure()?.getBoundingClientRect().left ?? 0) - before)).toBe(30);
    series.prepend(wave(100, -100 * 300_000));
    await frame();
    expect(measure()?.textContent).toBe(words);
    expect(Math.round((measure()?.getBoundingClientRect().left ?? 0) - before)).toBe(30);
    press('m');
    await expect.poll(measure).toBeNull();
  });
});

describe('D9.113 the way back and the scale', () => {
  it('two taps show the chart as it opened; one alone changes nothing', async () => {
    const before = await opened();
    view.peek()?.zoom(0.5);
    view.peek()?.pan(400);
    await expect.poll(candles).toBeLessThan(before);
    const moved = candles();
    await touch.tap(inside(plot, 0.5, 0.5));
    await frame();
    expect(candles()).toBe(moved);
    await touch.tap(inside(plot, 0.1, 0.9));
    await frame();
    expect(candles()).toBe(moved);
    await touch.tap(inside(plot, 0.5, 0.5));
    await touch.tap(inside(plot, 0.5, 0.5));
    await expect.poll(candles).toBe(before);
    expect(screen.queryByRole('button', { name: 'Newest' })).toBeNull();
  });

  it('a drag along the price axis draws the scale and scrolls no page; two taps there make it automatic', async () => {
    const before = span();
    const scroll = vi.fn();
    addEventListener('scroll', scroll);
    await touch.down(1, inside(plot, 0.97, 0.3));
    await touch.move(1, inside(plot, 0.97, 0.7), 12);
    await touch.up(1);
    await expect.poll(span).toBeGreaterThan(before * 1.2);
    expect(scroll).not.toHaveBeenCalled();
    removeEventListener('scroll', scroll);
    const bars = candles();
    await touch.tap(inside(plot, 0.97, 0.5));
    await touch.tap(inside(plot, 0.97, 0.5));
    await expect.poll(() => Math.abs(span() - before)).toBeLessThan(before * 0.01);
    expect(candles()).toBe(bars);
  });

  it('by keys: Page Up and Page Down draw the scale, 0 makes it automatic, Home shows the chart as it opened', async () => {
    const [bars, before] = [await opened(), span()];
    press('PageDown');
    await expect.poll(span).toBeGreaterThan(before * 1.1);
    press('0');
    await expect.poll(span).toBe(before);
    press('PageUp');
    await expect.poll(span).toBeLessThan(before);
    press('-');
    await expect.poll(candles).toBeGreaterThan(bars);
    press('Home');
    await expect.poll(() => [candles(), span()]).toEqual([bars, before]);
    press('+');
    await expect.poll(candles).toBeLessThan(bars);
  });

  it('leaves keys with Ctrl and Alt to the browser', () => {
    expect(fireEvent.keyDown(plot, { key: '-', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(plot, { key: 'ArrowLeft', altKey: true })).toBe(true);
    expect(fireEvent.keyDown(plot, { key: '-' })).toBe(false);
  });
});

describe('what comes later', () => {
  it('asks for no frame while nothing changes, and a tick still leaves the history alone', async () => {
    series.put(299 * 300_000, 100, 101.5, 99.5, 99.9, 0);
    await expect.poll(() => canvases(plot).length).toBe(2);
    const [history, overlay] = canvases(plot);
    const kept = history.toDataURL();
    const before = countColour(overlay, DOWN);
    series.put(299 * 300_000, 100, 101.5, 99.5, 99.6, 0);
    await expect.poll(() => countColour(overlay, DOWN)).toBeGreaterThan(before);
    expect(history.toDataURL()).toBe(kept);
    await frame();
    const asked = vi.spyOn(window, 'requestAnimationFrame');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const idle = asked.mock.calls.length;
    asked.mockRestore();
    expect(idle).toBe(0);
  });

  it('has no accessibility problem that a machine can find, with crosshair and measure', async () => {
    press('ArrowLeft');
    press('m');
    press('ArrowLeft', { shiftKey: true });
    await expect.poll(measure).not.toBeNull();
    for (const theme of ['dark', 'light']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(plot.parentElement as Element)).toEqual([]);
    }
  });
});
