/** What became of an order stands above Buy and Sell; who has gone elsewhere meanwhile reads it in a toast. */
import { type ReadonlySignal, untracked, useSignalEffect } from '@preact/signals';
import { useContext } from 'preact/hooks';
import { toast } from '../../../kit/toast.tsx';
import { PageActive } from '../../../navigation/page-active.ts';
import { placedText, undoneText } from './placed-text.ts';
import type { TicketState } from './ticket-state.ts';

/** `isShown`: whether this page shows the ticket, when it is on screen itself. */
export function useToldElsewhere({ placed, refusal }: TicketState, isShown: ReadonlySignal<boolean>): void {
  const active = useContext(PageActive);
  const tell = (text: string, kind: 'good' | 'bad') => {
    if (!active.peek() || !isShown.peek()) untracked(() => toast(text, kind));
  };
  useSignalEffect(() => {
    if (placed.value) tell(placedText(placed.value), 'good');
  });
  useSignalEffect(() => {
    const { undone, text = '' } = refusal.value ?? {};
    if (refusal.value) tell(undone ? untracked(() => undoneText(undone)) : text, 'bad');
  });
}
