import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import '#ui/kit/live-text.css';
import { wave } from '../../unit/charts/bars.ts';
import { bench, canvases, closeChart, countColour, DOWN, frame, openChart, UP } from './open-chart.tsx';

const { status, onOlder, onRetry } = bench;
let series: BarSeries;
const show = () => openChart(series);

beforeAll(() => document.documentElement.setAttribute('data-theme', 'light'));
beforeEach(() => {
  series = new BarSeries();
  series.reset(wave(300));
  status.value = 'ready';
  onOlder.mockClear();
  onRetry.mockClear();
});
afterEach(closeChart);

describe('the candle chart', () => {
  it('S1-2.57 candles are drawn and the last one moves with pushes, on its own layer', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const [history] = canvases(box);
    expect(countColour(history, UP)).toBeGreaterThan(200);
    expect(countColour(history, DOWN)).toBeGreaterThan(200);
    // The first tick after a whole paint lifts the newest candle off the history; those that follow leave the history alone.
    series.put(299 * 300_000, 100, 101.5, 99.5, 99.9, 0);
    await expect.poll(() => canvases(box).length).toBe(2);
    const [, overlay] = canvases(box);
    const before = countColour(overlay, DOWN);
    const kept = history.toDataURL();
    series.put(299 * 300_000, 100, 101.5, 99.5, 99.6, 0);
    await expect.poll(() => countColour(overlay, DOWN)).toBeGreaterThan(before);
    expect(countColour(overlay, UP)).toBe(0);
    expect(history.toDataURL()).toBe(kept);
  });

  it('S1-2.57 the newest candle is there before its first tick, and only once after it', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const [history] = canvases(box);
    const flat = countColour(history, DOWN) + countColour(history, UP);
    series.put(299 * 300_000, 100, 101.5, 99.5, 99.9, 0);
    await expect.poll(() => canvases(box).length).toBe(2);
    const [, overlay] = canvases(box);
    const lifted = countColour(history, DOWN) + countColour(history, UP);
    expect(lifted).toBeLessThan(flat);
    expect(countColour(overlay, DOWN)).toBeGreaterThan(0);
    fireEvent.wheel(box, { deltaX: 20 });
    await expect.poll(() => countColour(overlay, DOWN)).toBe(0);
  });

  it('G17, D9.195: candles that are here are drawn before a frame passes, and once', async () => {
    const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
    const box = show();
    expect(Number(box.dataset.candles)).toBeGreaterThan(40);
    const [history] = canvases(box);
    expect(countColour(history, UP)).toBeGreaterThan(200);
    const before = drawn.mock.calls.length;
    await frame();
    await frame();
    expect(drawn.mock.calls.length).toBe(before);
    drawn.mockRestore();
  });

  it('G17: the first picture has as many candles as those behind it, however much room its prices take', async () => {
    series.reset(wave(300, 0, { price: 1_234_567 }));
    const box = show();
    const first = box.dataset.candles;
    bench.view.value?.showNewest();
    await frame();
    await frame();
    expect([Number(first) > 30, box.dataset.candles]).toEqual([true, first]);
  });

  it('D9.103 the tag of an old price claims no direction, the candles keep theirs, and both are as before once it is live', async () => {
    const box = openChart(series, { hasHand: true });
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const [history] = canvases(box);
    // What stands on the axis, right of the plot.
    const tag = () => countColour(history, UP, history.width - 12) + countColour(history, DOWN, history.width - 12);
    const legend = () => new Set([...document.querySelectorAll('.candle-chart-legend b')].map((node) => getComputedStyle(node).color)).size;
    const live = tag();
    expect(live).toBeGreaterThan(40);
    bench.setOld(true);
    await expect.poll(tag).toBe(0);
    expect(countColour(history, UP)).toBeGreaterThan(200);
    expect(getComputedStyle(document.querySelector('.candle-chart-legend b') as Element).color).toBe(
      getComputedStyle(document.querySelector('.candle-chart-legend p') as Element).color,
    );
    expect(legend()).toBe(1);
    bench.setOld(false);
    await expect.poll(tag).toBe(live);
  });

  it('asks for no frame while nothing changes', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    await frame();
    const next = window.requestAnimationFrame.bind(window);
    const asked = vi.spyOn(window, 'requestAnimationFrame');
    for (let i = 0; i < 12; i++) await new Promise((resolve) => next(resolve));
    const idle = asked.mock.calls.length;
    series.put(299 * 300_000, 100, 101.5, 99.5, 100.2, 0);
    series.put(299 * 300_000, 100, 101.5, 99.5, 100.3, 0);
    const busy = asked.mock.calls.length;
    asked.mockRestore();
    expect([idle, busy]).toEqual([0, 1]);
  });

  it('draws again in full when the last bar leaves the scale, and scrolls when a bar begins', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const [history] = canvases(box);
    const kept = history.toDataURL();
    series.put(299 * 300_000, 100, 140, 99.5, 139, 0);
    await expect.poll(() => history.toDataURL() === kept).toBe(false);
    const count = box.dataset.candles;
    series.put(300 * 300_000, 139, 139, 139, 139, 0);
    await frame();
    expect(box.dataset.candles).toBe(count);
  });

  it('is crisp: the canvases have device pixels, both the same, and are shown in them where the box lies between two', async () => {
    const box = show();
    const root = box.parentElement as HTMLElement;
    root.style.setProperty('width', '333.3px');
    root.style.setProperty('height', '250.4px');
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    // The new size is painted as a whole.
    await frame();
    series.put(299 * 300_000, 100, 101.5, 99.5, 99.9, 0);
    await expect.poll(() => canvases(box).length).toBe(2);
    const [history, overlay] = canvases(box);
    expect(history.width).toBe(Math.round(box.clientWidth * devicePixelRatio));
    expect([overlay.width, overlay.height]).toEqual([history.width, history.height]);
    for (const canvas of [history, overlay]) {
      const { width, height } = canvas.getBoundingClientRect();
      expect([width * devicePixelRatio, height * devicePixelRatio]).toEqual([canvas.width, canvas.height]);
    }
  });

  it('follows the width of its box', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const before = Number(box.dataset.candles);
    (box.parentElement as HTMLElement).style.setProperty('width', '200px');
    await expect.poll(() => Number(box.dataset.candles)).toBeLessThan(before);
    expect(canvases(box)[0].width).toBe(200 * devicePixelRatio);
  });

  it('takes its colours from the theme and changes with it', async () => {
    const box = show();
    await expect.poll(() => canvases(box).length).toBe(1);
    const [history] = canvases(box);
    await expect.poll(() => countColour(history, UP)).toBeGreaterThan(200);
    document.documentElement.style.setProperty('--kline-up', '#0000ff');
    await expect.poll(() => countColour(history, [0, 0, 255])).toBeGreaterThan(200);
    document.documentElement.style.removeProperty('--kline-up');
    await expect.poll(() => countColour(history, [0, 0, 255])).toBe(0);
  });

  it('whatever strokes and colours lines upon it are painted with, its grid and its labels stay as they were', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const [history] = canvases(box);
    // What moves stands still, and the scale takes in nothing new.
    const before = history.toDataURL();
    bench.marks.value = {
      prices: [],
      paint(context) {
        Object.assign(context, {
          strokeStyle: '#ff00ff',
          fillStyle: '#ff00ff',
          lineWidth: 9,
          font: '30px serif',
          textAlign: 'right',
          globalAlpha: 0.5,
        });
        context.setLineDash([1, 1]);
      },
    };
    await frame();
    fireEvent.wheel(box, { deltaX: 0.001 });
    await frame();
    bench.marks.value = undefined;
    await frame();
    expect(history.toDataURL()).toBe(before);
  });

  it('shows the volume pane only when there is volume', async () => {
    show();
    await expect.poll(() => canvases(screen.getByRole('application')).length).toBe(1);
    const [history] = canvases(screen.getByRole('application'));
    const bare = history.toDataURL();
    series.reset(wave(300, 0, { volume: 7 }));
    await expect.poll(() => history.toDataURL() === bare).toBe(false);
  });
});

