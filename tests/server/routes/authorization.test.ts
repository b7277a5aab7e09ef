/** Every route against every kind of caller, on both databases (security S27): a route that is missing here fails the first test. */
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiRoutes } from '#server/app.ts';
import { requireDeclarations } from '#server/routes/gate.ts';
import { methodsOf } from '#server/routes/route.ts';
import { eachDatabase } from '../each-database.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { makeBelongings, ORDER } from './access-belongings.ts';
import { makePeople, NOBODY, type Person, refusalOf } from './access-people.ts';

const CALLERS = ['visitor', 'demo', 'real', 'stranger', 'expired', 'garbage'] as const;
type Caller = (typeof CALLERS)[number];
/** Code of each kind of caller; 'in' stands for anything but a refusal of the gate. */
type Row = { readonly fields: () => Record<string, string>; readonly codes: Readonly<Record<Caller, number | 'in'>> };

/** Whom a caller is like in the rows, in the order of their turns: the owner comes last, when others can have spoiled nothing any more. */
const TURNS = {
  ...({ visitor: 'visitor', demo: 'demo', stranger: 'stranger', waiting: 'stranger', finished: 'stranger', rejected: 'stranger' } as const),
  ...({ expired: 'expired', garbage: 'garbage', real: 'real' } as const),
} satisfies Readonly<Record<string, Caller>>;
type Turn = keyof typeof TURNS;

let app: StartedApp;
let people: Readonly<Record<Turn, Person>>;
let orderId = '';
let alertId = '';

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
  '/v2/api/forex/amend': own(() => ({ id: orderId, target_price: '1.07' }), { demo: 1004, stranger: 1004 }),
  '/v2/api/forex/reverse': own(() => ({ id: orderId }), { demo: 1004, stranger: 1004 }),
  '/v2/api/order/receipt': own(() => ({ id: orderId }), { demo: 1004, stranger: 1004 }),
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
  '/api/user/own_demo': ownReal(),
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
  '/api/user/address_code': ownReal({ type: 'email', to: 'x' }),
  '/api/user/address_set': ownReal({ type: 'email', to: 'x', auth_code: '1', password: 'y' }),
  '/api/user/sessions': own(),
  '/api/user/login_history': own(),
  // One that nobody has: the caller's own go on.
  '/api/user/session_revoke': own(() => ({ id: '0'.repeat(32) })),
  '/api/user/session_revoke_others': own(),
  // A link that nobody was sent; one that is well made would answer a page.
  '/api/user/not_me': open({ link: 'x' }),
  '/api/user/not_me_freeze': open({ link: 'x' }),
  '/api/user/protection': ownReal(),
  '/api/user/unfreeze': ownReal({ password: 'y' }),
  '/api/user/own_limit': ownReal({ kind: 'loss_day', value: '1000' }),
  '/api/user/session_reminder': ownReal({ minutes: '0' }),
  '/api/user/lock_limits': ownReal({ days: '1' }),
  '/api/user/cool_off': ownReal({ days: '2' }),
  '/api/user/exclude': ownReal({ period: '6m', password: 'y' }),
  // A right proof would answer a file.
  '/api/user/own_data': ownReal({ password: 'y' }),
  '/api/user/close_account': ownReal({ password: 'y' }),
  '/api/user/freeze': ownReal(),
  '/api/user/logout': own(),
};

/** Codes by which the gate keeps somebody out: no session, no demo account, no name of one's own. */
const KEEPS_OUT: readonly unknown[] = [999, 1005, 1006];

const routeAt = (path: string) => apiRoutes(app.server.appParts).find(({ endpoint }) => endpoint.path === path);

eachDatabase('who may call what', (openDatabase) => {
  beforeAll(async () => {
    // Twelve wrong logins of one account in a row belong to this test, not to a lock.
    const limits = { ...WIDE_LIMITS, login: { ...WIDE_LIMITS.login, failuresMax: 1_000 } };
    app = await startApp({ db: await openDatabase(), config: { reviewAfterMs: undefined }, limits });
    const { token: expired } = await app.demo();
    app.clock.jump(31 * 86_400_000);
    await app.clock.advance(2_000);
    const { owner, ...others } = await makePeople(app);
    const dead = { visitor: NOBODY, expired: { ...NOBODY, token: expired }, garbage: { ...NOBODY, token: 'A'.repeat(43) } };
    people = { ...dead, ...others, real: owner };
    ({ position: orderId, alert: alertId } = await makeBelongings(app, owner.token));
  });
  afterAll(() => app.close());

  it('S27 every route has its row, and keeps out by its declaration whom the row says', () => {
    const routes = apiRoutes(app.server.appParts);
    expect(routes.map(({ endpoint }) => endpoint.path).sort()).toEqual(Object.keys(MATRIX).sort());
    const deviations = routes.flatMap(({ endpoint, access }) =>
      CALLERS.flatMap((caller) => {
        const said = MATRIX[endpoint.path]?.codes[caller];
        const declared = refusalOf(access, people[caller]);
        // What is not theirs is not found: that is no matter of the declaration.
        const isSame = declared === undefined ? said === 'in' || said === 1004 : said === declared;
        return isSame ? [] : [`${endpoint.path} as ${caller}: declared ${declared ?? 'in'}, not ${said}`];
      }),
    );
    expect(deviations).toEqual([]);
  });

  it('a stranger sees none of the real user: orders, keys, balances', async () => {
    const { token } = people.stranger;
    const listed = (status: string) => app.call('/v2/api/forex/my_deal', { status }, { token });
    expect((await listed('1')).data).toMatchObject({ total: 0, data: [] });
    expect((await listed('3')).data).toMatchObject({ total: 0, data: [] });
    const balances = (await app.call('/v2/api/main/wallet/getBalance', {}, { token })).data as { balance: string }[];
    expect(balances.every((row) => row.balance === '0')).toBe(true);
  });

  it.each(Object.entries(MATRIX))('S27 %s', async (path, row) => {
    const route = routeAt(path);
    if (!route) throw new Error(`no route ${path}`);
    const deviations: string[] = [];
    for (const [turn, like] of Object.entries(TURNS) as [Turn, Caller][]) {
      const person = people[turn];
      const said = row.codes[like];
      // Who has proven their name is let in where a row keeps out whoever has not.
      const expected = refusalOf(route.access, person) ?? (said === 1006 ? 'in' : said);
      const isLast = path.endsWith('logout') && expected === 'in';
      for (const method of isLast ? (['POST'] as const) : methodsOf(route)) {
        // A session is needed again after the rows that end it.
        const token = isLast ? (await app.demo()).token : person.token;
        const { code, status } = await app.call(path, row.fields(), { method, token });
        const isRight = status === 200 && (expected === 'in' ? !KEEPS_OUT.includes(code) : code === expected);
        if (!isRight) deviations.push(`${method} as ${turn}: ${status} ${code}, not ${expected}`);
      }
    }
    expect(deviations).toEqual([]);
  });
});

it('S27 a route that does not declare its access, what it takes and what it answers stops the start', () => {
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
