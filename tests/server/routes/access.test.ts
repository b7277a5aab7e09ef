/**
 * Who may call what, beyond the rows of `authorization.test.ts`: every declaration that a route can have, every token that lets nobody in,
 * and every id of somebody else's (security S22, S26, S27).
 */
import { type FastifyInstance, fastify } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCKET_PATH } from '#protocol/socket.ts';
import { apiRoutes } from '#server/app.ts';
import { registerRoutes } from '#server/routes/gate.ts';
import { OWN_COMPILERS } from '#server/routes/own-compilers.ts';
import { type Access, methodsOf, type Route } from '#server/routes/route.ts';
import { CSP_REPORT_PATH } from '#server/routes/security-headers.ts';
import { PASSWORD } from '../codes/post-box.ts';
import { eachDatabase } from '../each-database.ts';
import { fetchPhoto, sentPhoto } from '../send-photo.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { type Belongings, makeBelongings, ORDER, seenByOwner } from './access-belongings.ts';
import { deadTokens, identityForm, isTold, makePeople, NOBODY, type Person, refusalOf } from './access-people.ts';

/** What is served beside the calls of the API: nothing of a person's. The router writes `/docs/*` so, and `/tape/*` as `*`. */
const OTHERS = ['GET /healthz', 'GET /readyz', `POST ${CSP_REPORT_PATH}`, `GET ${SOCKET_PATH}`].concat(
  ['/docs', '/docs*', '*'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
);

/** Fields that name a thing by an id or an address. Of a new one it must be said here and below whose thing it is. */
const NAMES_OF_THINGS = /(^|_)(id|pic)$/;
const KNOWN_NAMES = ['area_id', 'card_id', 'client_id', 'demo_id', 'forex_id', 'front_pic', 'hand_pic', 'id', 'reverse_pic'];

/** The owner's thing in each call that takes one by its id, with what else the call needs. */
const FOREIGN: Readonly<Record<string, (own: Belongings) => Record<string, string>>> = {
  '/v2/api/forex/close': ({ position }) => ({ id: position }),
  '/v2/api/forex/cancel_trade': ({ pending }) => ({ id: pending }),
  '/v2/api/forex/amend': ({ pending }) => ({ id: pending, target_price: '1.07' }),
  '/v2/api/forex/set_stop_price': ({ position }) => ({ id: position, stop_loss_price: '0' }),
  '/v2/api/forex/reverse': ({ position }) => ({ id: position }),
  '/v2/api/order/receipt': ({ position }) => ({ id: position }),
  '/v2/api/alert/edit': ({ alert }) => ({ id: alert, price: '8' }),
  '/v2/api/alert/delete': ({ alert }) => ({ id: alert }),
  '/api/user/session_revoke': ({ session }) => ({ id: session }),
  '/api/user/passkey_rename': ({ passkey }) => ({ id: passkey, name: 'taken' }),
  '/api/user/passkey_remove': ({ passkey }) => ({ id: passkey, password: PASSWORD }),
};

/** Deviations that a failure names: one fault may make thousands. */
const SHOWN_MAX = 20;

const TABLES = [
  ...(['user', 'session', 'device', 'trade_order', 'deal', 'entry', 'ledger_tx', 'idempotency', 'outbox', 'audit', 'letter'] as const),
  ...(['login_event', 'upload', 'identity', 'price_alert', 'micro_order', 'passkey', 'second_factor', 'sign_in', 'code'] as const),
  ...(['captcha', 'setting', 'stop_edit', 'due_work'] as const),
];

const rowsOf = async ({ db }: StartedApp) =>
  Object.fromEntries(
    await Promise.all(TABLES.map(async (table) => [table, (await db.kysely.selectFrom(table).selectAll().execute()).length] as const)),
  );

/** Every declaration that can be written. */
const everyAccess = (): Access[] =>
  (['none', 'session'] as const).flatMap((auth) =>
    (['any', 'demo', 'real'] as const).flatMap((realm) =>
      (['none', 'self'] as const).flatMap((owner) =>
        (['none', 'done'] as const).flatMap((kyc) => [true, false].map((money) => ({ auth, realm, owner, kyc, money }))),
      ),
    ),
  );

/** A route of that declaration which lets everybody in who comes to it, and says who they are. */
const probe = (access: Access, at: number): Route => ({
  ...{ endpoint: { path: `/api/probe/${at}`, method: 'GET', body: 'query', money: access.money }, summary: '', rate: 'none', access },
  ...{ input: v.object({}), reply: v.string(), handle: async ({ session }) => ({ code: 1, message: 'ok', data: session?.user.uid ?? '' }) },
});

/** Every address with its method, read from the tree of the router: a path stands behind that of the line that it is indented under. */
function served(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
      if (methods === '') return [];
      above.length = indent.length / 4 - 1;
      above.push(part);
      return methods.split(', ').map((method) => `${method} ${above.join('')}`);
    });
}

