/** Price alerts over the API: what is refused, with code and field and nothing written; once under a key; one's own alone; told over the socket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALERTS_MAX } from '#domain/price-alert.ts';
import { eachDatabase } from '../each-database.ts';
import { type Reply, type StartedApp, startApp } from '../start-app.ts';
import { freshKey } from '../trading/trading-fixture.ts';
import { openAlerts } from './alert-rig.ts';

type Fields = Record<string, string>;
type Alert = { Id: number; State: string; Kind: string; Price?: string; Repeat: string };
type Refusal = { field: string; value: string; allowed: string };
const KEY = '5f0e7a52-1f7e-4d3c-9b1a-0d6a2f3c4b5e';

let app: StartedApp;
let token = '';
const post = <T>(call: string, fields: Fields, who = token): Promise<Reply<T>> =>
  app.call<T>(`/v2/api/alert/${call}`, fields, { method: 'POST', token: who });
const create = (fields: Fields, who = token) => post<Alert & Refusal>('create', { forex_id: '1', ...fields }, who);
const list = async (who = token) => (await app.call<{ data: Alert[]; total: number }>('/v2/api/alert/list', {}, { token: who })).data;
const rows = async (): Promise<string> => {
  const tables = ['price_alert', 'alert_change', 'alert_fired', 'outbox'] as const;
  const all = await Promise.all(tables.map((table) => app.db.kysely.selectFrom(table).selectAll().execute()));
  return JSON.stringify(all, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
};

beforeAll(async () => {
  app = await startApp();
  token = (await app.demo()).token;
  await app.pushTick('EURUSD', '1.08');
});
afterAll(() => app.close());

const ABOVE = { kind: 'above', price: '1.09' };
const MOVE = { kind: 'move', percent: '1', window_s: '300' };

describe('bad input to an alert', () => {
  it.each<[string, Fields, string]>([
    ['an unknown product', { ...ABOVE, forex_id: '999' }, 'forex_id'],
    ['no product', { ...ABOVE, forex_id: '' }, 'forex_id'],
    ['a kind that is none', { ...ABOVE, kind: 'beside' }, 'kind'],
    ['a repeat that is none', { ...ABOVE, repeat: 'twice' }, 'repeat'],
    ['no price', { kind: 'above' }, 'price'],
    ['a price of 0', { kind: 'below', price: '0' }, 'price'],
    ['a price below 0', { kind: 'below', price: '-1' }, 'price'],
    ['a price with an exponent', { kind: 'above', price: '1e3' }, 'price'],
    ['more digits than the product has', { kind: 'above', price: '1.090001' }, 'price'],
    ['above the newest price, at it', { kind: 'above', price: '1.08' }, 'price'],
    ['above, on the wrong side', { kind: 'above', price: '1.07' }, 'price'],
    ['below, on the wrong side', { kind: 'below', price: '1.09' }, 'price'],
    ['a percentage beside a price', { ...ABOVE, percent: '1' }, 'percent'],
    ['a window beside a price', { ...ABOVE, window_s: '60' }, 'window_s'],
    ['a move without a percentage', { kind: 'move', window_s: '60' }, 'percent'],
    ['a move of 0 percent', { ...MOVE, percent: '0' }, 'percent'],
    ['a move of less than the least', { ...MOVE, percent: '0.09' }, 'percent'],
    ['a move of more than the most', { ...MOVE, percent: '50.5' }, 'percent'],
    ['a move in thousandths', { ...MOVE, percent: '0.125' }, 'percent'],
    ['a move without a window', { kind: 'move', percent: '1' }, 'window_s'],
    ['a window that is not offered', { ...MOVE, window_s: '61' }, 'window_s'],
    ['a window that is no number', { ...MOVE, window_s: 'hour' }, 'window_s'],
    ['a price beside a move', { ...MOVE, price: '1.09' }, 'price'],
    ['a key that is none', { ...ABOVE, client_id: 'again' }, 'client_id'],
  ])('D9.145 %s: 1001 with its field, nothing written', async (_name, fields, field) => {
    const before = await rows();
    const { code, data } = await create(fields);
    expect([code, data.field]).toEqual([1001, field]);
    expect(data.value).toBe((fields[field] ?? '').slice(0, 64));
    expect(await rows()).toBe(before);
  });

  it('D9.145 a doubled one, and an edit onto another or to the wrong side, change nothing; an edit waits anew', async () => {
    const { token: own } = await app.demo();
    const first = await create(ABOVE, own);
    const second = await create({ kind: 'above', price: '1.1' }, own);
    await create(MOVE, own);
    const before = await rows();
    expect((await create({ ...ABOVE, repeat: 'every' }, own)).data).toMatchObject({ field: 'price', value: '1.09' });
    expect((await create(MOVE, own)).data).toMatchObject({ field: 'percent', value: '1' });
    const edit = (fields: Fields) => post<Alert & Refusal>('edit', { id: String(second.data.Id), ...fields }, own);
    expect((await edit({ price: '1.09' })).data).toMatchObject({ field: 'price', value: '1.09' });
    expect((await edit({ price: '1.07' })).data).toMatchObject({ field: 'price', allowed: 'a price above 1.08, the newest' });
    expect((await edit({ percent: '1' })).data).toMatchObject({ field: 'percent' });
    const moved = (await list(own)).data.find(({ Kind }) => Kind === 'move');
    expect((await post<Refusal>('edit', { id: String(moved?.Id), kind: 'above' }, own)).data).toMatchObject({ field: 'kind' });
    expect(await rows()).toBe(before);
    expect((await edit({ kind: 'below', price: '1.07' })).data).toMatchObject({ Id: second.data.Id, Kind: 'below', Price: 1.07 });
    expect((await list(own)).data.map(({ Id, Kind }) => [Id, Kind])).toContainEqual([first.data.Id, 'above']);
  });
});

describe('an alert over the API', () => {
  it('D0.11 is one under its key, whoever sends it again; the key with other terms is refused', async () => {
    const { token: own } = await app.demo();
    const first = await create({ ...ABOVE, client_id: KEY }, own);
    expect(await create({ ...ABOVE, client_id: KEY }, own)).toMatchObject({ code: 1, data: { Id: first.data.Id } });
    expect((await create({ ...ABOVE, price: '1.1', client_id: KEY }, own)).code).toBe(1002);
    expect((await list(own)).total).toBe(1);
  });

  it('S27 is its own person’s alone, whichever realm', async () => {
    const real = await app.real();
    const mine = await create({ kind: 'below', price: '1' }, real.token);
    const before = await rows();
    for (const call of ['edit', 'delete']) expect((await post(call, { id: String(mine.data.Id), price: '1.01' })).code).toBe(1004);
    expect((await post('delete', { id: '999999' })).code).toBe(1004);
    expect((await create(ABOVE, '')).code).toBe(999);
    expect(await rows()).toBe(before);
    expect(await post('delete', { id: String(mine.data.Id) }, real.token)).toMatchObject({ code: 1, data: { Id: mine.data.Id } });
    expect((await post('delete', { id: String(mine.data.Id) }, real.token)).code).toBe(1004);
  });

  it('D9.148 tells the person over the socket, numbered, and keeps it in the list of what fired', async () => {
    const own = await app.demo();
    const { data } = await create({ kind: 'above', price: '1.2', repeat: 'every' }, own.token);
    const socket = await app.connect();
    const of = (type: string) => (frame: { type: string }) => frame.type === type;
    await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, of('hello'));
    await socket.ask({ type: 'login', token: own.token, id: 2 }, of('login'));
    await socket.ask({ type: 'sub', topic: 'ALERT', id: 3 }, of('sub'));
    await app.pushTick('EURUSD', '1.21');
    const told = await socket.until(of('ALERT'));
    expect(told).toMatchObject({ uid: own.uid, seq: 2, data: { AlertId: data.Id, Kind: 'above', Price: 1.21, Level: 1.2 } });
    const fired = await app.call<{ data: object[]; total: number }>('/v2/api/alert/fired', {}, { token: own.token });
    expect(fired.data).toEqual({ data: [told.data], total: 1 });
    expect((await list(own.token)).data).toMatchObject([{ Id: data.Id, State: 'resting' }]);
    await app.pushTick('EURUSD', '1.08');
  });
});

it('D9.171 a person’s other devices are told what one has done to an alert, in its order, and of nothing that changed nothing', async () => {
  const own = await app.demo();
  const socket = await app.connect();
  const of = (type: string) => (frame: { type: string }) => frame.type === type;
  await socket.ask({ type: 'hello', v: 2, lang: 'en', id: 1 }, of('hello'));
  await socket.ask({ type: 'login', token: own.token, id: 2 }, of('login'));
  await socket.ask({ type: 'sub', topic: 'ALERT', id: 3 }, of('sub'));
  const { data } = await create({ ...ABOVE, client_id: KEY }, own.token);
  await create({ ...ABOVE, client_id: KEY }, own.token);
  const id = String(data.Id);
  const before = await rows();
  expect(await post('edit', { id, price: '1.090', repeat: 'once' }, own.token)).toMatchObject({
    code: 1,
    data: { Id: data.Id, Price: 1.09 },
  });
  expect((await post('edit', { id, price: '1.07' }, own.token)).code).toBe(1001);
  expect(await rows()).toBe(before);
  await post('edit', { id, repeat: 'every' }, own.token);
  await post('delete', { id }, own.token);
  await socket.until(({ type, seq }) => type === 'ALERT' && seq === 3);
  const told = socket.frames.filter(of('ALERT')).map(({ seq, data }) => [seq, data]);
  expect(told).toEqual(['set', 'edited', 'deleted'].map((Change, at) => [at + 1, { AlertId: data.Id, Change }]));
});

eachDatabase('alerts of one person', (open) => {
  it('D9.145 are at most as many as there may be, though they come at the same time', async () => {
    const at = await openAlerts(await open());
    await at.tick([1, '1.08']);
    const anna = await at.trader();
    const asked = (step: number) => ({ forex_id: '1', kind: 'above', price: `1.09${step + 100}`, repeat: 'once' }) as const;
    const outcomes = await Promise.all(
      Array.from({ length: ALERTS_MAX + 5 }, (_, step) => at.alerts.create(anna, asked(step), freshKey())),
    );
    const refused = outcomes.filter(({ code }) => code !== 1);
    expect(refused).toHaveLength(5);
    const full = { field: 'id', value: '', allowed: 'one of your 50 alerts to delete first: there may be no more' };
    for (const { code, data } of refused) expect([code, data]).toEqual([1001, full]);
    expect((await at.alerts.list(anna)).total).toBe(ALERTS_MAX);
  });
});
