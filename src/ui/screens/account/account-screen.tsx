import { IconButton } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { ConfirmHost } from '../../kit/confirm.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Switch } from '../../kit/switch.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { PATHS } from '../../paths.ts';
import { askLogout } from '../../security/ask-logout.ts';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { menuIcon, menuLinks } from '../../shell/menu-link.ts';
import { chooseTheme, theme } from '../../shell/theme.ts';
import { flag } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import { AssetsCard } from './assets-card.tsx';
import { DemoCard } from './demo-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import './account-screen.css';

/** How orders are handled, with the ticket's own words for it. */
const orderSettings = lazyCode(
  async () => (await Promise.all([import('../../orders/order-settings.tsx'), needTexts('ticket')]))[0].OrderSettings,
);

const alertSettings = lazyCode(
  async () => (await Promise.all([import('../../alerts/alert-settings.tsx'), needTexts('alerts')]))[0].AlertSettings,
);

/** A person's own page: who, how much, and what can be set. */
export function AccountScreen() {
  return (
    <>
      <PageHeader title={t('account:title')}>
        <DemoChip />
        <IconButton label={t('account:logout')} onClick={askLogout}>
          <Icon name="logout" />
        </IconButton>
      </PageHeader>
      <IdentityCard />
      <AssetsCard />
      {isDemo.value && <DemoCard />}
      <UserMenu />
      <Card label={t('account:settings')}>
        {flag('is_dark_mode') && (
          <Switch
            label={t('account:dark')}
            checked={theme.value === 'dark'}
            onChange={(isDark) => chooseTheme(isDark ? 'dark' : 'light')}
          />
        )}
        <LazyView code={orderSettings} props={{}} />
        <LazyView code={alertSettings} props={{}} />
      </Card>
      <ConfirmHost />
    </>
  );
}

/** The ways to one's alerts, passwords and what else keeps the account safe, and the server's own rows that lead somewhere new. */
function UserMenu() {
  const links = menuLinks('user_menu', PATHS.alerts, PATHS.password);
  return (
    <nav class="account-menu" aria-label={t('account:title')}>
      <a href={`#${PATHS.alerts}`}>
        <Icon name="bell" />
        <span>{t('shell:alerts')}</span>
        <Icon name="forward" size={16} />
      </a>
      {!isDemo.value && (
        <a href={`#${PATHS.password}`}>
          <Icon name="lock" />
          <span>{t('account:passwords')}</span>
          <Icon name="forward" size={16} />
        </a>
      )}
      <a href={`#${PATHS.system}`}>
        <Icon name="shield" />
        <span>{t('account:system')}</span>
        <Icon name="forward" size={16} />
      </a>
      {links.map(({ row, link }) => (
        <a key={row.id} {...link}>
          <Icon name={menuIcon(row.icon)} />
          <span>{row.title}</span>
          <Icon name="forward" size={16} />
        </a>
      ))}
    </nav>
  );
}
