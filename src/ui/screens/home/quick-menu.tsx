import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { PATHS } from '../../paths.ts';
import { menuIcon, menuLink } from '../../shell/menu-link.ts';
import { flag, menuGroup } from '../../state/site.ts';

/** The server's shortcuts, but for those that the tab bar or the search bar already is (decision D9.107). */
export function QuickMenu() {
  const links = (menuGroup('home_menu') ?? []).flatMap((row) => {
    const isRepeat = row.path === PATHS.product && flag('is_home_search');
    const link = isRepeat ? undefined : menuLink(row.path);
    return link ? { row, link } : [];
  });
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
