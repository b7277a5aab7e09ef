/**
 * Every route, in one table: path, title, guard, the query names it takes, its namespaces and its code. A path that is not here does
 * not exist: it leads to '/'.
 */
import type { ComponentType } from 'preact';
import type { Product } from '#domain/product.ts';
import type { IconName } from './kit/icon.tsx';
import type { Key, Namespace } from './language/i18n.ts';
import type { LeafPath } from './leaf-screens.ts';
import { PATHS } from './paths.ts';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { ordered } from './screens/home/list-order.ts';
import { favourites } from './state/favourites.ts';
import { readHomeLists } from './state/market-lists.ts';
import { products, selectedProduct } from './state/products.ts';
import { changeNow } from './state/quotes.ts';

type RoutePath = (typeof PATHS)[keyof typeof PATHS];
export type Route = {
  readonly path: RoutePath;
  readonly title: Key;
  /** Only for those who are logged in. */
  readonly guarded?: true;
  /** A tab of the footer: kept alive. */
  readonly tab?: IconName;
  /** Query names that `from` may carry to it; none without. */
  readonly query?: readonly string[];
  readonly texts: readonly Namespace[];
  /** Reads what the page is laid out by, beside products and site, so that its first picture stays as it is. */
  readAhead?(): Promise<unknown>;
  /** Products whose prices are seen first, in their order. */
  priced?(query: URLSearchParams): readonly Product[];
  load(): Promise<ComponentType>;
};

/** What a person is told at the doors, and of passwords. */
const CREDENTIAL_TEXTS: readonly Namespace[] = ['account', 'register', 'errors'];
const OWN = { guarded: true } as const;
/** A screen that is no tab. */
const leaf = (path: LeafPath, title: Key, texts: readonly Namespace[], more: Pick<Route, 'guarded' | 'query'> = {}): Route => ({
  path,
  title,
  texts,
  ...more,
  load: () => import('./leaf-screens.ts').then((module) => module.leafScreen(path)),
});
const notOpen = () => import('./screens/not-open/not-open-screen.tsx');

export const ROUTES: readonly Route[] = [
  {
    path: PATHS.home,
    title: 'shell:tab.market',
    tab: 'market',
    texts: ['home'],
    // Nearly every visit begins or ends here, so it comes with the frame and costs no further trip.
    load: async () => HomeScreen,
    readAhead: readHomeLists,
    priced: () => ordered('usual', products.peek(), favourites.peek(), changeNow),
  },
  {
    path: PATHS.trade,
    title: 'shell:tab.trade',
    tab: 'trade',
    query: ['id', 'tab'],
    texts: ['trade'],
    priced: (query) => products.peek().filter(({ id }) => id === Number(query.get('id') ?? selectedProduct.peek()?.id)),
    load: () => import('./screens/trade/trade-screen.tsx').then((module) => module.TradeScreen),
  },
  {
    path: PATHS.orders,
    title: 'shell:tab.orders',
    tab: 'orders',
    guarded: true,
    query: ['source', 'type'],
    texts: ['orders', 'errors'],
    load: () => import('./screens/order/order-screen.tsx').then((module) => module.OrderScreen),
  },
  {
    path: PATHS.copy,
    title: 'shell:tab.copy',
    tab: 'copy',
    texts: ['not-open'],
    load: () => notOpen().then((module) => module.CopyNotOpenScreen),
  },
  {
    path: PATHS.ranking,
    title: 'shell:tab.ranking',
    tab: 'ranking',
    texts: ['not-open'],
    load: () => notOpen().then((module) => module.RankingNotOpenScreen),
  },
  {
    path: PATHS.account,
    title: 'shell:tab.account',
    tab: 'account',
    guarded: true,
    texts: ['account', 'errors'],
    load: () => import('./screens/account/account-screen.tsx').then((module) => module.AccountScreen),
  },
  leaf(PATHS.login, 'account:login.title', ['account', 'errors'], { query: ['from'] }),
  leaf(PATHS.register, 'register:title', CREDENTIAL_TEXTS, { query: ['invite_code'] }),
  leaf(PATHS.forgot, 'register:forgot.title', CREDENTIAL_TEXTS),
  leaf(PATHS.password, 'register:change.title', CREDENTIAL_TEXTS, OWN),
  leaf(PATHS.payPassword, 'register:pay.title', CREDENTIAL_TEXTS, OWN),
  leaf(PATHS.security, 'account:security', ['account', 'security', 'errors'], OWN),
  leaf(PATHS.product, 'home:search.label', ['home', 'company']),
  leaf(PATHS.alerts, 'shell:alerts', ['alerts', 'errors'], { guarded: true, query: ['tab'] }),
  leaf(PATHS.identity, 'identity:title', ['identity', 'errors'], OWN),
  leaf(PATHS.language, 'account:language', ['account']),
  leaf(PATHS.contact, 'company:contact', ['company', 'account', 'errors']),
  leaf(PATHS.invite, 'account:invite', [...CREDENTIAL_TEXTS, 'security'], OWN),
  leaf(PATHS.feedback, 'not-open:feedback', ['not-open']),
];

/** The route of a path, if there is one. */
export const routeOf = (path: string): Route | undefined => ROUTES.find((route) => route.path === path);

/** Longest `from` that is read: longer ones are an attack or a mistake. */
const FROM_LENGTH_MAX = 300;

/** Where to go after a login: `from` if it is a known route with query names that the route takes, else '/' (security S7). */
export function safeFrom(from: string | undefined): string {
  if (!from || from.length > FROM_LENGTH_MAX) return '/';
  // Printable ASCII without backslash: nothing that a browser or a router could read in a second way.
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(from)) return '/';
  const [path = '/', search = ''] = from.split(/\?(.*)/s);
  const route = routeOf(path);
  if (!route || route.path === PATHS.login) return '/';
  const names = [...new URLSearchParams(search).keys()];
  return names.every((name) => route.query?.includes(name)) ? from : '/';
}
