import { useLocation } from 'preact-iso/router';
import { type Key, t } from '../language/i18n.ts';
import './credential-form.css';

type DoorLink = { readonly path: string; readonly text: Key };

/** From one door to another; where a person wanted to go in the first place goes along. */
export function DoorLinks({ links }: { links: readonly DoorLink[] }) {
  const { from } = useLocation().query;
  const query = from ? `?${new URLSearchParams({ from })}` : '';
  return (
    <nav class="door-links" aria-label={t('account:doors')}>
      {links.map(({ path, text }) => (
        <a key={path} href={`#${path}${query}`}>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}
