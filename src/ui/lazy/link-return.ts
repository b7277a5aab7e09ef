/** What failed for want of a link is tried again by itself when the market's link is back. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { linkState } from '../state/link.ts';

export function useLinkReturn(work: () => void): void {
  const wasDown = useSignal(linkState.peek() !== 'open');
  useSignalEffect(() => {
    const isOpen = linkState.value === 'open';
    if (isOpen && wasDown.peek()) work();
    wasDown.value = !isOpen;
  });
}
