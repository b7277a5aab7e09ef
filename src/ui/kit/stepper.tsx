import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { steppedDecimal, typedDecimal } from './decimal-step.ts';
import { FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';
import './stepper.css';

type StepperProps = {
  label: string;
  /** Decimal text, '' when empty. */
  value: Signal<string>;
  step: string;
  min?: string;
  max?: string;
  /** Names of the two buttons. */
  lessLabel: string;
  moreLabel: string;
  problem?: string | undefined;
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
  hint,
  aside,
  disabled = false,
  onLeave,
}: StepperProps) {
  const id = useId();
  const limits = { step, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const move = (direction: 1 | -1) => {
    value.value = steppedDecimal(value.value, direction, limits);
  };
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    const typed = typedDecimal(event.currentTarget.value);
    if (typed === undefined) event.currentTarget.value = value.value;
    else value.value = typed;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <FieldFrame id={id} label={label} problem={problem} hint={hint} aside={aside}>
      <div class="stepper" data-invalid={problem ? '' : undefined}>
        <button type="button" class="stepper-button" aria-label={lessLabel} disabled={disabled} onClick={() => move(-1)}>
          <Icon name="minus" />
        </button>
        <input
          id={id}
          class="num"
          role="spinbutton"
          inputMode="decimal"
          enterKeyHint="done"
          autoComplete="off"
          maxLength={19}
          aria-valuenow={Number(value.value) || 0}
          aria-valuetext={value.value}
          aria-valuemin={min === undefined ? undefined : Number(min)}
          aria-valuemax={max === undefined ? undefined : Number(max)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          disabled={disabled}
          value={value.value}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onBlur={onLeave}
        />
        <button type="button" class="stepper-button" aria-label={moreLabel} disabled={disabled} onClick={() => move(1)}>
          <Icon name="plus" />
        </button>
      </div>
    </FieldFrame>
  );
}
