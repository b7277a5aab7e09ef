import type { MenuRow } from '#protocol/rest/site.ts';
import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { menuIcon, menuLink } from '../../shell/menu-link.ts';
import { menuGroup } from '../../state/site.ts';

/** The server's shortcuts. */
export function QuickMenu() {
  const rows = menuGroup('home_menu') ?? [];
  if (rows.length === 0) return null;
  return (
    <nav class="quick-menu" aria-label={t('home:quick')}>
      {rows.map((row) => (
        <QuickLink key={row.id} row={row} />
      ))}
    </nav>
  );
}

function QuickLink({ row }: { row: MenuRow }) {
  const link = menuLink(row.path);
  return link ? (
    <a {...link}>
      <span class="quick-menu-icon">
        <Icon name={menuIcon(row.icon)} size={22} />
      </span>
      {row.title}
    </a>
  ) : null;
}
