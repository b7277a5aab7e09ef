/** The lines of a pane, on a canvas that only notes where they are drawn. */
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
  const lineYs: number[] = [];
  const note = (_x: number, y: number) => lineYs.push(y);
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_target, name) => (name === 'moveTo' || name === 'lineTo' ? note : () => undefined),
    set: () => true,
  });
  return { context, lineYs };
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
  const { context, lineYs } = recorder();
  const scene = {
    series,
    geometry: { ...plot, top: 0, height: 100 },
    panes: [pane],
    colours: COLOURS,
    font: `${EM}px sans-serif`,
    emPx: EM,
  };
  layer.paintHistory(context, scene, 0, 59);
  return lineYs;
}

it('D9.433 the lines of a pane stand below its legend, and have all of a pane that is too low to be parted', () => {
  for (const height of [39, 44, 70, 120]) {
    const lineYs = paint(height);
    // One line of letters of 12 px, which hand.css has 16 px high, 1 px below the top.
    expect(Math.min(...lineYs), `${height}`).toBeGreaterThanOrEqual(100 + 17);
    expect(Math.max(...lineYs), `${height}`).toBe(100 + height);
  }
  for (const height of [22, 30, 38]) {
    const lineYs = paint(height);
    expect([Math.min(...lineYs), Math.max(...lineYs)], `${height}`).toEqual([100, 100 + height]);
  }
});
