/** A sheet that shows the order of an id: open while there is an id and its order is still in the list; closing it sets the id to 0. */
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';

export function useSheetOfId(id: Signal<number>, isThere: boolean): Signal<boolean> {
  const open = useSignal(false);
  const shown = id.value;
  const isWanted = shown !== 0 && isThere;
  useLayoutEffect(() => {
    open.value = isWanted;
  }, [isWanted]);
  // The order left the list: what was shown of it is no longer true. One that was asked for since this was drawn is not meant.
  useEffect(() => {
    if (shown !== 0 && !isThere) id.value = 0;
  }, [isThere]);
  useSignalEffect(() => {
    if (!open.value && id.peek() !== 0 && isWanted) id.value = 0;
  });
  return open;
}