describe('the chart under the hand', () => {
  const drag = (box: HTMLElement, from: number, to: number, extra: Record<string, unknown> = {}) => {
    const rect = box.getBoundingClientRect();
    const at = (x: number) => ({
      pointerId: 1,
      pointerType: 'touch',
      button: 0,
      clientX: rect.left + x,
      clientY: rect.top + 100,
      ...extra,
    });
    fireEvent.pointerDown(box, at(from));
    fireEvent.pointerMove(box, at(from + Math.sign(to - from) * 10));
    fireEvent.pointerMove(box, at(to));
    fireEvent.pointerUp(box, at(to));
  };

  beforeEach(() => vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined));
  afterEach(() => vi.restoreAllMocks());

  it('pans by a drag, offers the way back to the newest bar, and asks for older bars near the left edge', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    expect(screen.queryByRole('button', { name: 'Newest' })).toBeNull();
    for (let i = 0; i < 7; i++) drag(box, 20, 280);
    await expect.poll(() => screen.queryByRole('button', { name: 'Newest' })).not.toBeNull();
    expect(onOlder).toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Newest' }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Newest' })).toBeNull();
  });

  it('keeps what is seen when older bars come', async () => {
    const box = show();
    series.reset(wave(300, 300_000_000));
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    for (let i = 0; i < 5; i++) drag(box, 20, 280);
    await frame();
    const seen = box.dataset.candles;
    const [history] = canvases(box);
    const kept = history.toDataURL();
    series.prepend(wave(200, 300_000_000 - 200 * 300_000));
    await frame();
    expect(box.dataset.candles).toBe(seen);
    expect(history.toDataURL()).toBe(kept);
  });

  it('zooms by a pinch', async () => {
    const box = show();
    await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
    const before = Number(box.dataset.candles);
    const rect = box.getBoundingClientRect();
    const finger = (pointerId: number, x: number) => ({
      pointerId,
      pointerType: 'touch',
      button: 0,
      clientX: rect.left + x,
      clientY: rect.top + 100,
    });
    fireEvent.pointerDown(box, finger(1, 120));
    fireEvent.pointerDown(box, finger(2, 180));
    fireEvent.pointerMove(box, finger(1, 60));
    fireEvent.pointerMove(box, finger(2, 240));
    fireEvent.pointerUp(box, finger(1, 60));
    fireEvent.pointerUp(box, finger(2, 240));
    await expect.poll(() => Number(box.dataset.candles)).toBeLessThan(before / 2);
  });
});

describe('the chart without bars', () => {
  it('waits, fails with Retry and is empty, all at the same height', async () => {
    series = new BarSeries();
    status.value = 'loading';
    const box = show();
    const height = () => (box.parentElement as HTMLElement).offsetHeight;
    const before = height();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    status.value = 'failed';
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('Failed');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
    status.value = 'ready';
    await expect.poll(() => document.body.textContent).toContain('No data yet');
    expect(height()).toBe(before);
    series.reset(wave(10));
    await expect.poll(() => document.body.textContent).toContain('10 bars');
    expect(document.body.textContent).not.toContain('No data yet');
  });
});
