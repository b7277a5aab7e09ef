/** A burst of one network, all within its limits, and somebody else who comes behind it. */
import { afterEach, expect, it } from 'vitest';
import { type StartedApp, startApp } from '../start-app.ts';

let app: StartedApp;
afterEach(() => app.close());

it('one network begins one call in a turn of the event loop: who comes behind its burst is answered long before its end', async () => {
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
