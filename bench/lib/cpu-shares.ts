/**
 * What a trace cannot tell of a page that works in one long task: which share of it was the painting of canvases that the page reads back,
 * which the browser's own, and which the script with the strokes that it hands over. From samples of the stack, the longest part of each at its top.
 */
import type { CDPSession } from 'playwright';

type CpuShares = { readonly function: number; readonly paint: number; readonly browser: number };

const INTERVAL_US = 100;
/** A read of one pixel does the painting that was only noted down. */
const PAINT = 'getImageData';
const BROWSER = '(program)';
/** Counted elsewhere, or no work. */
const LEFT_OUT = ['(idle)', '(garbage collector)', '(root)'];

/** Samples until the returned function is called, which gives shares that sum up to 1. */
export async function startCpuShares(cdp: CDPSession): Promise<() => Promise<CpuShares>> {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await cdp.send('Profiler.start');
  return async () => {
    const { profile } = await cdp.send('Profiler.stop');
    await cdp.send('Profiler.disable');
    const nameOf = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
    const us = { function: 0, paint: 0, browser: 0 };
    for (const [at, id] of (profile.samples ?? []).entries()) {
      const name = nameOf.get(id) ?? '';
      if (LEFT_OUT.includes(name)) continue;
      us[name === PAINT ? 'paint' : name === BROWSER ? 'browser' : 'function'] += profile.timeDeltas?.[at] ?? 0;
    }
    const sum = us.function + us.paint + us.browser || 1;
    return { function: us.function / sum, paint: us.paint / sum, browser: us.browser / sum };
  };
}