eachDatabase('the gate', (open) => {
  const logLines: string[] = [];
  let app: StartedApp;
  let dead: Record<string, string>;
  let people: Awaited<ReturnType<typeof makePeople>>;
  let own: Belongings;
  let ownRoutes: Route[];
  beforeAll(async () => {
    // Nobody reviews but the operator.
    app = await startApp({ db: await open(), config: { reviewAfterMs: undefined }, limits: WIDE_LIMITS, logLines });
    dead = await deadTokens(app);
    people = await makePeople(app);
    own = await makeBelongings(app, people.owner.token);
    ownRoutes = apiRoutes(app.server.appParts).filter(({ access }) => access.auth === 'session');
  });
  afterAll(() => app.close());

  it('S27 each declaration that there can be keeps out whom it says and nobody else, and knows who came', async () => {
    const uids = new Map<string, string>();
    for (const { token } of Object.values(people))
      uids.set(token, (await app.call<{ uid: string }>('/api/user/info', {}, { token })).data.uid);
    const everybody: [string, Person][] = [
      ...Object.entries(people),
      ...Object.entries(dead).map(([name, token]): [string, Person] => [name, { ...NOBODY, token }]),
    ];
    const probes = everyAccess().map(probe);
    const gated = fastify({ schemaController: OWN_COMPILERS });
    registerRoutes(gated, probes, app.server.appParts);
    const deviations: string[] = [];
    for (const route of probes)
      for (const method of methodsOf(route))
        for (const [name, person] of everybody) {
          const headers = { authorization: person.token };
          const { code, data } = (await gated.inject({ method, url: route.endpoint.path, headers })).json();
          const refusal = refusalOf(route.access, person);
          const uid = route.access.auth === 'none' ? '' : uids.get(person.token);
          const isRight = refusal === undefined ? code === 1 && data === uid : code === refusal && isTold(name, data);
          if (!isRight) deviations.push(`${method} ${JSON.stringify(route.access)} as ${name}: ${code} ${data}, not ${refusal ?? uid}`);
        }
    await gated.close();
    expect(uids.size).toBe(6);
    expect(deviations.slice(0, SHOWN_MAX)).toEqual([]);
  });

  it('S26 S27 no token that has ended, and nothing that is none, opens a route, and nothing is written by whoever tries', async () => {
    const before = await rowsOf(app);
    const deviations: string[] = [];
    for (const route of ownRoutes)
      for (const method of methodsOf(route))
        for (const [name, token] of Object.entries(dead)) {
          const { code, data, status } = await app.call(route.endpoint.path, {}, { method, token });
          if (code !== 999 || !isTold(name, data) || status !== 200)
            deviations.push(`${method} ${route.endpoint.path}, ${name}: ${status} ${code}`);
        }
    expect(deviations.slice(0, SHOWN_MAX)).toEqual([]);
    expect(await rowsOf(app)).toEqual(before);
  });

  it('D0.07 S26 S27 a token counts in the header authorization and nowhere else, raw or after Bearer', async () => {
    const { token } = people.owner;
    const url = '/api/user/info';
    const codeOf = async (request: { url?: string; headers?: Record<string, string> }) =>
      (await app.app.inject({ url, ...request })).json().code;
    expect(await codeOf({ headers: { authorization: `Bearer ${token}` } })).toBe(1);
    expect(await codeOf({ headers: { authorization: token } })).toBe(1);
    const told = () => logLines.filter((line) => line.includes('a token came in a query')).length;
    const before = told();
    for (const name of ['authorization', 'token']) {
      expect(await codeOf({ url: `${url}?${name}=${token}` })).toBe(999);
      expect(await codeOf({ headers: { cookie: `${name}=${token}` } })).toBe(999);
      expect(await codeOf({ headers: { [`x-${name}`]: token } })).toBe(999);
    }
    expect(told()).toBe(before + 2);
    // Not even by the library that reads files, which tells at the lowest level what it was given.
    expect(logLines.join('\n').includes(token)).toBe(false);
  });

  it('S22 the key of somebody else’s order tells nothing of it, voids nothing of it, and is free for an order of one’s own', async () => {
    const before = await seenByOwner(app, people.owner.token, own);
    const ask = (path: string, fields: Record<string, string>, { token }: Person) =>
      app.call<{ Id: number }>(path, fields, { method: 'POST', token });
    const key = { client_id: own.key };
    for (const person of [people.demo, people.stranger, people.finished])
      expect((await app.call('/v2/api/order/by_client_id', key, { token: person.token })).data).toEqual({ state: 'unknown', reply: null });
    const order = await ask('/v2/api/forex/submit', { ...ORDER, ...key }, people.demo);
    expect([order.code, String(order.data.Id) === own.position]).toEqual([1, false]);
    // Word for word the owner's order, of somebody who has no money.
    expect(await ask('/v2/api/forex/submit', { ...ORDER, ...key }, people.finished)).toMatchObject({ code: 1301 });
    expect(await ask('/v2/api/order/void', key, people.stranger)).toMatchObject({ code: 1109 });
    expect(await seenByOwner(app, people.owner.token, own)).toEqual(before);
  });

  it('S22 S27 what is somebody else’s is not found by its id, neither by a guest nor in any state of an identity, and stays as it is', async () => {
    const taking = ownRoutes.filter(({ input }) => Object.hasOwn(input.entries, 'id'));
    expect(taking.map(({ endpoint }) => endpoint.path).sort()).toEqual(Object.keys(FOREIGN).sort());
    const before = await seenByOwner(app, people.owner.token, own);
    const { owner: _, ...others } = people;
    const deviations: string[] = [];
    for (const { endpoint, access, ...route } of taking)
      for (const method of methodsOf({ endpoint, access, ...route }))
        for (const [name, person] of Object.entries(others)) {
          const { code, data } = await app.call(endpoint.path, FOREIGN[endpoint.path]?.(own), { method, token: person.token });
          const refusal = refusalOf(access, person) ?? 1004;
          if (code !== refusal || data !== null) deviations.push(`${method} ${endpoint.path} as ${name}: ${code}, not ${refusal}`);
        }
    expect(deviations.slice(0, SHOWN_MAX)).toEqual([]);
    expect(await seenByOwner(app, people.owner.token, own)).toEqual(before);
  });

  it('S27 fields that name a thing are known, so that of each it is said whose it may be', () => {
    const names = apiRoutes(app.server.appParts).flatMap(({ input }) => Object.keys(input.entries));
    expect([...new Set(names.filter((name) => NAMES_OF_THINGS.test(name)))].sort()).toEqual(KNOWN_NAMES);
  });

  it('S33 S22 a photo of somebody else’s is none in an identity, in whichever slot, and another’s signature opens none', async () => {
    for (const { token, state } of [people.stranger, people.rejected]) {
      for (const slot of ['front_pic', 'reverse_pic', 'hand_pic']) {
        const fields = { ...(await identityForm(app, token)), [slot]: own.photo };
        const reply = await app.call('/api/user_real/real_name', fields, { method: 'POST', token });
        expect(reply).toMatchObject({ code: 1001, data: { field: slot } });
      }
      expect((await app.call('/api/user_real/center', {}, { token })).data).toMatchObject({ review_status: state });
    }
    const [path] = own.photo.split('?');
    const [, signature] = (await sentPhoto(app, people.stranger.token)).split('?');
    expect(JSON.parse((await fetchPhoto(app, `${path}?${signature}`)).bytes.toString()).code).toBe(1004);
    expect((await fetchPhoto(app, own.photo)).headers['content-type']).toBe('image/jpeg');
  });

  it('S27 nothing is served beside the declared calls but what is nobody’s', () => {
    const declared = apiRoutes(app.server.appParts).flatMap((route) =>
      methodsOf(route).map((method) => `${method} ${route.endpoint.path}`),
    );
    expect(served(app.app).sort()).toEqual([...declared, ...OTHERS].sort());
  });
});
