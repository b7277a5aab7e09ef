import { type ReadonlySignal, useComputed } from '@preact/signals';
import { type Estimate, estimate } from '../../../state/estimate.ts';
import { UNKNOWN } from '../../../text/format.ts';

/** A name and a number that moves, of a `dl`. */
export function Figure({ label, value }: { label: string; value: ReadonlySignal<string> | string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="num">{value}</dd>
    </div>
  );
}

/** What the engine reckons of the ticket as it is now; '--' for what it does not know. */
export const useEstimated = (read: (found: Estimate) => string): ReadonlySignal<string> =>
  useComputed(() => (estimate.value ? read(estimate.value) : UNKNOWN));
