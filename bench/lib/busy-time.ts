/** How busy a page's main thread is over a while, as the browser counts its tasks in CPU time: what others on the machine take is not in it. */
import type { CDPSession } from 'playwright';
import { metrics } from './chromium.ts';

export type BusyTime = {
  /** What was counted, in seconds. */
  readonly seconds: number;
  /** Shares of the time that passed, in percent. Under a slowdown of 6 they are what a phone six times slower would spend. */
  readonly busyPercent: number;
  readonly scriptPercent: number;
  /** Style and layout. */
  readonly layoutPercent: number;
};

/** Call once a page, before the first measurement. */
export const countThreadTime = (cdp: CDPSession): Promise<unknown> => cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

/** Measures until the returned function is called. */
export async function startBusyTime(cdp: CDPSession): Promise<() => Promise<BusyTime>> {
  const before = await metrics(cdp);
  const startedMs = performance.now();
  return async () => {
    const after = await metrics(cdp);
    const seconds = (performance.now() - startedMs) / 1_000;
    const percent = (name: string) => (((after[name] as number) - (before[name] as number)) / seconds) * 100;
    return {
      seconds,
      busyPercent: percent('TaskDuration'),
      scriptPercent: percent('ScriptDuration'),
      layoutPercent: percent('LayoutDuration') + percent('RecalcStyleDuration'),
    };
  };
}
