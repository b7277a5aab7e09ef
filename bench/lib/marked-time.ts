/**
 * CPU time of a page's main thread between two marks that the page sets itself, as the browser traces them: exact to the microsecond, and
 * others on the machine are not in it. A page has no clock for that.
 */
import type { Browser, Page } from 'playwright';

/** Only marks are traced, so that tracing costs nothing between them. */
const CATEGORIES = ['blink.user_timing'];
const BEGIN = 'clock begins ';
const END = 'clock ends ';

/** Runs in the page: the name of the mark at which the clock of a sample begins, or ends. It may begin and end often. */
export const clockMarks = (sample: string): { readonly begins: string; readonly ends: string } => ({
  begins: `${BEGIN}${sample}`,
  ends: `${END}${sample}`,
});

type Mark = { readonly name: string; readonly cat: string; readonly tts?: number };

/** Traces until the returned function is called, which gives ms of CPU by sample. One trace at a time. */
export async function startMarkedTime(browser: Browser, page: Page): Promise<() => Promise<ReadonlyMap<string, number>>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: Mark[] };
    const totals = new Map<string, number>();
    /** Marks that began and have not ended, by sample: one that is lost would make a time of nothing, or a negative one. */
    const open = new Map<string, number>();
    for (const { name, cat, tts = Number.NaN } of traceEvents) {
      if (cat !== CATEGORIES[0]) continue;
      if (name.startsWith(BEGIN)) add(open, name.slice(BEGIN.length), 1);
      if (name.startsWith(END)) add(open, name.slice(END.length), -1);
      if (name.startsWith(BEGIN)) add(totals, name.slice(BEGIN.length), -tts / 1_000);
      if (name.startsWith(END)) add(totals, name.slice(END.length), tts / 1_000);
    }
    for (const [sample, begun] of open)
      if (begun !== 0) throw new Error(`of the marks of ${sample || 'a sample without a name'} ${begun} did not end`);
    return totals;
  };
}

const add = (totals: Map<string, number>, sample: string, ms: number): unknown => totals.set(sample, (totals.get(sample) ?? 0) + ms);
