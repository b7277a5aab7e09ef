/** The name of a pane and the lines in it, on a canvas that only notes where things are drawn. */
import { expect, it } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import type { ChartColours } from '#ui/charts/chart-colours.ts';
import { IndicatorLayer } from '#ui/charts/indicator-layer.ts';
import { wave } from './bars.ts';

const EM = 12;
const COLOURS: ChartColours = {
  up: '#0a0',
  down: '#a00',
  onUp: '#fff',
  onDown: '#fff',
  grid: '#ddd',
  ink: '#333',
  ground: '#fff',
  cross: '#999',
  crossTag: '#333',
  onCrossTag: '#fff',
  lines: Array<string>(7).fill('#00f'),
  fontPx: EM,
};

function recorder() {
  const drawn = { titles: [] as { text: string; y: number }[], lineYs: [] as number[] };
  const note = (_x: number, y: number) => drawn.lineYs.push(y);
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_target, name) => {
      if (name === 'fillText') return (text: string, _x: number, y: number) => /[A-Z]/.test(text) && drawn.titles.push({ text, y });
      return name === 'moveTo' || name === 'lineTo' ? note : () => undefined;
    },
    set: () => true,
  });
  return { context, drawn };
}

/** An index of strength that goes from 0 to 100 and back, in a pane of that many pixels. */
function paint(paneHeight: number) {
  const bars = wave(60);
  const series = new BarSeries();
  series.reset(bars, [bars.time.map((_time, at) => Math.abs(((at * 10) % 200) - 100))]);
  const layer = new IndicatorLayer([{ kind: 'rsi', numbers: [14] }]);
  layer.measure(series, 0, 59);
  const plot = { left: 0, width: 300, view: { from: 0, to: 59 }, range: { min: 0, max: 2 }, ratio: 1 };
  const pane = { ...plot, top: 100, height: paneHeight };
  const { context, drawn } = recorder();
  const scene = {
    series,
    geometry: { ...plot, top: 0, height: 100 },
    panes: [pane],
    colours: COLOURS,
    font: `${EM}px sans-serif`,
    emPx: EM,
  };
  layer.paintHistory(context, scene, 0, 59);
  return drawn;
}

it('D9.115 the name of a pane has room of its own above the lines, or is left out where there is none', () => {
  for (const height of [39, 44, 70, 120]) {
    const { titles, lineYs } = paint(height);
    expect(titles, `${height}`).toMatchObject([{ text: 'RSI 14' }]);
    expect(Math.min(...lineYs), `${height}`).toBeGreaterThanOrEqual((titles[0]?.y ?? 0) + EM);
    expect(Math.max(...lineYs), `${height}`).toBe(100 + height);
  }
  // A phone of 640 px with two panes leaves 26 px to each.
  for (const height of [22, 26, 38]) {
    const { titles, lineYs } = paint(height);
    expect(titles, `${height}`).toEqual([]);
    expect([Math.min(...lineYs), Math.max(...lineYs)], `${height}`).toEqual([100, 100 + height]);
  }
});
