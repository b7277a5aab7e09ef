import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../kit/icon.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { needTexts, t } from '../../language/i18n.ts';
import { lang, textsOf } from '../../language/language.ts';
import { languageName } from '../../language/language-name.ts';
import { lazyCode } from '../../lazy/lazy-code.ts';
import { LazyView } from '../../lazy/lazy-view.tsx';
import { PATHS } from '../../paths.ts';
import { menuIcon } from '../../shell/menu-link.ts';
import { flag, menuGroup } from '../../state/site.ts';
import { isDemo } from '../../state/user.ts';
import type { LinkOf } from './link-of.ts';
import { userMenuRows } from './user-menu.ts';

const SHOWN_ELSEWHERE: readonly string[] = [PATHS.alerts, PATHS.password, PATHS.language, PATHS.security];

const tapePin = lazyCode(async () => (await Promise.all([import('../../receipts/tape-pin.tsx'), needTexts('receipt')]))[0].TapePin);

/** The ways to one's alerts, passwords and what else keeps the account safe, the log that fills are checked against, the server's own rows that lead somewhere new, and the language. */
export function AccountMenu({ linkOf }: { linkOf: LinkOf }) {
  const isTapeOpen = useSignal(false);
  const terms = {
    isDemo: isDemo.value,
    hasOneAccount: flag('only_one_account'),
    takesInvites: flag('is_register_invite_code'),
    shownElsewhere: SHOWN_ELSEWHERE,
    linkOf,
  };
  return (
    <>
      <nav class="account-menu" aria-label={t('account:title')}>
        <Row icon="bell" href={`#${PATHS.alerts}`} name={t('shell:alerts')} />
        {!isDemo.value && <Row icon="lock" href={`#${PATHS.password}`} name={t('account:passwords')} />}
        <Row icon="shield" href={`#${PATHS.security}`} name={t('account:security')} />
        <Row icon="candles" name={t('account:tape')} onPress={() => (isTapeOpen.value = true)} />
        {userMenuRows(menuGroup('user_menu') ?? [], terms).map(({ row, link, isBarred }) => (
          <Row key={row.id} icon={menuIcon(row.icon)} {...(isBarred ? {} : link)} name={row.title} />
        ))}
        <Row icon="globe" href={`#${PATHS.language}`} name={t('account:language')}>
          <b>{languageName(textsOf(lang.value))}</b>
        </Row>
      </nav>
      <Sheet open={isTapeOpen} title={t('account:tape')} closeLabel={t('shell:close')}>
        <LazyView code={tapePin} props={{}} />
      </Sheet>
    </>
  );
}

const sayOnlyTrue = () => toast(t('account:only-true'), 'bad');

type RowProps = {
  icon: IconName;
  name: string;
  onPress?: () => void;
  href?: string;
  target?: '_blank';
  rel?: string;
  children?: ComponentChildren;
};

/** With neither an address nor something to do only a real account may go there, which is said at a tap. */
function Row({ icon, name, children, onPress = sayOnlyTrue, ...link }: RowProps) {
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
    <button type="button" onClick={onPress}>
      {content}
    </button>
  );
}
