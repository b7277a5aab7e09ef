import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { FieldFrame } from './field.tsx';
import { Icon } from './icon.tsx';

type SelectOption = { value: string; label: string };

type SelectProps = {
  label: string;
  value: Signal<string>;
  options: readonly SelectOption[];
  problem?: string | undefined;
  hint?: string | undefined;
  keepsHint?: boolean;
  disabled?: boolean;
};

/** A choice by the phone's own wheel. */
export function Select({ label, value, options, problem, hint, keepsHint, disabled = false }: SelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} problem={problem} hint={hint} keepsHint={keepsHint}>
      <div class="field-box" data-invalid={problem ? '' : undefined}>
        <select
          id={id}
          value={value.value}
          disabled={disabled}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => (value.value = event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </div>
    </FieldFrame>
  );
}
