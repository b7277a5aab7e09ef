import type { Signal } from '@preact/signals';
import { steppedDecimal, typedDecimal } from '#domain/typed-decimal.ts';

/** `step` of the arrow keys; the value stays from `min` (absent: 0) to `max`. All decimal texts. */
export type DecimalSteps = { step: string; min?: string | undefined; max?: string | undefined };
type DecimalInputProps = DecimalSteps & {
  id?: string;
  /** Accessible name, where no label names the field. */
  label?: string;
  /** Decimal text without sign, '' when empty. */
  value: Signal<string>;
  /** Stands in place of the number while the field is off. */
  offText?: string | undefined;
  isInvalid: boolean;
  /** Id of the text that explains the field. */
  noteId: string;
  disabled: boolean;
  /** The field was left: the moment to tidy what was typed. */
  onLeave?: (() => void) | undefined;
};

/** The value one step up or down. */
export function stepBy(value: Signal<string>, direction: 1 | -1, steps: DecimalSteps): void {
  value.value = steppedDecimal(value.value, direction, steps);
}

/** What every decimal is typed into: the numeric keyboard, arrow keys, what is no decimal refused. A spin button to assistive technology. */
export function DecimalInput(props: DecimalInputProps) {
  const { id, label, value, min, max, offText, isInvalid, noteId, disabled, onLeave } = props;
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    const typed = typedDecimal(event.currentTarget.value);
    if (typed === undefined) event.currentTarget.value = value.value;
    else value.value = typed;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    stepBy(value, event.key === 'ArrowUp' ? 1 : -1, props);
  };
  return (
    <input
      id={id}
      class="num"
      role="spinbutton"
      aria-label={label}
      inputMode="decimal"
      enterKeyHint="done"
      autoComplete="off"
      maxLength={19}
      aria-valuenow={Number(value.value) || 0}
      aria-valuetext={offText ?? value.value}
      aria-valuemin={min === undefined ? undefined : Number(min)}
      aria-valuemax={max === undefined ? undefined : Number(max)}
      aria-invalid={isInvalid ? true : undefined}
      // What may stand there of a field that is off keeps its room and says nothing.
      aria-describedby={offText ? undefined : noteId}
      placeholder={offText}
      disabled={disabled}
      value={offText === undefined ? value.value : ''}
      onInput={onInput}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
    />
  );
}
