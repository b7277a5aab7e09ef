/** How lively a price was just before a tick: the fewer its changes, the likelier it is to be where it was a little later. */
import type { TickColumns } from './window-sweep.ts';

const LOOK_BACK_MS = 60_000;
/** Changes in that time from which on a price counts as one degree livelier. */
const LIVELIER_FROM = [2, 5, 10, 20, 40, 80] as const;
/** How many degrees there are, 0 being the calmest. */
export const LIVELINESSES = LIVELIER_FROM.length + 1;

/** The degree at each tick, by what was known then. */
export function livelinessOf({ times, prices }: TickColumns): Uint8Array {
  const degrees = new Uint8Array(times.length);
  const isChange = (at: number) => at > 0 && prices[at] !== prices[at - 1];
  let changes = 0;
  let from = 0;
  for (let at = 0; at < times.length; at++) {
    if (isChange(at)) changes++;
    for (; (times[from] as number) <= (times[at] as number) - LOOK_BACK_MS; from++) if (isChange(from)) changes--;
    degrees[at] = LIVELIER_FROM.filter((least) => changes >= least).length;
  }
  return degrees;
}
