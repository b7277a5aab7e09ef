/** The calls that cost the server most, and a flood of one of them from one network. */
import { Agent, request } from 'node:http';
import { LIMITS, type Rate } from '#server/limits/limits.ts';

type Ask = { readonly query?: string; readonly form?: string };
export type ExpensiveCall = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** What of it one network, or one person, gets answered at most. */
  readonly limit: Rate;
  /** The request of a flood that is the `at`th of it, so that no two need the same work where the call allows that. */
  ask(at: number): Ask;
};

const { rest, login } = LIMITS;
const read = (path: string, limit: Rate): ExpensiveCall => ({ path, method: 'GET', limit, ask: () => ({}) });
const bars = (period: string): ExpensiveCall => ({
  ...read('/v2/api/forex/kline', rest.candles),
  ask: (at) => ({ query: `?forex_id=${1 + (at % 42)}&period=${period}&limit=1000&end=${Date.now() - at * 86_399_123}` }),
});

/** The ten most expensive, by the name under which a test or a bench tells about them. */
export const EXPENSIVE_CALLS: Readonly<Record<string, ExpensiveCall>> = {
  'every product': read('/v2/api/forex/trade_list', rest.list),
  search: { ...read('/v2/api/forex/search', rest.list), ask: () => ({ query: '?name=u' }) },
  'bars of days': bars('1day'),
  'bars of weeks': bars('1week'),
  'bars of minutes': bars('1min'),
  'small charts': {
    ...read('/v2/api/forex/abbreviated_cache_kline', rest.list),
    ask: (at) => ({ query: `?forex_id=${1 + (at % 42)}&period=${at % 2 ? '1day' : '5min'}` }),
  },
  'the document of the calls': read('/docs/json', rest.all),
  'a login': {
    path: '/api/user/loginForU',
    method: 'POST',
    limit: { perSecond: login.networkMax / (login.networkWindowMs / 1_000), burst: login.networkMax },
    ask: (at) => ({ form: `account=u${at}%40example.com&password=a-guess-999&login_type=email` }),
  },
  'orders that were closed': { ...read('/v2/api/forex/my_deal', rest.list), ask: () => ({ query: '?status=3' }) },
  'a statement': read('/v2/api/main/accountLog/statement', rest.statement),
};

/** Where requests come from, and for whom. `isDirect`: they connect from that address of loopback; else a proxy there names it. */
export type Caller = { readonly network: string; readonly token: string; readonly isDirect?: boolean };
/** `status`: of HTTP, or what broke the connection. `retryAfter`: the header, '' without one. */
export type Answer = { readonly status: number | string; readonly retryAfter: string };

/** One request as the flood's `at`th, on the connections of `agent`; resolves when its last byte has come. */
export function askCall(url: string, call: ExpensiveCall, caller: Caller, at: number, agent: Agent): Promise<Answer> {
  const { query = '', form } = call.ask(at);
  const headers = {
    authorization: caller.token,
    ...(caller.isDirect ? {} : { 'x-forwarded-for': caller.network }),
    'accept-encoding': 'br',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return new Promise((resolve) => {
    const broken = (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? error.message, retryAfter: '' });
    const from = caller.isDirect ? { localAddress: caller.network } : {};
    const sent = request(url + call.path + query, { method: call.method, headers, agent, ...from }, (reply) => {
      reply.resume();
      reply.on('error', broken);
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] ?? '' }));
    });
    sent.on('error', broken);
    sent.end(form);
  });
}

/** Asks `atOnce` times at once, each on a connection of its own. */
export async function floodCall(url: string, call: ExpensiveCall, caller: Caller, atOnce: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  return Promise.all(Array.from({ length: atOnce }, (_, at) => askCall(url, call, caller, at, agent)));
}

/** A new person with a demo account, who comes from that network. */
export async function demoPerson(url: string, network: string): Promise<Caller> {
  const headers = { 'x-forwarded-for': network };
  const made = (await (await fetch(`${url}/api/user/createAccountDemoForU`, { headers })).json()) as { data: { demo_id: string } };
  const body = new URLSearchParams({ demo_id: made.data.demo_id });
  const entered = await fetch(`${url}/api/user/loginDemoForU`, { method: 'POST', headers, body });
  return { network, token: ((await entered.json()) as { data: { token: string } }).data.token };
}
