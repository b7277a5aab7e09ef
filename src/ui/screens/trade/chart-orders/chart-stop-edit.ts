/** One stop that was dragged and is to be confirmed: what is asked of the server, and what came of it. */
import { type Signal, signal } from '@preact/signals';
import { decimalFromNumber, formatDecimal } from '#domain/decimal.ts';
import type { StopName } from '#domain/stops.ts';
import { editStops } from '../../../orders/edit-stops.ts';

export type StopEdit = { readonly orderId: number; readonly stop: StopName; readonly price: number };
export type StopEditState = {
  /** The edit that the sheet asks about. */
  readonly edit: Signal<StopEdit | undefined>;
  readonly phase: Signal<'asking' | 'sending' | 'checking'>;
  readonly refusal: Signal<string>;
  ask(edit: StopEdit): void;
  /** Sends the edit; a second press while one is under way does nothing. True when it is done, or the order is no longer one to edit. */
  send(): Promise<boolean>;
};

export function createStopEdit(): StopEditState {
  const edit = signal<StopEdit | undefined>(undefined);
  const phase = signal<'asking' | 'sending' | 'checking'>('asking');
  const refusal = signal('');
  return {
    edit,
    phase,
    refusal,
    ask(next) {
      edit.value = next;
      refusal.value = '';
    },
    async send() {
      const asked = edit.peek();
      if (!asked || phase.peek() !== 'asking') return false;
      phase.value = 'sending';
      refusal.value = '';
      try {
        const refused = await editStops(asked.orderId, fieldsOf(asked), () => (phase.value = 'checking'));
        refusal.value = refused?.text ?? '';
        return refused === undefined;
      } finally {
        phase.value = 'asking';
      }
    },
  };
}

/** The other stop is not named and so stays as it is. */
function fieldsOf({ stop, price }: StopEdit): Parameters<typeof editStops>[1] {
  const text = formatDecimal(decimalFromNumber(price) ?? 0n);
  return stop === 'stopLoss' ? { stop_loss_price: text } : { target_profit_price: text };
}
