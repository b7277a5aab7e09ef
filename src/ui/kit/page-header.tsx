import type { ComponentChildren } from 'preact';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './page-header.css';

type PageHeaderProps = {
  title: string;
  /** With both, a back arrow is before the title. */
  backLabel?: string;
  onBack?: () => void;
  /** At the end of the row. */
  children?: ComponentChildren;
};

/** The top row of a screen. */
export function PageHeader({ title, backLabel, onBack, children }: PageHeaderProps) {
  return (
    <header class="page-header" data-back={onBack ? '' : undefined}>
      {onBack && backLabel && (
        <IconButton label={backLabel} onClick={onBack}>
          <Icon name="back" />
        </IconButton>
      )}
      <h1>{title}</h1>
      {children}
    </header>
  );
}
