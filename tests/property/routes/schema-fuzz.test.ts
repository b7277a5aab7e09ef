/** Generated and mutated requests against every route (security S45): never a 5xx, a refusal names its field, and what is refused writes nothing. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldProblem } from '#protocol/errors.ts';
import { apiRoutes } from '#server/app.ts';
import { methodsOf, type Route } from '#server/routes/route.ts';
import { type StartedApp, startApp } from '../../server/start-app.ts';

const RUNS = process.env.TEST_LONG ? 400 : 40;
let app: StartedApp;
let token = '';

beforeAll(async () => {
  app = await startApp();
  token = (await app.demo()).token;
});
afterAll(() => app.close());

const HOSTILE = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e3',
  '1E-7',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1,5',
  '1.123456789',
  '99999999999',
  '9'.repeat(400),
  '1.',
  '.1',
  '+1',
  '１',
  '\u0000',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'true',
  '[object Object]',
  '{"a":1}',
  '../../etc/passwd',
  '%00',
  '😀'.repeat(50),
];
const PLAUSIBLE = ['1', '2', '3', '0.1', '5', '1min', '1day', 'email', 'phone', '0.01', '50', '1.08', '100', 'eur', 'is_micro'];
const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...PLAUSIBLE), fc.string({ maxLength: 40 }), fc.nat().map(String));
/** What JSON can carry besides texts. */
const jsonValue = fc.oneof(
  value,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(value, { maxLength: 3 }),
  fc.dictionary(fc.string(), value, { maxKeys: 2 }),
);

/** Fields of a route's schema, some left out, with names that nobody declared beside them. */
const fieldsOf = (route: Route) => {
  const names = Object.keys(route.input.entries);
  const known = names.length > 0 ? fc.dictionary(fc.constantFrom(...names), value) : fc.constant({});
  return fc.tuple(known, fc.dictionary(fc.constantFrom('price', 'fee', 'margin', 'user_id', 'admin', 'x'), value, { maxKeys: 2 }));
};

/** Rows that a refused call must not add to. */
const rows = async () => Promise.all((['user', 'trade_order', 'ledger_tx', 'deal', 'outbox'] as const).map((table) => app.count(table)));

async function expectSound(
  reply: { statusCode: number; payload: string; headers: Record<string, unknown> },
  isEmptyHanded: () => Promise<boolean>,
) {
  expect(reply.statusCode, reply.payload).toBeLessThan(500);
  // A statement is a file; only its refusals are envelopes.
  if (/^text\/(csv|html)/.test(String(reply.headers['content-type']))) return;
  const envelope = JSON.parse(reply.payload) as { code: number; msg: string; data: FieldProblem | null };
  expect(envelope.msg.length).toBeGreaterThan(0);
  expect(reply.payload).not.toMatch(/SQLITE|syntax error|node_modules|at Object\./);
  if (envelope.code !== 1001) return;
  expect(envelope.data).toMatchObject({
    field: expect.stringMatching(/./),
    value: expect.any(String),
    allowed: expect.stringMatching(/./),
  });
  expect(envelope.data?.value.length).toBeLessThanOrEqual(64);
  expect(await isEmptyHanded()).toBe(true);
}

describe('requests that nobody wrote by hand', () => {
  it('S45 queries, forms and JSON of every route', async () => {
    // Registration and logout end or make sessions: the token of the fuzz stays its own.
    const routes = apiRoutes(app.server.appParts).filter((route) => !/logout|createAccountDemo/.test(route.endpoint.path));
    for (const route of routes) {
      for (const method of methodsOf(route)) {
        await fc.assert(
          fc.asyncProperty(
            fieldsOf(route),
            fc.constantFrom('form', 'json'),
            fc.dictionary(fc.constantFrom(...Object.keys(route.input.entries), 'y'), jsonValue),
            async ([known, unknown], kind, json) => {
              const before = await rows();
              const isEmptyHanded = async () => JSON.stringify(await rows()) === JSON.stringify(before);
              const words = new URLSearchParams({ ...unknown, ...known }).toString();
              const headers = { authorization: token };
              const { path } = route.endpoint;
              if (method === 'GET') return expectSound(await app.app.inject({ method, url: `${path}?${words}`, headers }), isEmptyHanded);
              const type = kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
              const payload = kind === 'form' ? words : JSON.stringify({ ...known, ...json });
              return expectSound(
                await app.app.inject({ method, url: path, payload, headers: { ...headers, 'content-type': type } }),
                isEmptyHanded,
              );
            },
          ),
          { numRuns: RUNS },
        );
      }
    }
  });

  it('repeated names are refused by name, in the query, in the form, and across both', async () => {
    const order = 'type=1&cont=0.1&forex_id=1&status=1&multiple=100';
    const headers = { authorization: token, 'content-type': 'application/x-www-form-urlencoded' };
    const url = '/v2/api/forex/submit';
    const before = await rows();
    const replies = [
      await app.app.inject({ method: 'GET', url: `${url}?${order}&cont=5`, headers: { authorization: token } }),
      await app.app.inject({ method: 'POST', url, payload: `${order}&cont=5`, headers }),
      await app.app.inject({ method: 'POST', url: `${url}?cont=5`, payload: order, headers }),
    ];
    for (const reply of replies) expect(reply.json()).toMatchObject({ code: 1001, data: { field: 'cont' } });
    const t = await app.app.inject({ method: 'GET', url: `${url}?${order}&t=1&t=2`, headers: { authorization: token } });
    expect(t.json()).toMatchObject({ code: 1001, data: { field: 't' } });
    expect(await rows()).toEqual(before);
  });

  it('names that nobody declared are never read: a price, a fee, a margin or a person of the client', async () => {
    const fields = { type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100' };
    const foreign = { price: '0.5', Price: '0.5', fee: '0', margin: '0', CautionMoney: '0', user_id: '1', realm: 'real' };
    const reply = await app.call<{ Order: Record<string, unknown> }>(
      '/v2/api/forex/submit',
      { ...fields, ...foreign },
      { method: 'POST', token },
    );
    expect(reply.code).toBe(1);
    const { data: list } = await app.call<{ Id: number; ForexQuotations: { Close: number } }[]>('/v2/api/forex/trade_list');
    expect(reply.data.Order).toMatchObject({ Price: list.find((row) => row.Id === 1)?.ForexQuotations.Close, TradeFee: '0.6' });
  });

  it('decimals whose product leaves 64 bits are 1001 or a business refusal, never a 5xx', async () => {
    const before = await rows();
    for (const cont of ['9999999999.99999999', '9999999999', '92233720368']) {
      const reply = await app.call(
        '/v2/api/forex/submit',
        { type: '1', cont, forex_id: '1', status: '1', multiple: '1' },
        { method: 'POST', token },
      );
      expect(reply.status).toBe(200);
      expect([1001, 1102, 1104]).toContain(reply.code);
    }
    const wild = { type: '1', cont: '50', forex_id: '1', status: '1', multiple: '20', seen_price: '9999999999', slippage: '9999999999' };
    expect((await app.call('/v2/api/forex/submit', wild, { method: 'POST', token })).status).toBe(200);
    expect(await rows()).toEqual(before);
  });
});
