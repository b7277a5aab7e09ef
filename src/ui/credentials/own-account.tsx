import type { ComponentChildren } from 'preact';
import type { UserRow } from '#protocol/rest/user.ts';
import { Empty } from '../kit/empty.tsx';
import { t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { user } from '../state/user.ts';

/** What only a real account has: with play money there is the way to one in its place (specification S1 section 5). */
export function OwnAccount({ children }: { children: (who: UserRow) => ComponentChildren }) {
  const who = user.value;
  if (!who) return null;
  if (who.is_demo !== 1) return <>{children(who)}</>;
  return (
    <Empty
      icon="account"
      text={t('account:only-true')}
      detail={t('register:demo.detail')}
      action={
        <a class="button" data-kind="primary" href={`#${PATHS.register}`}>
          {t('account:demo.register')}
        </a>
      }
    />
  );
}
