import type { ComponentChildren } from 'preact';
import { LANGUAGE_TAGS } from '#domain/languages.ts';
import { Icon, type IconName } from '../../kit/icon.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { lang } from '../../language/language.ts';
import { languageName } from '../../language/language-name.ts';
import { PATHS } from '../../paths.ts';
import { menuIcon } from '../../shell/menu-link.ts';
import { flag, menuGroup } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import type { LinkOf } from './link-of.ts';
import { userMenuRows } from './user-menu.ts';

const SHOWN_ELSEWHERE: readonly string[] = [PATHS.alerts, PATHS.password, PATHS.language, PATHS.system];

/** The ways to one's alerts, passwords and what else keeps the account safe, the server's own rows that lead somewhere new, and the language. */
export function AccountMenu({ linkOf }: { linkOf: LinkOf }) {
  const terms = { isDemo: isDemo.value, hasOneAccount: flag('only_one_account'), shownElsewhere: SHOWN_ELSEWHERE, linkOf };
  return (
    <nav class="account-menu" aria-label={t('account:title')}>
      <Row icon="bell" href={`#${PATHS.alerts}`} name={t('shell:alerts')} />
      {!isDemo.value && <Row icon="lock" href={`#${PATHS.password}`} name={t('account:passwords')} />}
      <Row icon="shield" href={`#${PATHS.system}`} name={t('account:system')} />
      {userMenuRows(menuGroup('user_menu') ?? [], terms).map(({ row, link, isBarred }) => (
        <Row key={row.id} icon={menuIcon(row.icon)} {...(isBarred ? {} : link)} name={row.title} />
      ))}
      <Row icon="globe" href={`#${PATHS.language}`} name={t('account:language')}>
        <b lang={LANGUAGE_TAGS[lang.value]}>{languageName(lang.value)}</b>
      </Row>
    </nav>
  );
}

type RowProps = { icon: IconName; name: string; href?: string; target?: '_blank'; rel?: string; children?: ComponentChildren };

/** Without an address only a real account may go there, which is said at a tap. */
function Row({ icon, name, children, ...link }: RowProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span>{name}</span>
      {children}
      <Icon name="forward" size={16} />
    </>
  );
  if (link.href !== undefined) return <a {...link}>{content}</a>;
  return (
    <button type="button" onClick={() => toast(t('account:only-true'), 'bad')}>
      {content}
    </button>
  );
}
