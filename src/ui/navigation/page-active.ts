/** Whether a kept page is the one on screen. A hidden page watches nothing and asks for nothing. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { type EffectCallback, useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ownFrame } from '../browser/own-task.ts';

export const PageActive = createContext<ReadonlySignal<boolean>>(signal(true));

type Start = () => undefined | (() => void);

/**
 * Runs `start` whenever the page comes on screen and what it returned when the page goes; anew when an input changes. Both behind the paint of
 * the page that a tap brings: none of it is seen there, and on a slow phone it is a fifth of what the finger would wait for.
 */
export function useWhileActive(start: Start, inputs: readonly unknown[] = []): void {
  useEffect(useFollowed(start, false), inputs);
}

/** The same, begun before what was drawn is painted: for what shall be in that picture, or is to be live soon. */
export function useWhileActiveAtOnce(start: Start, inputs: readonly unknown[] = []): void {
  useLayoutEffect(useFollowed(start, true), inputs);
}

let painting: Promise<void> | undefined;

/** One frame for all that waits for it. */
function behindPaint(): Promise<void> {
  painting ??= ownFrame().finally(() => {
    painting = undefined;
  });
  return painting;
}

function useFollowed(start: Start, isAtOnce: boolean): EffectCallback {
  const active = useContext(PageActive);
  const latest = useRef(start);
  latest.current = start;
  return () => {
    let stop: undefined | (() => void);
    let isEnded = false;
    // Asked when it is done: who comes back before that paint has never left.
    const turn = () => {
      if (!isEnded && active.peek()) stop ??= latest.current() ?? (() => undefined);
      else {
        stop?.();
        stop = undefined;
      }
    };
    turn();
    const unsubscribe = active.subscribe((isActive) => void (isActive && isAtOnce ? turn() : behindPaint().then(turn)));
    return () => {
      isEnded = true;
      unsubscribe();
      turn();
    };
  };
}
