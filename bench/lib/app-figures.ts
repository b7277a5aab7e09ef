/** The built app under the stand-in's ticks, beside the pages that are compared. */
import type { Browser } from 'playwright';
import type { Figure } from './bench.ts';
import { openOnMarket } from './screen-run.ts';

type Ticks = { readonly ticksPerSecond: number; readonly ticksPerFrame: number };

/** The built app itself, once a page at 6x: figures, since a real screen holds more than rows and a chart. */
export async function appFigures(browser: Browser, { ticks, rate }: { ticks: Ticks; rate: number }): Promise<Figure[]> {
  const figures: Figure[] = [];
  const longTasks: number[] = [];
  for (const [name, path, rows, hasChart] of [
    ['Home', '/#/', 5, false],
    ['Trade', '/#/trade', 1, true],
  ] as const) {
    const screen = await openOnMarket(browser, { path, market: { ...ticks, site: 'dist' }, rows, hasChart, mayDrown: false });
    const run = await screen.take({ ticksPerSecond: ticks.ticksPerSecond, rate, warmUpMs: 1_000, sampleMs: 2_000 });
    await screen.close();
    figures.push({ name: `the app at 6x, ${name}: busy`, unit: '%', samples: [run.busyPercent] });
    longTasks.push(...run.longTasks);
  }
  return [
    ...figures,
    { name: 'the app at 6x: longest task over 50 ms, 0 where there is none', unit: 'ms', samples: [Math.max(0, ...longTasks)] },
  ];
}
