import { Button } from '../../kit/button.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { isDemo } from '../../state/user.ts';
import type { LinkOf } from './link-of.ts';

const WAYS = [
  { path: '/mine/charge', name: 'account:recharge', kind: 'primary' },
  { path: '/mine/withdraw', name: 'account:withdraw', kind: 'plain' },
] as const;

/** Money in and money out: of a real account only (specification S1 section 5). */
export function MoneyWays({ linkOf }: { linkOf: LinkOf }) {
  const ways = WAYS.flatMap((way) => {
    const link = linkOf(way.path);
    return link ? [{ ...way, link }] : [];
  });
  if (ways.length === 0) return null;
  return (
    <div class="money-ways">
      {ways.map(({ path, name, kind, link }) =>
        isDemo.value ? (
          <Button key={path} kind={kind} onClick={() => toast(t('account:only-true'), 'bad')}>
            {t(name)}
          </Button>
        ) : (
          <a key={path} class="button" data-kind={kind} {...link}>
            {t(name)}
          </a>
        ),
      )}
    </div>
  );
}
