/** What the build leaves of uPlot draws what the whole of it draws, to the pixel, for the options that our charts give (decision D9.158). */
import Slim from 'uplot';
import wholeCode from 'uplot/dist/uPlot.iife.min.js?raw';
import { afterEach, expect, it } from 'vitest';

const Whole = new Function(`${wholeCode};return uPlot;`)() as typeof Slim;
/** Boxes and scales as a person makes them: opened, panned, of another product, turned, and drawn anew. */
const STEPS = [
  { width: 360, height: 262, axis: 61, x: { min: -0.5, max: 50.5 }, y: { min: 1.08, max: 1.09 } },
  { width: 360, height: 262, axis: 61, x: { min: 10.3, max: 44.1 }, y: { min: 1.0812, max: 1.0899 } },
  { width: 360, height: 262, axis: 77, x: { min: 10.3, max: 44.1 }, y: { min: 65_000.5, max: 67_123.25 } },
  { width: 601, height: 301, axis: 40, x: { min: -3, max: 9 }, y: { min: -1, max: 1 } },
  { width: 601, height: 301, axis: 40, x: { min: -3, max: 9 }, y: { min: -1, max: 1 } },
];
type Step = (typeof STEPS)[number];

afterEach(() => document.body.replaceChildren());

/** Every step's canvas, as text, and where the plot was. */
function draw(Plot: typeof Slim): string[] {
  let step = STEPS[0] as Step;
  const pictures: string[] = [];
  const marks = (at: () => number[]) => ({ splits: at, values: () => at().map((value) => value.toFixed(2)) });
  const shares = () => [0.2, 0.5, 0.77].map((share) => step.y.min + (step.y.max - step.y.min) * share);
  const look = {
    ...{ font: '12px sans-serif', stroke: () => '#5d6557', grid: { stroke: () => '#e6e8e1', width: 1 } },
    // What our charts never ask of it has to be switched off in the whole one.
    ...{ ticks: { show: false }, incrs: () => [1e9] },
  };
  const scale = { auto: false, range: (_: unknown, min: number, max: number): [number, number] => [min, max] };
  const options: Slim.Options = {
    ...{ width: step.width, height: step.height, padding: [6, 0, 0, 0] },
    ...{ legend: { show: false }, cursor: { show: false }, select: { show: false, left: 0, top: 0, width: 0, height: 0 } },
    scales: { x: { ...scale, ...step.x, time: false }, y: { ...scale, ...step.y } },
    series: [{}, { scale: 'y', auto: false, paths: () => null, points: { show: false } }],
    axes: [
      { ...look, ...marks(() => [5, 17, 33.2]), size: 22, gap: 5 },
      { ...look, ...marks(shares), side: 1, size: () => step.axis, gap: 6 },
    ],
    hooks: { draw: [(plot) => pictures.push(`${JSON.stringify(plot.bbox)} ${plot.ctx.canvas.toDataURL()}`)] },
  };
  let plot: Slim | undefined;
  const data: Slim.AlignedData = [
    [0, 1],
    [0, 1],
  ];
  new Plot(options, data, (made, start) => {
    plot = made;
    made.batch(start);
    document.body.append(made.root);
  });
  for (step of STEPS.slice(1)) {
    plot?.batch((made: Slim) => {
      if (made.width !== step.width || made.height !== step.height) made.setSize(step);
      made.setScale('x', { ...step.x });
      made.setScale('y', { ...step.y });
      made.redraw(false, true);
    });
  }
  plot?.destroy();
  return pictures;
}

it('draws axes, labels and grid as the whole one does, and leaves the page when it goes', () => {
  const [slim, whole] = [draw(Slim), draw(Whole)];
  expect(whole.length).toBe(STEPS.length);
  expect(new Set(whole).size).toBe(STEPS.length - 1);
  expect(slim).toEqual(whole);
  expect(document.body.childElementCount).toBe(0);
});
