/** Whole seconds until a running micro trade ends, by the page's monotonic count: falls by one each second (decision D1.4.14). */
import { useEffect, useState } from 'preact/hooks';
import { endsAt } from '../../state/micro-trades.ts';

/** Later than the turn of the second, so that a timer which comes a little early has not to come again. */
const AFTER_TURN_MS = 5;

/** 0: over. Rounded up, so that 0 is shown only when nothing is left. */
export function secondsLeft(id: number, nowMs: number): number {
  const leftMs = endsAt(id) - nowMs;
  return leftMs > 0 ? Math.ceil(leftMs / 1_000) : 0;
}

/** Follows the seconds, and looks anew when the page is shown again: timers of a hidden page come late. */
export function useSecondsLeft(id: number): number {
  const redraw = useState(0)[1];
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      redraw((count) => count + 1);
      const leftMs = endsAt(id) - performance.now();
      if (leftMs > 0) timer = setTimeout(look, (leftMs % 1_000) + AFTER_TURN_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [id]);
  return secondsLeft(id, performance.now());
}
