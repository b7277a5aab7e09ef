import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../kit/icon.tsx';

/** Things that belong together. */
export function Rows({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="security-rows" aria-label={label}>
      {children}
    </section>
  );
}

type RowProps = {
  icon: IconName;
  label: string;
  value?: ComponentChildren;
  /** The value may be of any length: it stands below the name, as wide as the row. */
  isLong?: boolean;
  onClick: () => void;
};

/** One thing that can be set: its name, how it stands, and the way in. */
export function Row({ icon, label, value, isLong, onClick }: RowProps) {
  return (
    <button type="button" class="security-row" data-long={isLong ? '' : undefined} onClick={onClick}>
      <Icon name={icon} />
      <span class="security-row-name">{label}</span>
      <span class="security-row-value">{value}</span>
      <Icon name="forward" size={16} />
    </button>
  );
}
