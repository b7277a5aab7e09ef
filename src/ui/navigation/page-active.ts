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
  const { active, follow } = useFollowed(start, false);
  useEffect(follow, [active, ...inputs]);
}

/** The same, begun before what was drawn is painted: for what shall be in that picture, or is to be live soon. */
export function useWhileActiveAtOnce(start: Start, inputs: readonly unknown[] = []): void {
  const { active, follow } = useFollowed(start, true);
  useLayoutEffect(follow, [active, ...inputs]);
}

let painting: Promise<void> | undefined;

/** One frame for all that waits for it. */
function behindPaint(): Promise<void> {
  painting ??= ownFrame().then(() => {
    painting = undefined;
  });
  return painting;
}

function useFollowed(start: Start, isAtOnce: boolean): { readonly active: ReadonlySignal<boolean>; readonly follow: EffectCallback } {
  const active = useContext(PageActive);
  const latest = useRef(start);
  latest.current = start;
  const follow = () => {
    let isOn = false;
    let stop: undefined | (() => void);
    const turn = (isActive: boolean) => {
      if (isOn === isActive) return;
      isOn = isActive;
      stop = isOn ? latest.current() : (stop?.() as undefined);
    };
    turn(active.peek());
    const unsubscribe = active.subscribe((isActive) => {
      if (isActive && isAtOnce) turn(true);
      // Who comes back before that paint has never left.
      else if (isActive !== isOn) void behindPaint().then(() => !isEnded && turn(active.peek()));
    });
    let isEnded = false;
    return () => {
      isEnded = true;
      unsubscribe();
      turn(false);
    };
  };
  return { active, follow };
}
