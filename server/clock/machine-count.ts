/**
 * The machine's count of ms. On Linux the count of a process stands still while the machine sleeps, its uptime does not: a sleep is found
 * as the wall clock and the count having parted where the uptime says the same, and is added. A wall clock that was set adds nothing.
 */

/** Each in ms from a zero of its own. */
type Readings = { readonly wallMs: () => number; readonly countMs: () => number; readonly uptimeMs: () => number };

/** A shorter sleep is left out: the uptime is coarse, and reading it costs a system call. */
const SLEPT_MS_MIN = 1_000;

/** A function that gives the count, never back. */
export function createMachineCount({ wallMs, countMs, uptimeMs }: Readings): () => number {
  let sleptMs = 0;
  let apartMs = wallMs() - countMs();
  let bootedMs = uptimeMs() - countMs();
  return () => {
    const awakeMs = countMs();
    const nowApartMs = wallMs() - awakeMs;
    if (Math.abs(nowApartMs - apartMs) > SLEPT_MS_MIN) {
      apartMs = nowApartMs;
      const lostMs = uptimeMs() - awakeMs - bootedMs;
      if (lostMs > SLEPT_MS_MIN) {
        sleptMs += lostMs;
        bootedMs += lostMs;
      }
    }
    return awakeMs + sleptMs;
  };
}
