import { Icon } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import { ROUTES } from '../routes.ts';
import { tabAddress } from './tab-address.ts';
import './tab-bar.css';

/** The six sections at the bottom of the screen. */
export function TabBar({ path }: { path: string }) {
  return (
    <nav class="tab-bar" aria-label={t('shell:tabs')}>
      {ROUTES.map((route) =>
        route.tab ? (
          <a key={route.path} class="tab" href={`#${tabAddress(route.path)}`} aria-current={route.path === path ? 'page' : undefined}>
            <Icon name={route.tab} size={22} />
            <span>{t(route.title)}</span>
          </a>
        ) : null,
      )}
    </nav>
  );
}
