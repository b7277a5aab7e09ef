/** Whether the chart and what belongs to it have the screen for themselves; the code that arranges it comes with the first press. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useWhileActive } from '../../../navigation/page-active.ts';
import type { LeaveFullscreen } from './chart-fullscreen.ts';

type FullState = 'platform' | 'layer' | undefined;
/** `toggle` rejects when the code could not be had. */
export type ChartFull = { readonly state: ReadonlySignal<FullState>; toggle(): Promise<void> };

/** `stage`: what fills the screen. Leaving the page, which is kept, ends it: the next page would lie behind it, out of reach. */
export function useChartFull(stage: RefObject<HTMLElement | null>): ChartFull {
  const state = useSignal<FullState>(undefined);
  const leave = useRef<LeaveFullscreen | undefined>(undefined);
  const toggle = async () => {
    if (leave.current) return leave.current();
    const { fillScreen } = await import('./chart-fullscreen.ts');
    if (!stage.current || leave.current) return undefined;
    leave.current = await fillScreen(stage.current, () => {
      leave.current = undefined;
      state.value = undefined;
    });
    state.value = document.fullscreenElement === stage.current ? 'platform' : 'layer';
    return undefined;
  };
  useWhileActive(() => () => leave.current?.(true));
  return { state, toggle };
}
