/** One press of a button that moves money: busy until the final answer, "checking" while it is unknown, then done or the reason why not. */
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { Refusal } from '../requests/money-refusal.ts';

type Phase = 'asking' | 'sending' | 'checking';
export type MoneyAction = {
  readonly phase: ReadonlySignal<Phase>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why the last press was refused; gone with the next. */
  readonly refusal: ReadonlySignal<Refusal | undefined>;
  /** True when it is done. A press while one is under way is none. */
  run(send: (onChecking: () => void) => Promise<Refusal | undefined>): Promise<boolean>;
};

export function useMoneyAction(): MoneyAction {
  const phase = useSignal<Phase>('asking');
  const refusal = useSignal<Refusal | undefined>(undefined);
  return {
    phase,
    isBusy: useComputed(() => phase.value !== 'asking'),
    refusal,
    run: async (send) => {
      if (phase.peek() !== 'asking') return false;
      phase.value = 'sending';
      refusal.value = undefined;
      try {
        refusal.value = await send(() => (phase.value = 'checking'));
      } finally {
        phase.value = 'asking';
      }
      return refusal.peek() === undefined;
    },
  };
}
