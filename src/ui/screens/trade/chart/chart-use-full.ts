/** Whether the chart and what belongs to it have the screen for themselves; the code that arranges it comes with the first press. */
import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { PageActive } from '../../../navigation/page-active.ts';
import type { LeaveFullscreen } from './chart-fullscreen.ts';

type FullState = 'platform' | 'layer' | undefined;
/** `toggle` rejects when the code could not be had. */
export type ChartFull = { readonly state: ReadonlySignal<FullState>; toggle(): Promise<void> };

/** `stage`: what fills the screen. Leaving the page, which is kept, ends it: the next page would lie behind it, out of reach. */
export function useChartFull(stage: RefObject<HTMLElement | null>): ChartFull {
  const state = useSignal<FullState>(undefined);
  const leave = useRef<LeaveFullscreen | undefined>(undefined);
  const isComing = useRef(false);
  const isHere = useRef(false);
  const enter = async () => {
    const { fillScreen } = await import('./chart-fullscreen.ts');
    if (!stage.current || !isHere.current) return;
    leave.current = await fillScreen(stage.current, () => {
      leave.current = undefined;
      state.value = undefined;
    });
    state.value = document.fullscreenElement === stage.current ? 'platform' : 'layer';
    // The platform may have taken its time, and the person another page.
    if (!isHere.current) leave.current();
  };
  const toggle = async () => {
    if (leave.current) return leave.current();
    // A second press while it is on its way is the same.
    if (isComing.current) return undefined;
    isComing.current = true;
    return enter().finally(() => {
      isComing.current = false;
    });
  };
  const active = useContext(PageActive);
  useSignalEffect(() => {
    if (!active.value) return undefined;
    isHere.current = true;
    return () => {
      isHere.current = false;
      leave.current?.();
    };
  });
  return { state, toggle };
}
