/** The machine's clock of one node, which a test can freeze: a frozen node shows the database no sign of life. */
import { type Clock, systemClock } from '#server/clock/clock.ts';

export type NodeClock = Clock & { freeze(): void; thaw(): void };

export function nodeClock(): NodeClock {
  let isFrozen = false;
  return {
    ...systemClock,
    every: (intervalMs, work) => systemClock.every(intervalMs, () => (isFrozen ? undefined : work())),
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
  };
}
