import { expect, it } from 'vitest';
import { read } from '#protocol/rest/endpoint.ts';
import { CallError } from '#rest/call-error.ts';
import { RETRY_AFTER_S_MAX, retryAfterS } from '#rest/retry-after.ts';
import { FakeServer } from './fake-server.ts';

const NOW = Date.UTC(2026, 10, 28, 12, 0, 0);
const saying = (retryAfter: string) => new CallError('HTTP_429', undefined, null, retryAfter);

it('D9.428 S1-8.05 a refusal of the transport says how long to wait, as the server said it', async () => {
  const server = new FakeServer();
  server.answer = () => ({ status: 429, retryAfter: '240' });
  const refusal = server.request.call(read('/api/menu')).catch((error: unknown) => error);
  await server.clock.advance(20);
  expect(await refusal).toMatchObject({ code: 'HTTP_429', msg: 'HTTP_429', data: { code: 0 } });
  expect(retryAfterS(await refusal, NOW)).toBe(240);
});

it.each([
  ['1', 1],
  [' 240 ', 240],
  ['Sat, 28 Nov 2026 12:01:30 GMT', 90],
  // Rounded up: nobody comes too early.
  ['2026-11-28T12:00:00.200Z', 1],
  ['86400', RETRY_AFTER_S_MAX],
  ['Sun, 29 Nov 2026 12:00:00 GMT', RETRY_AFTER_S_MAX],
  ['99999999999999999999', RETRY_AFTER_S_MAX],
  ['0', undefined],
  ['-5', undefined],
  ['', undefined],
  ['soon', undefined],
  // Over already, or a clock that goes wrong.
  ['Sat, 28 Nov 2026 11:59:59 GMT', undefined],
])('D9.428 Retry-After %j is %s seconds', (text, seconds) => {
  expect(retryAfterS(saying(text), NOW)).toBe(seconds);
});

it('D9.428 what came without one, or never was an answer, names no wait', () => {
  expect([retryAfterS(new CallError('ERR_NETWORK'), NOW), retryAfterS(new Error('no'), NOW)]).toEqual([undefined, undefined]);
});
