/** Takes up a micro trade that its person began as a visitor: once they are in, and by the page of their own session alone. */
import { untracked, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Product } from '#domain/product.ts';
import { sessionNumber, sessionStatus } from '../../../state/session.ts';
import { begunMicro } from './begun-micro.ts';
import type { MicroState } from './micro-state.ts';

export function useBegunMicro(product: Product, state: MicroState): void {
  const session = useMemo(() => sessionNumber.peek(), []);
  useSignalEffect(() => {
    // A page from before the login is about to go: it takes nothing.
    if (sessionStatus.value !== 'in' || sessionNumber.value !== session) return;
    const micro = begunMicro.take(session, performance.now());
    if (!micro || micro.form.productId !== product.id) return;
    untracked(() => {
      state.form.value = micro.form;
      if (!micro.sending) return;
      state.side.value = micro.sending.asked.side;
      void state.send(micro.sending.asked);
    });
  });
}
