/** Every route against every kind of caller (security S27): a route that is missing here fails the last test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FillReply } from '#protocol/rest/forex.ts';
import { apiRoutes } from '#server/app.ts';
import { methodsOf } from '#server/routes/route.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';

const CALLERS = ['visitor', 'demo', 'real', 'stranger', 'expired', 'garbage'] as const;
type Caller = (typeof CALLERS)[number];
/** Code of each kind of caller; 'in' stands for anything but 999, 1005 and 1004. */
type Row = { readonly fields: () => Record<string, string>; readonly codes: Readonly<Record<Caller, number | 'in'>> };

let app: StartedApp;
let tokens: Record<Caller, string>;
let orderId = '';
let alertId = '';

const ORDER = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
const KEY = '3f2b8c1e-7a4d-4e5f-9a6b-0c1d2e3f4a5b';

const open = (fields: Record<string, string> = {}): Row => ({
  fields: () => fields,
  codes: { visitor: 'in', demo: 'in', real: 'in', stranger: 'in', expired: 'in', garbage: 'in' },
});
const own = (fields: () => Record<string, string> = () => ({}), codes: Partial<Row['codes']> = {}): Row => ({
  fields,
  codes: { visitor: 999, demo: 'in', real: 'in', stranger: 'in', expired: 999, garbage: 999, ...codes },
});

/** A demo account has no password, and nothing to prove itself by beside its key. */
const ownReal = (fields: Record<string, string> = {}): Row => own(() => fields, { demo: 1005 });

