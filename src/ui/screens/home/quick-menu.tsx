import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { menuIcon, menuLinks } from '../../shell/menu-link.ts';
import { flag } from '../../state/site.ts';

/** The server's shortcuts, but for those that the tab bar or the search bar already is (decision D9.107). */
export function QuickMenu() {
  const links = menuLinks('home_menu', flag('is_home_search') ? PATHS.product : undefined);
  if (links.length === 0) return null;
  return (
    <nav class="quick-menu" aria-label={t('home:quick')}>
      {links.map(({ row, link }) => (
        <a key={row.id} {...link}>
          <span class="quick-menu-icon">
            <Icon name={menuIcon(row.icon)} size={22} />
          </span>
          {row.title}
        </a>
      ))}
    </nav>
  );
}
