import { type ReadonlySignal, useComputed } from '@preact/signals';
import { LINE_HEIGHT, LINE_WIDTH } from './line-box.ts';
import './mini-area.css';

/**
 * A small chart in the current colour, stretched to its box: a line, and below it an area when it is `filled`. `line` is a path in a box of
 * `LINE_WIDTH` x `LINE_HEIGHT`, '' for none yet. Decoration: the numbers are beside it.
 */
export function MiniArea({ line, filled = false }: { line: ReadonlySignal<string>; filled?: boolean }) {
  const area = useComputed(() => (line.value === '' ? '' : `${line.value}V${LINE_HEIGHT}H0Z`));
  return (
    <svg class="mini-area" viewBox={`0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {filled && <path class="mini-area-fill" d={area} />}
      <path class="mini-area-line" d={line} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
