/**
 * The rows of the server's menu that are shown, and where each leads: inside the app by a path, outside by http or https in a new tab. Anything
 * else leads nowhere, and so do a screen that is not built and one that the tab bar leads to (decision D9.107).
 */
import { isOn } from '#domain/setting-defaults.ts';
import type { MenuRow } from '#protocol/rest/site.ts';
import type { IconName } from '../kit/icon.tsx';
import { isBuilt, TAB_PATHS } from '../paths.ts';
import { menuGroup } from '../state/site.ts';
import { isDemo } from '../state/user.ts';

type MenuLink = { href: string; target?: '_blank'; rel?: string };

export function menuLink(path: string): MenuLink | undefined {
  if (isBuilt(path)) return TAB_PATHS.includes(path) ? undefined : { href: `#${path}` };
  if (!/^https?:\/\//i.test(path) || !URL.canParse(path)) return undefined;
  return { href: path, target: '_blank', rel: 'noopener noreferrer' };
}

/** Rows of a group that lead somewhere other than to paths that are `shownElsewhere`; a demo user sees those that allow it (decision D1.6.01). Reads signals. */
export const menuLinks = (
  group: string,
  ...shownElsewhere: readonly (string | undefined)[]
): { readonly row: MenuRow; readonly link: MenuLink }[] =>
  (menuGroup(group) ?? []).flatMap((row) => {
    const isShown = !shownElsewhere.includes(row.path) && (!isDemo.value || isOn(row.allow_demo));
    const link = isShown ? menuLink(row.path) : undefined;
    return link ? [{ row, link }] : [];
  });

/** Icons that a menu row may name; others get a plain one. */
const ICONS: readonly IconName[] = [
  'market',
  'trade',
  'orders',
  'copy',
  'ranking',
  'account',
  'search',
  'wallet',
  'deposit',
  'withdraw',
  'news',
  'star',
  'info',
  'clock',
];

export const menuIcon = (name: string): IconName => ICONS.find((icon) => icon === name) ?? 'market';
