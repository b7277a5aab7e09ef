/** An act of a sheet: it runs once at a time, and what refuses it is said there. */
import { type Signal, useSignal } from '@preact/signals';
import { refusalText } from '../../requests/refusal.ts';
import { whenBack } from '../../requests/when-back.ts';

type Act = {
  readonly problem: Signal<string>;
  readonly isBusy: Signal<boolean>;
  /** True when it was done. */
  run(act: () => Promise<unknown>): Promise<boolean>;
};

export function useAct(): Act {
  const problem = useSignal('');
  const isBusy = useSignal(false);
  return {
    ...{ problem, isBusy },
    async run(act) {
      if (isBusy.peek()) return false;
      isBusy.value = true;
      problem.value = '';
      try {
        await act();
        return true;
      } catch (error) {
        problem.value = refusalText(error);
        whenBack(error, () => (problem.value = ''));
        return false;
      } finally {
        isBusy.value = false;
      }
    },
  };
}