const MATRIX: Readonly<Record<string, Row>> = {
  '/api/basicSet/getBasicInfo': open(),
  '/api/default/setting': open({ key: 'is_micro' }),
  '/api/menu': open(),
  '/api/default/area_list': open(),
  '/api/news/homeList': open(),
  '/api/company/getCompany': open(),
  '/api/company/getCompanyStatus': open(),
  '/api/company/search': open({ name: 'x' }),
  '/api/company/getEmail': open(),
  '/api/feedback/complaint': open({ email: 'a@example.com', content: 'x' }),
  '/api/user/register': open({ type: 'email', account: 'x', password: 'Long-enough-7', re_password: 'Long-enough-7' }),
  '/api/notify/send_email': open({ to: 'x', type: '2' }),
  '/api/notify/send_sms': open({ to: 'x', area_id: '1', type: '2' }),
  '/api/default/captcha': open(),
  '/api/default/puzzle': open(),
  '/api/user/forget_password': open({
    type: 'email',
    account: 'x',
    new_password: 'Long-enough-7',
    secondary_password: 'y',
    auth_code: '1',
  }),
  '/api/user/amend_password': own(() => ({ new_password: 'Long-enough-7', type: 'email' }), { demo: 1005 }),
  '/api/user/amend_pay_password': own(() => ({ password: '740284' }), { demo: 1005 }),
  '/api/user/loginForU': open({ account: 'x@example.com', password: 'y', login_type: 'email' }),
  '/api/user/createAccountDemoForU': open(),
  '/api/user/loginDemoForU': open({ demo_id: '0'.repeat(32) }),
  '/v2/api/main/user/resetForexDemoAccount': own(() => ({}), { real: 1004, stranger: 1004 }),
  '/api/user/info': own(),
  '/v2/api/main/wallet/getBalance': own(),
  '/api/user/get_profits': own(),
  '/v2/api/forex/getCategories': open(),
  '/v2/api/forex/trade_list': open(),
  '/v2/api/forex/search': open({ name: 'eur' }),
  '/v2/api/forex/kline': open({ forex_id: '1', period: '1min' }),
  '/v2/api/forex/abbreviated_cache_kline': open({ forex_id: '1', period: '5min' }),
  '/v2/api/forex/submit': own(() => ORDER),
  // The order is the real user's: nobody else may even learn that it exists. The owner's turn comes last.
  '/v2/api/forex/close': own(() => ({ id: orderId }), { demo: 1004, stranger: 1004 }),
  '/v2/api/forex/cancel_trade': own(() => ({ id: orderId }), { demo: 1004, stranger: 1004 }),
  '/v2/api/forex/set_stop_price': own(() => ({ id: orderId, stop_loss_price: '0' }), { demo: 1004, stranger: 1004 }),
  '/v2/api/forex/reverse': own(() => ({ id: orderId }), { demo: 1004, stranger: 1004 }),
  '/v2/api/micro/get_seconds': open({ forex_id: '1' }),
  '/v2/api/micro/submit': own(() => ({ forex_id: '1', type: '1', number: '10', seconds: '60' })),
  '/v2/api/micro/orders': own(() => ({ status: '1' })),
  '/v2/api/forex/close_all': own(),
  '/v2/api/forex/cancel_all': own(),
  '/v2/api/main/accountLog/forexChange': own(),
  // Half a range of dates is refused as an envelope; a whole one would answer a file.
  '/v2/api/main/accountLog/statement': own(() => ({ startTime: '1' })),
  '/v2/api/forex/account_state': own(),
  '/v2/api/forex/my_deal': own(() => ({ status: '1' })),
  '/v2/api/order/by_client_id': own(() => ({ client_id: KEY })),
  '/v2/api/order/void': own(() => ({ client_id: KEY })),
  '/v2/api/alert/list': own(),
  '/v2/api/alert/fired': own(),
  '/v2/api/alert/create': own(() => ({ forex_id: '1', kind: 'above', price: '9' })),
  // The alert is the real user's, as the order is.
  '/v2/api/alert/edit': own(() => ({ id: alertId, price: '8' }), { demo: 1004, stranger: 1004 }),
  '/v2/api/alert/delete': own(() => ({ id: alertId }), { demo: 1004, stranger: 1004 }),
  // A demo account has no name of its own to prove.
  '/api/common/image_upload': own(() => ({}), { demo: 1005 }),
  // Who has the link sees the photo: this one was signed by nobody.
  '/api/common/file/:id': open({ id: 'f'.repeat(32), e: '1', s: 'f'.repeat(32) }),
  '/api/user_real/center': own(() => ({}), { demo: 1005 }),
  '/api/user_real/real_name': own(() => ({}), { demo: 1005 }),
  '/api/user/login_factor': open({ ticket: 'x', code: '123456' }),
  '/api/user/passkey_challenge': open(),
  '/api/user/login_passkey': open({ answer: '{}' }),
  '/api/user/security': ownReal(),
  '/api/user/profile': ownReal({ word: 'x' }),
  '/api/user/factor_begin': ownReal({ password: 'y' }),
  '/api/user/factor_set': ownReal({ code: '123456' }),
  '/api/user/factor_remove': ownReal({ password: 'y' }),
  '/api/user/recovery_codes': ownReal({ password: 'y' }),
  '/api/user/passkey_new': ownReal({ password: 'y' }),
  '/api/user/passkey_add': ownReal({ answer: '{}' }),
  '/api/user/passkey_rename': ownReal({ id: '1', name: 'x' }),
  '/api/user/passkey_remove': ownReal({ id: '1', password: 'y' }),
  '/api/user/sessions': own(),
  '/api/user/login_history': own(),
  // One that nobody has: the caller's own go on.
  '/api/user/session_revoke': own(() => ({ id: '0'.repeat(32) })),
  '/api/user/session_revoke_others': own(),
  '/api/user/logout': own(),
};

