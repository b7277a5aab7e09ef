import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { DecimalInput, type DecimalSteps, stepBy } from './decimal-input.tsx';
import { FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';
import './stepper.css';

type StepperProps = DecimalSteps & {
  label: string;
  /** Decimal text, '' when empty. */
  value: Signal<string>;
  /** Names of the two buttons. */
  lessLabel: string;
  moreLabel: string;
  problem?: string | undefined;
  warning?: string | undefined;
  hint?: string | undefined;
  /** Stands beside the label, at the end of the row. */
  aside?: ComponentChildren;
  disabled?: boolean;
  /** The field was left: the moment to tidy what was typed. */
  onLeave?: () => void;
};

/** A decimal in steps: two buttons, a field with the numeric keyboard, arrow keys. A spin button to assistive technology. */
export function Stepper({
  label,
  value,
  step,
  min,
  max,
  lessLabel,
  moreLabel,
  problem,
  warning,
  hint,
  aside,
  disabled = false,
  onLeave,
}: StepperProps) {
  const id = useId();
  const steps = { step, min, max };
  return (
    <FieldFrame id={id} label={label} problem={problem} warning={warning} hint={hint} aside={aside}>
      <div class="stepper" data-invalid={problem ? '' : undefined}>
        <button type="button" class="stepper-button" aria-label={lessLabel} disabled={disabled} onClick={() => stepBy(value, -1, steps)}>
          <Icon name="minus" />
        </button>
        <DecimalInput
          {...steps}
          id={id}
          value={value}
          isInvalid={Boolean(problem)}
          noteId={`${id}-note`}
          disabled={disabled}
          onLeave={onLeave}
        />
        <button type="button" class="stepper-button" aria-label={moreLabel} disabled={disabled} onClick={() => stepBy(value, 1, steps)}>
          <Icon name="plus" />
        </button>
      </div>
    </FieldFrame>
  );
}
