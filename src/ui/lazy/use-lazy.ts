import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { LazyCode } from './lazy-code.ts';
import { useLinkReturn } from './link-return.ts';

type LazyState<T> = { readonly here: T | undefined; readonly hasFailed: boolean; load(): void };

/** Code that neither comes nor fails for so long is called failed, as at the start (boot.js). It is shown should it come after all. */
const PATIENCE_MS = 20_000;

/**
 * Lazy code in a component: fetched once `isWanted`, or earlier by `load`. What failed is tried again by `load`, when it is wanted anew,
 * and by itself when the market's link is back. `code` stays the same for the life of the component.
 */
export function useLazy<T>(code: LazyCode<T>, isWanted = true): LazyState<T> {
  const status = useSignal<'waiting' | 'failed' | 'here'>(code.here ? 'here' : 'waiting');
  const isHung = useRef(false);
  const load = () => {
    status.value = 'waiting';
    const fail = () => {
      status.value = 'failed';
    };
    const late = setTimeout(() => {
      isHung.current = true;
      fail();
    }, PATIENCE_MS);
    code
      .load()
      .then(() => (status.value = 'here'), fail)
      .finally(() => clearTimeout(late));
  };
  useEffect(() => {
    if (!isWanted) return;
    // It may have come for another between the drawing of this one and now.
    if (code.here) status.value = 'here';
    else load();
  }, [isWanted]);
  useLinkReturn(() => status.peek() === 'failed' && !isHung.current && load());
  // A file that hangs is asked for again by no import, only by another page.
  return { hasFailed: status.value === 'failed', here: code.here, load: () => (isHung.current ? location.reload() : load()) };
}
