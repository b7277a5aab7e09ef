import type { ComponentChildren, JSX } from 'preact';
import './button.css';

/** 'strong': what is decided, in the colour of no side of a trade. */
export type ButtonKind = 'primary' | 'strong' | 'plain' | 'up' | 'down' | 'danger' | 'quiet';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'size'> & {
  kind?: ButtonKind;
  /** `tall` is 52 px (Buy, Sell), `short` 36 px inside a card whose row gives the touch height. */
  size?: 'tall' | 'normal' | 'short';
  /** Shows that an answer is awaited; the button cannot be pressed meanwhile. */
  busy?: boolean;
  children: ComponentChildren;
};

/** A push button. Its text is its accessible name unless `aria-label` says otherwise. */
export function Button({ kind = 'plain', size = 'normal', busy = false, type = 'button', disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class="button"
      data-kind={kind}
      data-size={size}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {children}
    </button>
  );
}

/** A round button that holds one icon; `label` is its name. */
export function IconButton({ label, children, ...rest }: JSX.IntrinsicElements['button'] & { label: string }) {
  return (
    <button type="button" {...rest} class="icon-button" aria-label={label}>
      {children}
    </button>
  );
}
