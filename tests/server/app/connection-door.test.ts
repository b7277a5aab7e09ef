/** Connections of one network, as they come: how many it may hold, in whose turn they are read, and what others have of it. */
import { randomUUID } from 'node:crypto';
import { get, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { SOCKET_PATH } from '#protocol/socket.ts';
import { LIMITS } from '#server/limits/limits.ts';
import { WIDER_NETWORKS } from '#server/limits/network-of.ts';
import { type StartedApp, type StartOptions, startApp, WIDE_LIMITS } from '../start-app.ts';
import { TestSocket } from '../test-socket.ts';

let app: StartedApp;
const opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await app.close();
});
const start = async (http: Partial<typeof LIMITS.http> = {}, options: StartOptions = {}) => {
  app = await startApp({ limits: { ...WIDE_LIMITS, http: { ...WIDE_LIMITS.http, ...http } }, ...options });
};

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
    const order = new URLSearchParams({ type: '1', cont: '0.01', forex_id: '1', status: '1', multiple: '100', client_id: randomUUID() });
    const sent = request(`${app.url}/v2/api/forex/submit?${order}`, { agent: false, localAddress, headers: { authorization } }, async (reply) => {
      const { code } = (await json(reply)) as { code: number };
      resolve(code);
    });
    sent.on('error', reject).end();
  });
const refusedSoFar = async (): Promise<number> => {
  const { payload } = await app.server.operations.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost' } });
  return Number(/^outcry_connections_refused_total (\d+)$/m.exec(payload)?.[1]);
};

it('D9.174 a network holds 240 connections: one more is closed as it comes, other networks have theirs, and one that goes makes room', async () => {
  await start({ connectionsPerNetwork: LIMITS.http.connectionsPerNetwork });
  const held = Array.from({ length: 300 }, () => connection('127.0.0.9'));
  await expect.poll(refusedSoFar).toBe(60);
  await expect.poll(() => held.filter(({ isClosed }) => isClosed()).length).toBe(60);
  expect(await status('127.0.0.9')).toBe('ECONNRESET');
  expect(await status('127.0.0.7')).toBe(200);
  held.find(({ isClosed }) => !isClosed())?.socket.destroy();
  await expect.poll(() => status('127.0.0.9')).toBe(200);
});

it('D9.174 a wider network holds what fifty networks do, and all together no more than the maximum', async () => {
  await start({ connectionsPerNetwork: 1, connectionsMax: WIDER_NETWORKS + 5 });
  for (let at = 1; at <= WIDER_NETWORKS + 10; at++) connection(`127.0.1.${at}`);
  await expect.poll(refusedSoFar).toBe(10);
  for (let at = 1; at <= 10; at++) connection(`127.0.${at + 1}.1`);
  await expect.poll(refusedSoFar).toBe(15);
});

it('D9.174 what comes from a trusted proxy is everybody, and is not counted', async () => {
  await start({ connectionsPerNetwork: 3 }, { config: { trustProxy: ['127.0.3.0/24', '::1'] } });
  for (let at = 0; at < 10; at++) connection('127.0.3.4');
  expect(await status('127.0.3.5')).toBe(200);
  for (let at = 0; at < 10; at++) connection('127.0.4.4');
  await expect.poll(refusedSoFar).toBe(7);
});

it('D9.174 who connects behind a burst of another network is read and answered before it', async () => {
  await start();
  const answered: string[] = [];
  const ask = (localAddress: string, path: string) => status(localAddress, path).then((code) => answered.push(`${localAddress} ${code}`));
  const burst = Array.from({ length: 150 }, () => ask('127.0.0.9', '/api/nothing'));
  await Promise.all([...burst, ask('127.0.0.7', '/api/nothing'), ask('127.0.0.8', '/healthz')]);
  expect(answered.filter((answer) => answer === '127.0.0.9 404')).toHaveLength(150);
  expect(answered.indexOf('127.0.0.8 200')).toBeLessThan(15);
  expect(answered.indexOf('127.0.0.7 404')).toBeLessThan(15);
});

it('D9.174 a flood of connections costs nobody else a socket or an order, and leaves nothing behind', async () => {
  await start({ connectionsPerNetwork: 20 });
  const { token } = await app.demo();
  const trader = new TestSocket(`${app.url.replace('http', 'ws')}${SOCKET_PATH}`, app.clock, { localAddress: '127.0.0.7' });
  await trader.opened();
  const answers = [];
  for (let wave = 0; wave < 4; wave++) {
    for (let at = 0; at < 200; at++) {
      const { socket } = connection('127.0.0.9');
      // Some go at once, some say half a word.
      if (at % 3 === 0) socket.destroy();
      else if (at % 3 === 1) socket.write('GET /api/menu HT');
    }
    answers.push((await trader.ask('ping', (frame) => frame.type === 'pong')).type);
    answers.push(await orderCode('127.0.0.7', token));
  }
  expect(answers).toEqual(Array(4).fill(['pong', 1]).flat());
  expect(await new TestSocket(`${app.url.replace('http', 'ws')}${SOCKET_PATH}`, app.clock, { localAddress: '127.0.0.8' }).opened()).toBeDefined();
  for (const socket of opened.splice(0)) socket.destroy();
  const open = () => new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open).toBeLessThanOrEqual(2);
  expect(await status('127.0.0.9')).toBe(200);
});
