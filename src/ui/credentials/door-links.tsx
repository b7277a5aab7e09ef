import { useLocation } from 'preact-iso/router';
import { type Key, t } from '../language/i18n.ts';
import './credential-form.css';

type DoorLink = { readonly path: string; readonly text: Key };

type DoorLinksProps = {
  links: readonly DoorLink[];
  /** Accessible name, where it is not the only one on the screen. */
  label?: string;
};

/** From one door to another; where a person wanted to go in the first place goes along. */
export function DoorLinks({ links, label = t('account:doors') }: DoorLinksProps) {
  const { from } = useLocation().query;
  const query = from ? `?${new URLSearchParams({ from })}` : '';
  return (
    <nav class="door-links" aria-label={label}>
      {links.map(({ path, text }) => (
        <a key={path} href={`#${path}${query}`}>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
