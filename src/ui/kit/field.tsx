import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { typedDecimal } from '#domain/typed-decimal.ts';
import './field.css';

type FrameProps = {
  id: string;
  label: string;
  problem?: string | undefined;
  /** In place of the hint: what may be a slip, and is no problem. */
  warning?: string | undefined;
  hint?: string | undefined;
  /** The hint stays below a problem: it says how to do it right. */
  keepsHint?: boolean | undefined;
  /** Stands beside the label, at the end of the row: a link that fills the field in another way. */
  aside?: ComponentChildren;
  children: ComponentChildren;
};

/** Label above, problem or hint below. The control inside carries `id` and is described by `${id}-note`. */
export function FieldFrame({ id, label, aside, children, ...note }: FrameProps) {
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-label" for={id}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      <FieldNote id={id} {...note} />
    </div>
  );
}

/** What stands below a field: a problem before a warning, a warning before a hint. */
export const FieldNote = ({
  id,
  problem,
  warning,
  hint,
  keepsHint,
}: Pick<FrameProps, 'id' | 'problem' | 'warning' | 'hint' | 'keepsHint'>) => (
  <p
    id={`${id}-note`}
    class="field-note"
    data-problem={problem ? '' : undefined}
    data-warning={!problem && warning ? '' : undefined}
    role={problem ? 'alert' : undefined}
  >
    {problem || warning || hint}
    {problem && keepsHint && hint && <small>{hint}</small>}
  </p>
);

type FieldProps = {
  label: string;
  value: Signal<string>;
  type?: 'text' | 'email' | 'password' | 'tel' | 'search' | 'decimal';
  problem?: string | undefined;
  warning?: string | undefined;
  hint?: string | undefined;
  keepsHint?: boolean;
  /** Stands inside the box, at its end: a unit, a show toggle. */
  trailing?: ComponentChildren;
  placeholder?: string;
  autoComplete?: JSX.IntrinsicElements['input']['autoComplete'];
  maxLength?: number;
  /** Raises the keyboard of digits, whatever may be typed. */
  inputMode?: 'numeric' | 'decimal' | undefined;
  disabled?: boolean;
  name?: string;
  enterKeyHint?: 'done' | 'go' | 'next' | 'search' | 'send';
  onInput?: () => void;
};

/** One line of text in a box. `decimal` keeps digits and one point and raises the numeric keyboard. */
export function Field({
  label,
  value,
  type = 'text',
  problem,
  warning,
  hint,
  keepsHint,
  trailing,
  inputMode,
  onInput,
  ...rest
}: FieldProps) {
  const id = useId();
  const isDecimal = type === 'decimal';
  const onType = (event: { currentTarget: HTMLInputElement }) => {
    const typed = isDecimal ? typedDecimal(event.currentTarget.value) : event.currentTarget.value;
    if (typed === undefined) event.currentTarget.value = value.value;
    else value.value = typed;
    onInput?.();
  };
  return (
    <FieldFrame id={id} label={label} problem={problem} warning={warning} hint={hint} keepsHint={keepsHint}>
      <div class="field-box" data-invalid={problem ? '' : undefined}>
        <input
          {...rest}
          id={id}
          class={isDecimal ? 'num' : undefined}
          // The types of JSX bind each input type to its roles; here the type is data.
          {...({ type: isDecimal ? 'text' : type } as { type: 'text' })}
          inputMode={isDecimal ? 'decimal' : inputMode}
          autoCapitalize="none"
          spellcheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          value={value.value}
          onInput={onType}
        />
        {trailing}
      </div>
    </FieldFrame>
  );
}
