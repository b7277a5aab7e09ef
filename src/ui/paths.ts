/** Addresses of the screens, as they are behind '#'. */
export const PATHS = {
  home: '/',
  trade: '/trade',
  orders: '/order',
  copy: '/follow',
  ranking: '/rank',
  account: '/user',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  password: '/mine/password',
  payPassword: '/mine/pay-password',
  security: '/mine/system',
  product: '/product',
  alerts: '/alerts',
  identity: '/mine/auth',
  language: '/language',
  contact: '/mine/email',
  invite: '/mine/invite',
  feedback: '/feedback',
} as const;

const BUILT: readonly string[] = Object.values(PATHS);
/** What is not here leads nowhere, so that nothing offers it. A path may have a query. */
export const isBuilt = (path: string): boolean => BUILT.includes(path.split('?')[0] ?? '');

/** What the tab bar leads to; a menu row that leads there too would say it twice. */
export const TAB_PATHS: readonly string[] = [PATHS.home, PATHS.trade, PATHS.orders, PATHS.copy, PATHS.ranking, PATHS.account];

/** The trade page of one product. */
export const tradePath = (productId: number): string => `${PATHS.trade}?id=${productId}`;
/** The login screen that leads back to where a person wanted to go. */
export const loginPath = (from: string): string => `${PATHS.login}?from=${encodeURIComponent(from)}`;
/** A person's price alerts, those that stand or those that have fired. */
export const alertsPath = (tab?: 'fired'): string => (tab ? `${PATHS.alerts}?tab=${tab}` : PATHS.alerts);
/** The contract records: 1 holding, 0 pending, 3 history. */
export const ordersPath = (type: 0 | 1 | 3): string => `${PATHS.orders}?type=${type}`;
