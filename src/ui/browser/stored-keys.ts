/** Names under which the browser keeps what a start must know before the app's code is here. */
export const STORED = {
  lang: 'lang',
  token: 'token',
  /** The selected product (decision D1.2.20). */
  productId: 'forexId',
  chartPeriod: 'chartPeriod',
  favourites: 'favourites',
  /** What the site said last: `src/ui/state/kept-site.ts`. */
  site: 'site',
} as const;
