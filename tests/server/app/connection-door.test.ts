/** Connections of one network, as they come: how many it may hold, in whose turn they are read, and what others have of it. */
import { randomUUID } from 'node:crypto';
import { get, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SOCKET_PATH } from '#protocol/socket.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { WIDER_NETWORKS } from '#server/limits/network-of.ts';
import { type StartedApp, startApp, WIDE_LIMITS } from '../start-app.ts';
import { TestSocket } from '../test-socket.ts';

let app: StartedApp;
const opened: Socket[] = [];
const serverHolds = () => new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)));
const startWith = (http: Partial<typeof LIMITS.http>) =>
  beforeAll(async () => {
    app = await startApp({
      limits: { ...WIDE_LIMITS, http: { ...LIMITS.http, ...http } },
      config: { trustProxy: ['127.0.3.0/24', '::1'] },
    });
  });
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await expect.poll(serverHolds, { message: 'connections that are left' }).toBe(0);
});
afterAll(() => app.close());

/** A connection from an address of loopback that says nothing; and whether the server has closed it. */
function connection(localAddress: string): { readonly socket: Socket; readonly isClosed: () => boolean } {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port), localAddress });
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  opened.push(socket);
  return { socket, isClosed: () => isClosed };
}
const status = (localAddress: string, path = '/healthz'): Promise<number | string> =>
  new Promise((resolve) => {
    get(app.url + path, { agent: false, localAddress }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
/** The code of an order that comes on a connection of its own. */
const orderCode = (localAddress: string, authorization: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const order = new URLSearchParams({ type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '100', client_id: randomUUID() });
    const sent = request(`${app.url}/v2/api/forex/submit?${order}`, { agent: false, localAddress, headers: { authorization } }, (reply) => {
      json(reply).then((body) => resolve((body as { code: number }).code), reject);
    });
    sent.on('error', reject).end();
  });
const refusedSoFar = async (): Promise<number> => {
  const { payload } = await app.server.operations.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } });
  return Number(/^outcry_connections_refused_total (\d+)$/m.exec(payload)?.[1]);
};

describe('a network holds so many connections', () => {
  startWith({ connectionsPerNetwork: 2, connectionsMax: 2 * WIDER_NETWORKS + 5 });

  it('D9.174 one more is closed as it comes, other networks have theirs, and one that goes makes room', async () => {
    const before = await refusedSoFar();
    const held = Array.from({ length: 8 }, () => connection('127.0.0.9'));
    await expect.poll(refusedSoFar).toBe(before + 6);
    await expect.poll(() => held.filter(({ isClosed }) => isClosed()).length).toBe(6);
    expect([await status('127.0.0.9'), await status('127.0.0.7')]).toEqual(['ECONNRESET', 200]);
    held.find(({ isClosed }) => !isClosed())?.socket.destroy();
    await expect.poll(() => status('127.0.0.9')).toBe(200);
  });

  it('D9.174 a wider network holds what fifty networks do, and all together no more than the maximum', async () => {
    const before = await refusedSoFar();
    for (let at = 1; at <= WIDER_NETWORKS + 5; at++) for (const _ of 'ab') connection(`127.0.1.${at}`);
    await expect.poll(refusedSoFar).toBe(before + 10);
    for (let at = 1; at <= 15; at++) connection(`127.1.${at}.1`);
    await expect.poll(refusedSoFar).toBe(before + 20);
  });

  it('D9.174 what comes from a trusted proxy is everybody, and is not counted', async () => {
    const before = await refusedSoFar();
    for (let at = 0; at < 10; at++) connection('127.0.3.4');
    expect(await status('127.0.3.4')).toBe(200);
    for (let at = 0; at < 10; at++) connection('127.0.4.4');
    await expect.poll(refusedSoFar).toBe(before + 8);
  });
});

describe('many connections of one network', () => {
  startWith({ connectionsPerNetwork: 160 });

  it('D9.174 are read in its turn: who connects behind them is answered before them', async () => {
    const answered: string[] = [];
    const ask = (localAddress: string, path: string) => status(localAddress, path).then((code) => answered.push(`${localAddress} ${code}`));
    const burst = Array.from({ length: 150 }, () => ask('127.0.0.9', '/api/nothing'));
    await Promise.all([...burst, ask('127.0.0.7', '/api/nothing'), ask('127.0.0.8', '/healthz')]);
    expect(answered.filter((answer) => answer === '127.0.0.9 404')).toHaveLength(150);
    expect(answered.indexOf('127.0.0.8 200')).toBeLessThan(15);
    expect(answered.indexOf('127.0.0.7 404')).toBeLessThan(15);
  });

  it('D9.174 cost nobody else a socket or an order, and leave nothing behind', async () => {
    const { token } = await app.demo();
    const before = await refusedSoFar();
    const url = `${app.url.replace('http', 'ws')}${SOCKET_PATH}`;
    const trader = await new TestSocket(url, app.clock, { localAddress: '127.0.0.7' }).opened();
    const answers = [];
    for (let wave = 0; wave < 3; wave++) {
      for (let at = 0; at < 250; at++) {
        const { socket } = connection('127.0.0.9');
        // Some go at once, some say half a word.
        if (at % 3 === 0) socket.destroy();
        else if (at % 3 === 1) socket.write('GET /api/menu HT');
      }
      answers.push((await trader.ask('ping', (frame) => frame.type === 'pong')).type, await orderCode('127.0.0.7', token));
    }
    expect(answers).toEqual(Array(3).fill(['pong', 1]).flat());
    expect(await refusedSoFar()).toBeGreaterThan(before);
    const late = await new TestSocket(url, app.clock, { localAddress: '127.0.0.8' }).opened();
    for (const { socket } of [trader, late]) socket.terminate();
    for (const socket of opened.splice(0)) socket.destroy();
    await expect.poll(serverHolds).toBe(0);
    expect(await status('127.0.0.9')).toBe(200);
  });
});