beforeAll(async () => {
  // Twelve wrong logins of one account in a row belong to this test, not to a lock.
  app = await startApp({ limits: { ...WIDE_LIMITS, login: { ...WIDE_LIMITS.login, failuresMax: 1_000 } } });
  const expired = await app.demo();
  app.clock.jump(31 * 86_400_000);
  await app.clock.advance(2_000);
  const demo = await app.demo();
  const real = await app.real();
  const fields = { type: 'email', area_id: '1', account: 'stranger@example.com', password: 'Long-enough-7', re_password: 'Long-enough-7' };
  const stranger = await app.call<{ token: string }>('/api/user/register', fields, { method: 'POST' });
  const garbage = 'A'.repeat(43);
  tokens = { visitor: '', demo: demo.token, real: real.token, stranger: stranger.data.token, expired: expired.token, garbage };
  const order = await app.call<FillReply>('/v2/api/forex/submit', ORDER, { method: 'POST', token: real.token });
  orderId = String(order.data.Id);
  const asked = { forex_id: '1', kind: 'above', price: '7' };
  const alert = await app.call<{ Id: number }>('/v2/api/alert/create', asked, { method: 'POST', token: real.token });
  alertId = String(alert.data.Id);
});
afterAll(() => app.close());

describe('who may call what', () => {
  for (const [path, row] of Object.entries(MATRIX)) {
    it.each(['visitor', 'demo', 'stranger', 'expired', 'garbage', 'real'] as const)(`${path} as %s`, async (caller) => {
      const route = apiRoutes(app.server.appParts).find((entry) => entry.endpoint.path === path);
      if (!route) throw new Error(`no route ${path}`);
      const expected = row.codes[caller];
      // A session is needed again after the row that ends it.
      const token = path.endsWith('logout') && expected === 'in' ? (await app.demo()).token : tokens[caller];
      for (const method of methodsOf(route)) {
        const { code, status } = await app.call(path, row.fields(), { method, token });
        expect(status).toBe(200);
        if (expected === 'in') expect([999, 1005]).not.toContain(code);
        else expect(code).toBe(expected);
        if (path.endsWith('logout')) break;
      }
    });
  }

  it('a stranger sees none of the real user: orders, keys, balances', async () => {
    const call = (path: string, fields: Record<string, string>, caller: Caller) => app.call(path, fields, { token: tokens[caller] });
    expect((await call('/v2/api/forex/my_deal', { status: '1' }, 'stranger')).data).toMatchObject({ total: 0, data: [] });
    expect((await call('/v2/api/forex/my_deal', { status: '3' }, 'stranger')).data).toMatchObject({ total: 0, data: [] });
    const balances = (await call('/v2/api/main/wallet/getBalance', {}, 'stranger')).data as { balance: string }[];
    expect(balances.every((row) => row.balance === '0')).toBe(true);
  });

  it('every route has its row', () => {
    const paths = apiRoutes(app.server.appParts).map((route) => route.endpoint.path);
    expect([...paths].sort()).toEqual(Object.keys(MATRIX).sort());
  });

  it('S27 a route that does not declare its access, what it takes and what it answers stops the start', async () => {
    const { fastify } = await import('fastify');
    const { requireDeclarations } = await import('#server/routes/gate.ts');
    const bare = fastify();
    requireDeclarations(bare);
    expect(() => bare.get('/api/forgotten', async () => 'x')).toThrow(
      /route GET \/api\/forgotten does not declare auth, realm, owner, kyc, money, input, reply/,
    );
    const access = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none' } as never;
    expect(() => bare.get('/api/half', { config: { access } }, async () => 'x')).toThrow(/does not declare money/);
    const whole = { access: { ...(access as object), money: false } as never };
    const querystring = { type: 'object' };
    expect(() => bare.get('/api/mute', { config: whole, schema: { querystring } }, async () => 'x')).toThrow(/does not declare reply$/);
    expect(() => bare.get('/api/deaf', { config: whole, schema: { response: { 200: {} } } }, async () => 'x')).toThrow(
      /does not declare input$/,
    );
    expect(() => bare.get('/api/page', { config: whole, schema: { hide: true } as never }, async () => 'x')).not.toThrow();
  });
});
