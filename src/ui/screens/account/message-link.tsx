import { unreadMessages } from '#rest/messages.ts';
import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { useQuery } from '../../state/query.ts';
import type { LinkOf } from './link-of.ts';

const MESSAGES = '/message';
/** More are not counted in so small a place. */
const COUNT_MAX = 99;

/** The way to one's messages, with how many were not read yet. */
export function MessageLink({ linkOf }: { linkOf: LinkOf }) {
  const link = linkOf(MESSAGES);
  const unread = useQuery({
    key: ['messages', 'unread'],
    read: (signal) => unreadMessages(request, { signal, silent: true, initial: true }),
    enabled: link !== undefined,
  }).data.value;
  if (!link) return null;
  return (
    <a
      class="icon-button account-messages"
      href={link.href}
      aria-label={unread ? t('account:messages.unread', { count: unread }) : t('account:messages')}
    >
      <Icon name="mail" />
      {unread ? <b class="num">{unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}</b> : null}
    </a>
  );
}
