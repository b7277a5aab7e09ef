/**
 * Where a row of the server's menu leads: inside the app by a path, outside by http or https in a new tab. Anything else leads nowhere, and
 * so do a screen that is not built and one that the tab bar leads to (decision D9.107).
 */
import type { IconName } from '../kit/icon.tsx';
import { PATHS, TAB_PATHS } from '../paths.ts';

type MenuLink = { href: string; target?: '_blank'; rel?: string };

const BUILT: readonly string[] = Object.values(PATHS);

export function menuLink(path: string): MenuLink | undefined {
  const [screen = ''] = path.split('?');
  if (BUILT.includes(screen)) return TAB_PATHS.includes(path) ? undefined : { href: `#${path}` };
  if (!/^https?:\/\//i.test(path) || !URL.canParse(path)) return undefined;
  return { href: path, target: '_blank', rel: 'noopener noreferrer' };
}

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
