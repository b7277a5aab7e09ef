import type { ComponentChildren } from 'preact';
import type { UserRow } from '#protocol/rest/user.ts';
import { Empty } from '../kit/empty.tsx';
import { type Key, t } from '../language/i18n.ts';
import { PATHS } from '../paths.ts';
import { user } from '../state/user.ts';

type OwnAccountProps = { why: Key; children: (who: UserRow) => ComponentChildren };

/** What only a real account has: with play money there is why, and the way to one, in its place (specification S1 section 5). */
export function OwnAccount({ why, children }: OwnAccountProps) {
  const who = user.value;
  if (!who) return null;
  if (who.is_demo !== 1) return <>{children(who)}</>;
  return (
    <Empty
      icon="account"
      text={t('account:only-true')}
      detail={t(why)}
      action={
        <a class="button" data-kind="primary" href={`#${PATHS.register}`}>
          {t('account:demo.register')}
        </a>
      }
    />
  );
}
