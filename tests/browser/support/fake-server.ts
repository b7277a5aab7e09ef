/** A server of the REST calls inside the page: each path answers what a test says; every call is counted. */
import type { Product } from '#domain/product.ts';
import { productFromWire } from '#protocol/product-wire.ts';
import type { CategoryRow, ProductRow } from '#protocol/rest/forex.ts';
import type { ShortCandleRow } from '#protocol/rest/kline.ts';
import type { AreaRow } from '#protocol/rest/site.ts';
import type { AccountRow, UserRow } from '#protocol/rest/user.ts';

export type Asked = { path: string; query: Record<string, string>; body: Record<string, string>; token: string };
export type Answer = (asked: Asked) => unknown;

/** Answers with another code than 1. */
export class Refusal {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  constructor(code: number, msg: string, data: unknown = null) {
    this.code = code;
    this.msg = msg;
    this.data = data;
  }
}
/** The network is gone. */
export const OFFLINE = Symbol('offline');
/** Asked too often. */
export const TOO_MANY = Symbol('429');
/** Never answers. */
export const SILENT = Symbol('silent');

export const demoUser: UserRow = {
  id: 7,
  uid: '10027315',
  email: '',
  mobile: '',
  area_id: 0,
  is_demo: 1,
  level: 1,
  credit_score: 100,
  invite_code: 'abc',
  has_pay_password: '0',
  is_real: '0',
  real_status: 0,
  is_trader: '0',
  two_factor: '0',
};
export const realUser: UserRow = { ...demoUser, id: 8, uid: '10027316', email: 'demo@example.com', is_demo: 0 };

/** A row of the trade list. */
export const productRow = (Id: number, Code: string, extra: Partial<ProductRow> = {}): ProductRow => ({
  Id,
  Code,
  ShowCode: `${Code.slice(0, 3)}/${Code.slice(3)}`,
  Name: `Name of ${Code}`,
  Logo: '',
  CategoryId: 1,
  MarketStatus: 1,
  OpensAt: 0,
  PricePrecision: 5,
  ForexQuotations: { Open: 1.08, Close: 1.0842, Change: 0.39, High: 1.09, Low: 1.07, Time: 1_000, Confirmed: 1_000 },
  HasForexMultiple: [{ Value: 100, Default: 1 }],
  ForexMinCont: '0.1',
  ForexMaxCont: '50',
  ForexContNum: '100000',
  ForexFeeRate: '6',
  MarginMode: 0,
  Pip: '0.01',
  QuoteRate: '1',
  Sort: Id,
  ...extra,
});
/** The product that such a row stands for. */
export const product = (...row: Parameters<typeof productRow>): Product => productFromWire(productRow(...row)) as Product;
export const balanceRow = (type: AccountRow['type'], balance: string, lockBalance = '0'): AccountRow => ({
  type,
  balance,
  lockBalance,
  deficit: '0',
  accountTypeId: 9,
  currencyId: 1,
});

const CODES = ['EURUSD', 'XAUUSD', 'BTCUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'NZDUSD', 'USDCHF', 'EURGBP', 'EURJPY', 'XAGUSD', 'ETHUSD'];
export const twelveProducts = (): Product[] => CODES.map((code, index) => product(index + 1, code, { CategoryId: 1 + (index % 3) }));

const categories: CategoryRow[] = ['Forex', 'Metals', 'Crypto', 'Energy'].map((NameShowTrans, index) => ({ Id: index + 1, NameShowTrans }));
const closes: ShortCandleRow[] = Array.from({ length: 60 }, (_, index) => ({ Time: index * 300_000, Close: 1 + Math.sin(index / 7) }));

const areas: AreaRow[] = [
  { id: 32, code: 'CA', global_code: '+001', name: 'Canada' },
  { id: 61, code: 'DE', global_code: '+049', name: 'Germany' },
  { id: 1, code: 'US', global_code: '+001', name: 'United States' },
];

/** What a quiet demo server says; a test replaces what it is about. */
function usualAnswers(): Record<string, Answer> {
  return {
    '/api/basicSet/getBasicInfo': () => ({ is_home_search: '1', is_mock_login: '1', is_dark_mode: '1' }),
    '/api/menu': () => [],
    '/api/default/area_list': () => areas,
    '/api/news/homeList': () => ['First headline', 'Second headline', 'Third headline'].map((title, index) => ({ id: index + 1, title })),
    '/v2/api/forex/getCategories': () => categories,
    '/v2/api/forex/abbreviated_cache_kline': () => closes,
    '/v2/api/forex/search': () => [],
    '/api/user/info': ({ token }) => (token === 'real-token' ? realUser : token === 'demo-token' ? demoUser : new Refusal(999, 'Log in')),
    '/api/user/createAccountDemoForU': () => ({ demo_id: 'd'.repeat(32) }),
    '/api/user/loginDemoForU': () => ({ token: 'demo-token', user: demoUser }),
    '/api/user/loginForU': ({ body }) =>
      body.password === 'right' ? { token: 'real-token', user: realUser } : new Refusal(1014, 'Account or password wrong'),
    '/api/user/logout': () => null,
    '/v2/api/main/wallet/getBalance': ({ token }) =>
      token === 'demo-token'
        ? [balanceRow('demo', '9981.6', '108.345')]
        : [balanceRow('forex', '150'), balanceRow('micro', '30'), balanceRow('change', '20')],
    '/api/user/get_profits': () => ({ profits: '5' }),
  };
}

export type FakeServer = {
  readonly asked: readonly Asked[];
  /** How often a path was asked. */
  count(path: string): number;
  on(path: string, answer: Answer): void;
  stop(): void;
};

const bodyOf = (text: string, type: string): Record<string, string> =>
  type === 'application/json' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));

/** Takes the place of `fetch` until stopped. Files of the test run itself go through. */
export function startFakeServer(answers: Record<string, Answer> = usualAnswers()): FakeServer {
  const realFetch = globalThis.fetch;
  const asked: Asked[] = [];
  const all = { ...answers };
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.origin);
    if (!/^\/(v2\/)?api\//.test(url.pathname)) return realFetch(input, init);
    const headers = new Headers(init?.headers);
    const call: Asked = {
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(String(init?.body ?? ''), headers.get('content-type') ?? ''),
      token: headers.get('authorization') ?? '',
    };
    asked.push(call);
    const answer = await all[url.pathname]?.(call);
    if (answer === OFFLINE) throw new TypeError('Failed to fetch');
    if (answer === TOO_MANY) return new Response('{"code":1003,"msg":"Wait","data":null}', { status: 429 });
    if (answer instanceof Response) return answer;
    if (answer === SILENT) return new Promise<Response>(() => undefined);
    const envelope =
      answer instanceof Refusal ? { code: answer.code, msg: answer.msg, data: answer.data } : { code: 1, msg: 'ok', data: answer ?? null };
    return new Response(JSON.stringify({ ...envelope, ts: Date.now(), rid: 'r' }), { headers: { 'content-type': 'application/json' } });
  };
  return {
    asked,
    count: (path) => asked.filter((call) => call.path === path).length,
    on: (path, answer) => {
      all[path] = answer;
    },
    stop: () => {
      globalThis.fetch = realFetch;
    },
  };
}
