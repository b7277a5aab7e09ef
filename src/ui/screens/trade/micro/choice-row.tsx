import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type Choice = { readonly value: number; readonly text: string; readonly below?: string; readonly isDisabled?: boolean };
type ChoiceRowProps = {
  label: string;
  choices: readonly Choice[];
  chosen: number;
  onChoose: (value: number) => void;
  /** Under the row: why some of them cannot be chosen. */
  children?: ComponentChildren;
};

/** One of a few, side by side; each as large as a thumb. */
export function ChoiceRow({ label, choices, chosen, onChoose, children }: ChoiceRowProps) {
  const id = useId();
  return (
    <fieldset class="choice-row" aria-describedby={children ? id : undefined}>
      <legend>{label}</legend>
      <div>
        {choices.map(({ value, text, below, isDisabled }) => (
          <button
            key={value}
            type="button"
            class="num"
            aria-pressed={value === chosen}
            disabled={isDisabled}
            onClick={() => onChoose(value)}
          >
            {text}
            {below && <small>{below}</small>}
          </button>
        ))}
      </div>
      {children && (
        <div id={id} class="choice-note">
          {children}
        </div>
      )}
    </fieldset>
  );
}
