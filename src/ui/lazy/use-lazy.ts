import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LazyCode } from './lazy-code.ts';
import { useLinkReturn } from './link-return.ts';

type LazyState<T> = { readonly here: T | undefined; readonly hasFailed: boolean; load(): void };

/**
 * Lazy code in a component: fetched once `isWanted`, or earlier by `load`. What failed is tried again by `load`, when it is wanted anew,
 * and by itself when the market's link is back. `code` stays the same for the life of the component.
 */
export function useLazy<T>(code: LazyCode<T>, isWanted = true): LazyState<T> {
  const status = useSignal<'waiting' | 'failed' | 'here'>(code.here ? 'here' : 'waiting');
  const load = () => {
    status.value = 'waiting';
    code.load().then(
      () => (status.value = 'here'),
      () => (status.value = 'failed'),
    );
  };
  useEffect(() => {
    if (!isWanted) return;
    // It may have come for another between the drawing of this one and now.
    if (code.here) status.value = 'here';
    else load();
  }, [isWanted]);
  useLinkReturn(() => status.peek() === 'failed' && load());
  return { hasFailed: status.value === 'failed', here: code.here, load };
}
