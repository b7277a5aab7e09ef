import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import './banner.css';

type BannerProps = {
  tone?: 'info' | 'warn' | 'bad';
  icon?: IconName;
  /** 'alert' is read out at once; 'status' when the reader is idle. */
  role?: 'alert' | 'status';
  /** A button or link at the end. */
  action?: ComponentChildren;
  children: ComponentChildren;
};

/** A line that stays: something is not as it should be, or is worth knowing. */
export function Banner({ tone = 'info', icon = tone === 'info' ? 'info' : 'warning', role = 'status', action, children }: BannerProps) {
  return (
    <div class="banner" data-kind={tone} role={role}>
      <Icon name={icon} size={18} />
      <p>{children}</p>
      {action}
    </div>
  );
}
