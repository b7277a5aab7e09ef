/** Trade for somebody who may take no new risk: why and until when, and that nothing can be sent; and the way on from too little money. */
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import { FOREVER_MS } from '#domain/protection.ts';
import type { ProtectionReply } from '#protocol/rest/protection.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { putRiskHold } from '#ui/security/put-risk-hold.ts';
import { takeStanding } from '#ui/security/read-standing.ts';
import { chooseConfirm } from '#ui/state/order-habits.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser, realUser } from '../support/fake-server.ts';
import { sizeOf } from '../support/size.ts';
import { answer, push } from './fake-market.ts';
import { openMicro, resetMicroTrade, side } from './open-micro.tsx';
import { buy, leaveTrade, lots, openTrade, reason, resetTrade, sell, world, type as write } from './open-trade.tsx';

const LATER = Date.UTC(2031, 4, 6, 7, 8);
const FREE: ProtectionReply = {
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '', turns: 0 })),
  ...{ locked: 0, pause: 0, excluded: 0, remind: 0, withdrawals: 0, changed: '' },
};
const STANDINGS: [Partial<ProtectionReply>, string][] = [
  [{ frozen: '1', by: 'self' }, 'This account is frozen. Positions can be closed.'],
  [{ pause: LATER }, 'You are taking a break until Tue 6 May 2031, 07:08. Positions can be closed.'],
  [{ excluded: LATER }, 'You have excluded yourself until Tue 6 May 2031, 07:08. Positions can be closed.'],
  [{ excluded: FOREVER_MS }, 'You have excluded yourself for good. Positions can be closed.'],
];

beforeAll(() => needTexts('shell', 'trade', 'errors'));
afterEach(async () => {
  putRiskHold(undefined);
  if (user.peek()?.is_demo === 0) chooseConfirm(true);
  await leaveTrade();
  user.value = demoUser;
  await page.viewport(360, 740);
});

describe('somebody who may take no new risk', () => {
  it.each(STANDINGS)('D9.400 reads so above Buy and Sell, which wait: %j', async (state, text) => {
    await resetTrade();
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    takeStanding({ ...FREE, ...state });
    await expect.poll(reason).toBe(text);
    expect([buy().disabled, sell().disabled]).toEqual([true, true]);
    fireEvent.click(buy());
    expect(world.calls.some(({ path }) => path === '/v2/api/forex/submit')).toBe(false);
    takeStanding(FREE);
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('D9.400 micro trades wait too', async () => {
    await resetMicroTrade();
    await openMicro();
    takeStanding({ ...FREE, pause: LATER });
    await expect.poll(reason).toBe('You are taking a break until Tue 6 May 2031, 07:08. Positions can be closed.');
    expect([side('up').disabled, side('down').disabled]).toEqual([true, true]);
  });

  it('D9.400 what began on another device is known after the first refusal', async () => {
    await resetTrade();
    user.value = realUser;
    chooseConfirm(false);
    world.calls = answer({
      '/v2/api/forex/submit': () => ({ code: 1015, msg: 'You are taking a break' }),
      '/api/user/protection': () => ({ data: { ...FREE, pause: LATER } }),
    });
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(reason).toContain('until Tue 6 May 2031, 07:08');
    expect(buy().disabled).toBe(true);
  });
});

describe('too little money', () => {
  beforeEach(resetTrade);
  const short = (margin: string, fee: string) => push({ estimate: { price: 1.08342, margin, fee, problem: 1301 } });

  it.each([320, 360])('D9.401 at %i px offers the lots that can be paid for, and moves nothing', async (width) => {
    await page.viewport(width, 740);
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    const before = buy().getBoundingClientRect().top;
    write(lots(), '10');
    short('10834.2', '60');
    const take = await screen.findByRole('button', { name: /^Take 9\.06/ });
    expect(buy().getBoundingClientRect().top).toBe(before);
    expect(sizeOf(take).height).toBeGreaterThanOrEqual(44);
    expect(await problemsOf(document.querySelector('.trade-bar') as HTMLElement)).toEqual([]);
    fireEvent.click(take);
    expect(lots().value).toBe('9.06');
  });

  it('D9.401 where nothing can be paid for, a demo account has the way to start over, and one of one’s own that to practise', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    push({ account: { balance: '0', equity: '0', margin: '0', usable: '0', profit: '0' } });
    short('108.342', '0.6');
    expect((await screen.findByRole('link', { name: 'Reset demo' })).getAttribute('href')).toBe('#/user');
    user.value = realUser;
    await expect.poll(() => screen.queryByRole('link', { name: 'Reset demo' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Practise/ })).toBeNull();
    // D9.444: where the site has play money.
    putSite({ currency: 'USD', timezone: '0', is_mock_login: '1' });
    world.calls = answer({ '/api/user/own_demo': () => ({ data: { token: 'demo-token', user: demoUser } }) });
    const way = await screen.findByRole('button', { name: 'Practise' });
    expect(sizeOf(way).height).toBeGreaterThanOrEqual(44);
    fireEvent.click(way);
    await expect.poll(() => user.value?.is_demo).toBe(1);
  });
});
