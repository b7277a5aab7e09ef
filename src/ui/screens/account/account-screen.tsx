import { IconButton } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { ConfirmHost } from '../../kit/confirm.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { Switch } from '../../kit/switch.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { askLogout } from '../../security/ask-logout.ts';
import { pageHead } from '../../security/page-head.ts';
import { DemoChip } from '../../shell/demo-chip.tsx';
import { HoldLine } from '../../shell/hold-line.tsx';
import { menuLink } from '../../shell/menu-link.ts';
import { chooseTheme, theme } from '../../shell/theme.ts';
import { flag } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import { AccountMenu } from './account-menu.tsx';
import { AssetsCard } from './assets-card.tsx';
import { DemoCard } from './demo-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import type { LinkOf } from './link-of.ts';
import { MessageLink } from './message-link.tsx';
import { PlayCard } from './play-card.tsx';
import './account-screen.css';

/** How orders are handled, with the ticket's own words for it. */
const orderSettings = lazyCode(
  async () => (await Promise.all([import('../../orders/order-settings.tsx'), needTexts('ticket')]))[0].OrderSettings,
);

const alertSettings = lazyCode(
  async () => (await Promise.all([import('../../alerts/alert-settings.tsx'), needTexts('alerts')]))[0].AlertSettings,
);

export const AccountScreen = () => <AccountPage linkOf={menuLink} />;

/** A person's own page: who, how much, and what can be set. */
export function AccountPage({ linkOf }: { linkOf: LinkOf }) {
  return (
    <>
      <PageHeader title={t('account:title')}>
        <DemoChip />
        {flag('is_internal_message') && <MessageLink linkOf={linkOf} />}
        <IconButton label={t('account:logout')} onClick={askLogout}>
          <Icon name="logout" />
        </IconButton>
      </PageHeader>
      <HoldLine />
      <IdentityCard />
      <AssetsCard linkOf={linkOf} />
      {isDemo.value ? <DemoCard /> : flag('is_mock_login') && !pageHead.value?.isNew && <PlayCard />}
      <AccountMenu linkOf={linkOf} />
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
