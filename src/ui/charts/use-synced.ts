/** Runs at once when a signal that it reads changes, so within the frame whose paint told it; `useSignalEffect` waits for a frame to pass. */
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function useSynced(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useLayoutEffect(() => effect(() => latest.current()), []);
}
