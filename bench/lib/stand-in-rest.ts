/**
 * The REST calls that the app needs to show Home and Trade, answered as a back end of the specification does: no `ws_profiles`, so the
 * socket stays on the base profile. Each answer is checked by the product's own schema before it goes out.
 */
import * as v from 'valibot';
import { isPeriod } from '../../src/domain/periods.ts';
import { type Envelope, ERROR } from '../../src/protocol/errors.ts';
import {
  areaListEndpoint,
  balanceEndpoint,
  basicInfoEndpoint,
  categoriesEndpoint,
  createDemoEndpoint,
  homeNewsEndpoint,
  klineEndpoint,
  loginDemoEndpoint,
  logoutEndpoint,
  menuEndpoint,
  myDealEndpoint,
  profitsEndpoint,
  searchEndpoint,
  shortKlineEndpoint,
  tradeListEndpoint,
  userInfoEndpoint,
} from '../../src/protocol/rest/endpoints.ts';
import { CategoryRow, MyDealReply, ProductRow } from '../../src/protocol/rest/forex.ts';
import { CandleRow, ShortCandleRow } from '../../src/protocol/rest/kline.ts';
import { AreaRow, BasicInfo, HomeNewsRow, MenuRow } from '../../src/protocol/rest/site.ts';
import { AccountRow, CreateDemoReply, LoginReply, ProfitsReply, UserRow } from '../../src/protocol/rest/user.ts';
import { demoUser } from '../../tests/browser/support/fake-server.ts';
import type { StandInBars } from './stand-in-bars.ts';
import type { StandInMarket } from './stand-in-market.ts';

const DEMO_TOKEN = 'stand-in-demo';
const BARS_PRESET = 300;
const SHORT_BARS = 60;

type Parts = { readonly market: StandInMarket; readonly bars: StandInBars };
type Asked = { readonly query: URLSearchParams; readonly token: string };
type Route = { readonly path: string; answer(asked: Asked): unknown };

const account: AccountRow = { type: 'demo', balance: '10000', lockBalance: '0', deficit: '0', accountTypeId: 9, currencyId: 1 };
/** Not one of the codes of a refusal, which are numbers. */
const REFUSED = Symbol('no session');

/** An answer that the product's own schema accepts; throws when it does not. */
const route = <T extends v.GenericSchema>(
  endpoint: { path: string },
  schema: T,
  answer: (asked: Asked) => v.InferInput<T> | symbol,
): Route => ({
  path: endpoint.path,
  answer: (asked) => {
    const given = answer(asked);
    return given === REFUSED ? REFUSED : v.parse(schema, given);
  },
});

function productRow({ market }: Parts, index: number): ProductRow {
  const code = market.codes[index] as string;
  const { open, close, high, low, change, time } = market.quotation(index);
  return {
    Id: index + 1,
    Code: code,
    ShowCode: `${code.slice(0, 3)}/${code.slice(3)}`,
    Name: `${code.slice(0, 3)} / US dollar`,
    Logo: '',
    CategoryId: 1 + (index % 4),
    MarketStatus: 1,
    OpensAt: 0,
    PricePrecision: 5,
    ForexQuotations: { Open: open, Close: close, Change: change, High: high, Low: low, Time: time, Confirmed: time },
    HasForexMultiple: [
      { Value: 20, Default: 0 },
      { Value: 100, Default: 1 },
    ],
    ForexMinCont: '0.1',
    ForexMaxCont: '50',
    ForexContNum: '100000',
    ForexFeeRate: '6',
    MarginMode: 0,
    Pip: '0.01',
    QuoteRate: '1',
    Sort: index,
  };
}

function routes(parts: Parts): Route[] {
  const { market, bars } = parts;
  const products = () => market.codes.map((_, index) => productRow(parts, index));
  const indexOf = ({ query }: Asked) => Math.min(Math.max(Number(query.get('forex_id')) - 1, 0), market.codes.length - 1) || 0;
  const candles = (asked: Asked, preset: number): CandleRow[] => {
    const period = asked.query.get('period');
    const end = Number(asked.query.get('end')) || undefined;
    return bars.rows(indexOf(asked), isPeriod(period) ? period : '1min', Number(asked.query.get('limit')) || preset, end);
  };
  const own = <T>({ token }: Asked, data: T): T | symbol => (token === DEMO_TOKEN ? data : REFUSED);
  return [
    route(basicInfoEndpoint, BasicInfo, () => ({ is_home_search: '1', is_mock_login: '1', is_dark_mode: '1', site_name: 'Stand-in' })),
    route(menuEndpoint, v.array(MenuRow), () => []),
    route(areaListEndpoint, v.array(AreaRow), () => []),
    route(homeNewsEndpoint, v.array(HomeNewsRow), () => []),
    route(categoriesEndpoint, v.array(CategoryRow), () =>
      ['One', 'Two', 'Three', 'Four'].map((name, at) => ({ Id: at + 1, NameShowTrans: name })),
    ),
    route(tradeListEndpoint, v.array(ProductRow), products),
    route(searchEndpoint, v.array(ProductRow), ({ query }) => {
      const sought = (query.get('name') ?? '').toUpperCase();
      return sought === '' ? [] : products().filter((row) => row.Code.includes(sought));
    }),
    route(klineEndpoint, v.array(CandleRow), (asked) => candles(asked, BARS_PRESET)),
    route(shortKlineEndpoint, v.array(ShortCandleRow), (asked) => candles(asked, SHORT_BARS).map(({ Time, Close }) => ({ Time, Close }))),
    route(createDemoEndpoint, CreateDemoReply, () => ({ demo_id: '0'.repeat(32) })),
    route(loginDemoEndpoint, LoginReply, () => ({ token: DEMO_TOKEN, user: demoUser })),
    route(logoutEndpoint, v.null(), () => null),
    route(userInfoEndpoint, UserRow, (asked) => own(asked, demoUser)),
    route(balanceEndpoint, v.array(AccountRow), (asked) => own(asked, [account])),
    route(profitsEndpoint, ProfitsReply, (asked) => own(asked, { profits: '0' })),
    route(myDealEndpoint, MyDealReply, (asked) => own(asked, { data: [], total: 0, all_fact_profits: '0', all_caution_money: '0' })),
  ];
}

/** Answers a call, or `undefined` for a path that is not there. */
export function standInRest(parts: Parts): (path: string, asked: Asked) => Envelope | undefined {
  const byPath = new Map(routes(parts).map((each) => [each.path, each]));
  return (path, asked) => {
    const found = byPath.get(path);
    if (!found) return undefined;
    const data = found.answer(asked);
    const rest = { ts: Date.now(), rid: 'stand-in' };
    return data === REFUSED ? { code: ERROR.session, msg: 'Log in', data: null, ...rest } : { code: ERROR.ok, msg: 'ok', data, ...rest };
  };
}
