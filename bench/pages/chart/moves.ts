/** Whether a pan and a zoom are seen: the bars stand elsewhere by as much as was asked, and the picture has them there. */
import type { Bars } from './bars.ts';
import type { Chart } from './contender.ts';
import { candleProblem, pictureOf } from './pixels.ts';

/** Bars between the two that tell how wide one is, and a place that all charts show before and after. */
const APART = 10;
/** A chart may round a place to a pixel of its own. */
const OFF_PX = 1;

type Box = { readonly box: HTMLElement; readonly chart: Chart; readonly bars: Bars; readonly settle: () => Promise<unknown> };

const placeOf = ({ chart, bars }: Box): number => chart.barX(bars.count - 1 - APART);
const barWidthOf = ({ chart, bars }: Box): number => (chart.barX(bars.count - 1) - placeOf({ chart, bars } as Box)) / APART;

/** What is wrong with a step to the side or nearer, and with the step back; undefined when both are seen. */
export async function moveProblem(on: Box): Promise<string | undefined> {
  const [x, width] = [placeOf(on), barWidthOf(on)];
  const pan = await stepProblem(on, 'pan', () => {
    const moved = placeOf(on) - x;
    return Math.abs(moved - width) <= OFF_PX ? undefined : `moved the bars by ${moved} pixels, one bar is ${width}`;
  });
  return (
    pan ??
    (await stepProblem(on, 'zoom', () => {
      const wide = barWidthOf(on);
      return wide > width * 1.05 && wide < width * 1.15 ? undefined : `made bars of ${width} pixels ${wide} wide`;
    }))
  );
}

async function stepProblem(
  { box, chart, bars, settle }: Box,
  step: 'pan' | 'zoom',
  moveWrong: () => string | undefined,
): Promise<string | undefined> {
  const before = pictureOf(box);
  chart[step](1);
  await settle();
  const picture = pictureOf(box);
  const wrong =
    moveWrong() ?? (isSame(before.data, picture.data) ? 'left the picture as it was' : undefined) ?? candleProblem(picture, chart, bars);
  chart[step](-1);
  await settle();
  const back = wrong ?? candleProblem(pictureOf(box), chart, bars);
  return back && `${step}: ${back}`;
}

const isSame = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean => a.length === b.length && a.every((value, at) => value === b[at]);
