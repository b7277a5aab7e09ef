/** A burst of one network, all within its limits, and somebody else who comes behind it. */
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type StartedApp, startApp } from '../start-app.ts';

let app: StartedApp;
afterEach(() => app.close());

it('D9.58 one network begins one call in a turn of the event loop: who comes behind its burst is answered long before its end', async () => {
  app = await startApp();
  const answered: string[] = [];
  const ask = async (remoteAddress: string, url: string) => {
    const { statusCode } = await app.app.inject({ method: 'GET', url, remoteAddress });
    answered.push(`${remoteAddress} ${statusCode}`);
  };
  const burst = Array.from({ length: 40 }, () => ask('203.0.113.9', '/v2/api/forex/trade_list'));
  await Promise.all([...burst, ask('198.51.100.7', '/v2/api/forex/trade_list'), ask('198.51.100.8', '/healthz')]);
  expect(answered.filter((answer) => answer === '203.0.113.9 200')).toHaveLength(40);
  expect(answered.indexOf('198.51.100.7 200')).toBeLessThan(10);
  expect(answered.indexOf('198.51.100.8 200')).toBeLessThan(10);
});

it('D9.81 who connects behind a burst of connections is answered before what they ask for is worked on', async () => {
  app = await startApp({ config: { trustProxy: ['127.0.0.1'] } });
  const answered: string[] = [];
  const ask = (network: string, path: string) =>
    new Promise<void>((resolve, reject) => {
      const agent = new Agent({ keepAlive: false });
      get(app.url + path, { agent, headers: { 'x-forwarded-for': network } }, (reply) => {
        reply.resume();
        reply.on('end', () => {
          answered.push(`${network} ${reply.statusCode}`);
          resolve();
        });
      }).on('error', reject);
    });
  const burst = Array.from({ length: 100 }, () => ask('203.0.113.9', '/v2/api/forex/trade_list'));
  await Promise.all([...burst, ask('198.51.100.7', '/v2/api/forex/trade_list'), ask('198.51.100.8', '/healthz')]);
  expect(answered.filter((answer) => answer === '203.0.113.9 200')).toHaveLength(100);
  expect(answered.indexOf('198.51.100.8 200')).toBeLessThan(10);
  expect(answered.indexOf('198.51.100.7 200')).toBeLessThan(10);
});

it('D9.81 who has gone before their turn is not served', async () => {
  app = await startApp();
  const served = vi.spyOn(app.server.catalogue, 'categories');
  const gone = new Promise<void>((resolve) => {
    let closed = 0;
    app.app.server.on('connection', (socket) => socket.on('close', () => ++closed === 40 && resolve()));
  });
  for (let at = 0; at < 40; at++) {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) });
    socket.write('GET /v2/api/forex/getCategories HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.destroy());
  }
  await gone;
  await app.call('/v2/api/forex/trade_list');
  expect(served.mock.calls.length).toBeLessThan(10);
  await app.call('/v2/api/forex/getCategories');
  expect(served).toHaveBeenCalled();
});
