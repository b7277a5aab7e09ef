/** Whether a kept page is the one on screen. A hidden page watches nothing and asks for nothing. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';

export const PageActive = createContext<ReadonlySignal<boolean>>(signal(true));

/** Runs `start` whenever the page comes on screen and what it returned when the page goes; anew when an input changes. */
export function useWhileActive(start: () => undefined | (() => void), inputs: readonly unknown[] = []): void {
  const active = useContext(PageActive);
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    let stop: undefined | (() => void);
    const unsubscribe = active.subscribe((isActive) => {
      stop?.();
      stop = isActive ? latest.current() : undefined;
    });
    return () => {
      unsubscribe();
      stop?.();
    };
  }, [active, ...inputs]);
}
