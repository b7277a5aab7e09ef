/** Whether a kept page is the one on screen. A hidden page watches nothing and asks for nothing. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { type EffectCallback, useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';

export const PageActive = createContext<ReadonlySignal<boolean>>(signal(true));

type Start = () => undefined | (() => void);

/** Runs `start` whenever the page comes on screen and what it returned when the page goes; anew when an input changes. */
export function useWhileActive(start: Start, inputs: readonly unknown[] = []): void {
  const { active, follow } = useFollowed(start);
  useEffect(follow, [active, ...inputs]);
}

/** The same before what was drawn is painted: for what shall be in that picture. */
export function useWhileActiveAtOnce(start: Start, inputs: readonly unknown[] = []): void {
  const { active, follow } = useFollowed(start);
  useLayoutEffect(follow, [active, ...inputs]);
}

function useFollowed(start: Start): { readonly active: ReadonlySignal<boolean>; readonly follow: EffectCallback } {
  const active = useContext(PageActive);
  const latest = useRef(start);
  latest.current = start;
  const follow = () => {
    let stop: undefined | (() => void);
    const unsubscribe = active.subscribe((isActive) => {
      stop?.();
      stop = isActive ? latest.current() : undefined;
    });
    return () => {
      unsubscribe();
      stop?.();
    };
  };
  return { active, follow };
}
