import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '../../kit/icon.tsx';

type GroupProps = {
  label: string;
  /** What holds now of what is set here, each a banner. */
  notices?: ComponentChildren;
  children: ComponentChildren;
};

/** Things that belong together, under a heading. */
export function Rows({ label, notices, children }: GroupProps) {
  const id = useId();
  return (
    <section class="security-group" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      {notices}
      <div class="security-rows">{children}</div>
    </section>
  );
}

type RowProps = {
  icon: IconName;
  label: string;
  /** How it stands; an act stands nowhere. */
  value?: ComponentChildren;
  /** The value may be of any length: it stands below the name, as wide as the row. */
  isLong?: boolean;
  /** Nobody takes it back. */
  isFinal?: boolean;
  onClick: () => void;
};

/** One thing that can be set: its name, how it stands, and the way in. */
export function Row({ icon, label, value, isLong, isFinal, onClick }: RowProps) {
  return (
    <button type="button" class="security-row" data-long={isLong ? '' : undefined} data-final={isFinal ? '' : undefined} onClick={onClick}>
      <Icon name={icon} />
      <span class="security-row-words">
        <span class="security-row-name">{label}</span>
        <span class="security-row-value">{value}</span>
      </span>
      <Icon name="forward" size={16} />
    </button>
  );
}
