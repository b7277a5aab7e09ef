/** Takes up in its form what its person began as a visitor: once they are in, and by the page of their own session alone. */
import { untracked, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import type { Begun, Sending } from './begun.ts';

/** `takeUp`: shows the form, and sends it where `sending` says so. What was begun with another product is given up. */
export function useBegun<T extends { readonly productId: number }, S extends Sending>(
  begun: Begun<T, S>,
  productId: number,
  takeUp: (form: T, sending: S | undefined) => void,
): void {
  const session = useMemo(() => sessionNumber.peek(), []);
  useSignalEffect(() => {
    // A page from before the login is about to go: it takes nothing.
    if (sessionStatus.value !== 'in' || sessionNumber.value !== session) return;
    const found = begun.take(session, performance.now());
    if (found?.form.productId === productId) untracked(() => takeUp(found.form, found.sending));
  });
}
