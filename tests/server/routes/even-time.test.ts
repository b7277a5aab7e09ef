/** Answers in even time: what they come of is the same, and when they come tells nothing of how long it took. */
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { credentialRoutes } from '#server/routes/credential-routes.ts';
import { inEvenTime, STEP_MS } from '#server/routes/even-time.ts';

/** So many steps something took; a machine that is busy makes them more, never fewer or broken ones. */
async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await inEvenTime(work).catch(() => undefined);
  return (performance.now() - startedMs) / STEP_MS;
}

it('D9.438 an answer comes a whole step after the call, however little of it the work took', async () => {
  const steps: number[] = [];
  for (let turn = 0; turn < 20; turn++) steps.push(await stepsOf(turn % 2 ? async () => 1 : () => setTimeout(3)));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(1);
  // The least is one that nothing else held up.
  expect(Math.min(...steps)).toBeLessThan(1.5);
});

it('D9.438 work that takes longer than a step comes at the next', async () => {
  expect(await stepsOf(() => setTimeout(STEP_MS + 3))).toBeGreaterThanOrEqual(2);
});

it('D9.438 gives what the work gives, and throws what it throws, not before a step is over', async () => {
  expect(await inEvenTime(async () => 'done')).toBe('done');
  await expect(inEvenTime(() => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await stepsOf(() => Promise.reject(new Error('busy')))).toBeGreaterThanOrEqual(1);
});

it('D9.438 every call that somebody may try an address with is one of these', () => {
  const alike = credentialRoutes({ credentials: {} as never }).flatMap(({ isAlike, endpoint }) => (isAlike ? [endpoint.path] : []));
  expect(alike).toEqual([
    '/api/user/register',
    '/api/user/forget_password',
    '/api/notify/send_email',
    '/api/notify/send_sms',
    '/api/user/address_code',
  ]);
});
