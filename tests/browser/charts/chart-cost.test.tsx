/** What a tick and a pan ask of the browser, counted in calls: the bench measures their time, and only on a machine of its own. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import { wave } from '../../unit/charts/bars.ts';
import { bench, canvases, closeChart, frame, openChart } from './open-chart.tsx';

const STROKES = ['clearRect', 'fillRect', 'fillText', 'fill', 'stroke', 'drawImage', 'clip'] as const;
const NOTHING_DEAR = { styles: 0, texts: 0, widths: 0, heights: 0 };
const LAST_MS = 299 * 300_000;
let series: BarSeries;
const tick = (close: number) => series.put(LAST_MS, 100, 101.5, 99.5, close, 0);

beforeAll(() => document.documentElement.setAttribute('data-theme', 'light'));
beforeEach(() => {
  series = new BarSeries();
  series.reset(wave(300));
});
afterEach(() => {
  vi.restoreAllMocks();
  closeChart();
});

type Asked = { readonly strokes: (canvas: HTMLCanvasElement) => Record<string, number>; readonly dear: Record<string, number> };

/** What is asked while `work` runs and its frame passes. `dear`: what costs more than a stroke, on any canvas. */
async function askedBy(work: () => void): Promise<Asked> {
  const spies = STROKES.map((name) => [name, vi.spyOn(CanvasRenderingContext2D.prototype, name)] as const);
  const dear = {
    styles: vi.spyOn(window, 'getComputedStyle'),
    texts: vi.spyOn(CanvasRenderingContext2D.prototype, 'measureText'),
    widths: vi.spyOn(HTMLCanvasElement.prototype, 'width', 'set'),
    heights: vi.spyOn(HTMLCanvasElement.prototype, 'height', 'set'),
  };
  work();
  await frame();
  const strokes = (canvas: HTMLCanvasElement) =>
    Object.fromEntries(
      spies.flatMap(([name, { mock }]) => {
        const count = mock.contexts.filter((context) => (context as unknown as CanvasRenderingContext2D).canvas === canvas).length;
        return count > 0 ? [[name, count]] : [];
      }),
    );
  return { strokes, dear: Object.fromEntries(Object.entries(dear).map(([name, { mock }]) => [name, mock.calls.length])) };
}

async function show(): Promise<HTMLElement> {
  const box = openChart(series, { hasHand: true });
  await expect.poll(() => Number(box.dataset.candles)).toBeGreaterThan(40);
  await frame();
  return box;
}

describe('what the chart asks of the browser', () => {
  it('bars that are there from the beginning are never said to be missing: what is rendered first stays', async () => {
    const observer = new MutationObserver(() => undefined);
    observer.observe(document.body, { subtree: true, childList: true });
    const box = openChart(series);
    const taken = observer.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
    expect(taken.map(({ textContent }) => textContent)).toEqual([]);
    expect(box.parentElement?.textContent).toBe('300 bars');
    observer.disconnect();
  });

  it('D9.156 a tick is one candle, one line and one tag on the overlay: nothing of the history, no style, no size', async () => {
    const box = await show();
    tick(99.9);
    await expect.poll(() => canvases(box).length).toBe(2);
    await frame();
    const [history, overlay] = canvases(box);
    const { strokes, dear } = await askedBy(() => tick(100.4));
    expect(strokes(history)).toEqual({});
    const { fillRect = 0, ...others } = strokes(overlay);
    // Line and ground of the tag are pictures that are kept.
    expect(others).toEqual({ clearRect: 3, drawImage: 2, fillText: 1 });
    // Wick and body, and the labels of the axis that give way to the tag.
    expect(fillRect).toBeGreaterThanOrEqual(2);
    expect(fillRect).toBeLessThanOrEqual(4);
    expect(dear).toEqual(NOTHING_DEAR);
  });

  it('D9.156 as many ticks as come between two frames are painted once', async () => {
    const box = await show();
    tick(99.9);
    await expect.poll(() => canvases(box).length).toBe(2);
    await frame();
    const [, overlay] = canvases(box);
    const { strokes } = await askedBy(() => {
      for (let at = 0; at < 20; at++) tick(100 + at / 100);
    });
    expect(strokes(overlay)).toMatchObject({ drawImage: 2, fillText: 1 });
  });

  it('D9.155 D9.156 a step clears and paints the one canvas once; axes are rectangles and labels, and nothing is measured, styled or sized', async () => {
    const box = await show();
    const [history] = canvases(box);
    const { strokes, dear } = await askedBy(() => bench.view.peek()?.stretch(1.1));
    const { fillRect = 0, fillText = 0, ...others } = strokes(history);
    expect(others).toEqual({ clearRect: 1, drawImage: 2 });
    // Two rectangles for each candle in view, one for each line of the grid, which has a label; and a label on the tag.
    expect(fillText).toBeGreaterThan(5);
    const candles = Number(box.dataset.candles);
    expect(fillRect).toBeGreaterThan(candles);
    expect(fillRect).toBeLessThanOrEqual(candles * 2 + fillText + 3);
    expect(dear).toEqual(NOTHING_DEAR);
    expect(canvases(box).length).toBe(1);
  });

  it('D9.156 a pan that leaves prices where they are leaves their column as it is, and tells no scale', async () => {
    const box = await show();
    const [history] = canvases(box);
    const scale = bench.scale.peek();
    const { strokes, dear } = await askedBy(() => fireEvent.wheel(box, { deltaX: -12 }));
    const { fillRect = 0, fillText = 0, ...others } = strokes(history);
    expect(others).toEqual({ clearRect: 2, drawImage: 1 });
    // Of time alone.
    expect(fillText).toBeGreaterThan(1);
    expect(fillText).toBeLessThan(6);
    expect(fillRect).toBeGreaterThan(Number(box.dataset.candles));
    expect(dear).toEqual(NOTHING_DEAR);
    expect(bench.scale.peek()).toBe(scale);
  });

  it('D9.156 with the column left as it is the picture is the one that is painted anew, wherever the newest price and the lowest label stand', async () => {
    const box = await show();
    const [history] = canvases(box);
    const pictures = new Set<string>();
    for (const close of [100.4, 99.5, 101.5]) {
      // In one frame with the step that follows: the tag is another.
      tick(close);
      for (const [deltaX, stretch] of [
        [-12, 1],
        [-700, 0.3],
        [37.5, 1.3],
        [700, 2.6],
      ] as const) {
        bench.view.peek()?.stretch(stretch);
        fireEvent.wheel(box, { deltaX: 1 });
        await frame();
        fireEvent.wheel(box, { deltaX });
        await frame();
        const kept = history.toDataURL();
        document.documentElement.classList.toggle('painted-anew');
        await frame();
        expect(history.toDataURL()).toBe(kept);
        pictures.add(kept);
      }
    }
    expect(pictures.size).toBe(12);
  });
});
