import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import './empty.css';

type EmptyProps = {
  icon?: IconName;
  text: string;
  /** A second, quieter line. */
  detail?: string;
  /** The one thing to do next. */
  action?: ComponentChildren;
  /** 'failed' is read out. */
  kind?: 'empty' | 'failed';
};

/** What is where content would be: a sentence and one action. */
export function Empty({ icon = 'empty', text, detail, action, kind = 'empty' }: EmptyProps) {
  return (
    <div class="empty" data-kind={kind} role={kind === 'failed' ? 'alert' : undefined}>
      <span class="empty-icon">
        <Icon name={icon} size={24} />
      </span>
      <p class="empty-text">{text}</p>
      {detail && <p class="empty-detail">{detail}</p>}
      {action}
    </div>
  );
}
