/** What this device holds of the log, on screen. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PinReply } from '#protocol/receipts.ts';
import { askReceipts } from './ask-receipts.ts';

type PinState = {
  /** `undefined` while it is asked for. */
  readonly reply: ReadonlySignal<PinReply | undefined>;
  /** Believes the log that is offered in place of the one that is kept. */
  accept(vkey: string): Promise<PinReply>;
};

export function usePin(): PinState {
  const reply = useSignal<PinReply | undefined>(undefined);
  useEffect(() => {
    void askReceipts({ kind: 'pin' }).then((answer) => {
      reply.value = answer;
    });
  }, []);
  return { reply, accept: async (vkey) => (reply.value = await askReceipts({ kind: 'accept', vkey })) };
}
