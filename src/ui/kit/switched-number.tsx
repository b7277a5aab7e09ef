import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { DecimalInput } from './decimal-input.tsx';
import { FieldNote } from './field.tsx';
import './field.css';
import './switch.css';
import './switched-number.css';

type SwitchedNumberProps = {
  /** Name of the switch and of the field. */
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** Decimal text without sign, '' when empty. */
  value: Signal<string>;
  step: string;
  /** Stands in the field while it is off. */
  offText: string;
  problem?: string | undefined;
  /** Shown below in place of the hint. */
  warning?: string | undefined;
  /** Shown below while it is on. */
  hint?: string | undefined;
  /** The field was left: the moment to tidy what was typed. */
  onLeave?: () => void;
  /** Off, it takes as much room as on: what lies below stays where it is when something else than its person turns it off. */
  keepsRoom?: boolean;
  /** Stands below everything while it is on, or keeps its room. */
  children?: ComponentChildren;
};

/** A number that may be off: a switch, and a field that can be written only while it is on. Never below zero. */
export function SwitchedNumber(props: SwitchedNumberProps) {
  const { label, isOn, onSwitch, value, step, offText, problem, warning, hint, onLeave, keepsRoom, children } = props;
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const wasOn = useRef(isOn);
  useEffect(() => {
    // What has just come below the field must be seen, or nobody learns what it wants.
    if (isOn && !wasOn.current) ref.current?.scrollIntoView({ block: 'nearest' });
    wasOn.current = isOn;
  }, [isOn]);
  return (
    <div ref={ref} class="field">
      <button type="button" class="switched-head" role="switch" aria-checked={isOn} onClick={() => onSwitch(!isOn)}>
        <span>{label}</span>
        <span class="switch-track" aria-hidden="true" />
      </button>
      <div class="field-box" data-invalid={isOn && problem ? '' : undefined}>
        <DecimalInput
          label={label}
          value={value}
          step={step}
          min="0"
          offText={isOn ? undefined : offText}
          isInvalid={isOn && Boolean(problem)}
          noteId={`${id}-note`}
          disabled={!isOn}
          onLeave={onLeave}
        />
      </div>
      {(isOn || keepsRoom) && <FieldNote id={id} problem={isOn ? problem : undefined} warning={warning} hint={hint} />}
      {(isOn || keepsRoom) && children}
    </div>
  );
}
