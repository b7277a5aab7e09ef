/** What the build leaves of uPlot is the canvas and the plot of the whole of it, to the pixel, for the options that our charts give (decision D9.158). */
import Slim from 'uplot';
import wholeCode from 'uplot/dist/uPlot.iife.min.js?raw';
import { afterEach, expect, it } from 'vitest';

const Whole = new Function(`${wholeCode};return uPlot;`)() as typeof Slim;
/** Boxes as a person makes them: opened, drawn anew, with wider labels, turned, and with larger text. */
const STEPS = [
  { width: 360, height: 262, axis: 61, foot: 22 },
  { width: 360, height: 262, axis: 61, foot: 22 },
  { width: 360, height: 262, axis: 77, foot: 22 },
  { width: 601, height: 301, axis: 40, foot: 22 },
  { width: 601, height: 301, axis: 40, foot: 29 },
];
type Step = (typeof STEPS)[number];

afterEach(() => document.body.replaceChildren());

/** Every step's canvas, as text, with the plot filled, and where the plot was. What was drawn in the step before must be gone. */
function draw(Plot: typeof Slim): string[] {
  let step = STEPS[0] as Step;
  const pictures: string[] = [];
  const fillPlot = ({ bbox, ctx }: Slim): void => {
    const { left, top, width, height } = bbox;
    ctx.fillStyle = ['#246', '#642', '#264', '#426', '#624'][pictures.length] as string;
    ctx.fillRect(left + pictures.length * 9, top, width, height);
    pictures.push(`${JSON.stringify({ left, top, width, height })} ${ctx.canvas.toDataURL()}`);
  };
  const scale = { auto: false, time: false, min: 0, max: 1, range: (): [number, number] => [0, 1] };
  const options: Slim.Options = {
    ...{ width: step.width, height: step.height },
    padding: [() => 6, () => step.axis, () => step.foot, () => 0],
    // What our charts never ask of it has to be switched off in the whole one.
    ...{ legend: { show: false }, cursor: { show: false }, select: { show: false, left: 0, top: 0, width: 0, height: 0 } },
    ...{ scales: { x: scale, y: scale }, axes: [{ show: false }, { show: false }] },
    series: [{}, { scale: 'y', auto: false, paths: () => null, points: { show: false } }],
    hooks: { draw: [fillPlot] },
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
      made.redraw(false, true);
    });
  }
  plot?.destroy();
  return pictures;
}

it('has the canvas, its size and the place of the plot as the whole one has, and leaves the page when it goes', () => {
  const [slim, whole] = [draw(Slim), draw(Whole)];
  expect(whole.length).toBe(STEPS.length);
  expect(new Set(whole).size).toBe(STEPS.length);
  expect(slim).toEqual(whole);
  expect(document.body.childElementCount).toBe(0);
});
