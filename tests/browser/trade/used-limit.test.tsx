/** Trade for somebody whose own limit is used up: the page knows it without a try, and as soon as it is so no more. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { LIMIT_KINDS, type LimitKind } from '#domain/own-limits.ts';
import type { OwnLimitRow, ProtectionReply } from '#protocol/rest/protection.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { followLimits } from '#ui/security/follow-limits.ts';
import { putRiskHold } from '#ui/security/put-risk-hold.ts';
import { leaveStanding, takeStanding } from '#ui/security/read-standing.ts';
import { floatingProfit } from '#ui/state/account.ts';
import { isOffline } from '#ui/state/link.ts';
import { chooseConfirm } from '#ui/state/order-habits.ts';
import { user } from '#ui/state/user.ts';
import { demoUser, realUser } from '../support/fake-server.ts';
import { answer, order, ordersEvent, push } from './fake-market.ts';
import { openMicro, resetMicroTrade, side } from './open-micro.tsx';
import { buy, leaveTrade, openTrade, reason, refusal, resetTrade, sell, world } from './open-trade.tsx';

const LATER = Date.UTC(2031, 4, 6, 7, 8);
/** With these limits, and nothing else. */
const withLimits = (set: Partial<Record<LimitKind, Partial<OwnLimitRow>>>): ProtectionReply => ({
  ...{ frozen: '0', by: '', since: 0, liftable: 0 },
  limits: LIMIT_KINDS.map((kind) => ({ kind, value: '', next: '', from: 0, used: '', turns: 0, ...set[kind] })),
  ...{ locked: 0, pause: 0, excluded: 0, remind: 0, withdrawals: 0, changed: '' },
});
const LOST = withLimits({ loss_day: { value: '2', used: '4.99', turns: LATER } });
const ASKED = '/api/user/protection';
const asked = (): number => world.calls.filter(({ path }) => path === ASKED).length;

beforeAll(() => needTexts('shell', 'trade', 'errors'));
afterEach(async () => {
  leaveStanding();
  putRiskHold(undefined);
  if (user.peek()?.is_demo === 0) chooseConfirm(true);
  await leaveTrade();
  user.value = demoUser;
});

describe('a limit of one’s own that is used up', () => {
  beforeEach(async () => {
    await resetTrade();
    user.value = realUser;
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it.each([
    [LOST, 'Your loss limit of 2.00 USD is used up until Tue 6 May 2031, 07:08. Positions can be closed.'],
    [
      withLimits({ turnover_week: { value: '100', used: '100', turns: LATER } }),
      'Your limit of 100.00 USD on what you put into trades is used up until Tue 6 May 2031, 07:08. Positions can be closed.',
    ],
    // Nobody knows until when: of several that is the longest.
    [
      withLimits({ loss_day: { value: '2', used: '2', turns: LATER }, loss_week: { value: '3', used: '3' } }),
      'Your loss limit of 3.00 USD is used up. Positions can be closed.',
    ],
  ])('D9.441 holds Buy and Sell as a break does, with until when (%#)', async (state, text) => {
    takeStanding(state);
    await expect.poll(reason).toBe(text);
    expect([buy().disabled, sell().disabled]).toEqual([true, true]);
    takeStanding(withLimits({ loss_day: { value: '6', used: '4.99' }, micro_day: { value: '1', used: '1', turns: LATER } }));
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('D9.486 one that leaves less than the order takes says so before it is asked about, in money; a smaller order is free', async () => {
    const tight = { loss_day: { value: '1', used: '0.5' }, turnover_week: { value: '500', used: '400' } };
    push({ estimate: { price: 1.08342, margin: '108.342', fee: '0.6' } });
    takeStanding(withLimits({ ...tight, turnover_week: {} }));
    await expect.poll(reason).toBe('The fee of 0.60 USD is more than the 0.50 USD left of your loss limit.');
    expect([buy().disabled, sell().disabled]).toEqual([true, true]);
    // What open positions lose meanwhile counts, as the server counts it.
    push({ estimate: { price: 1.08342, margin: '54.171', fee: '0.3' } });
    await expect.poll(() => buy().disabled).toBe(false);
    floatingProfit.value = decimal('-0.25');
    await expect.poll(reason).toBe('The fee of 0.30 USD is more than the 0.25 USD left of your loss limit.');
    floatingProfit.value = decimal('0');
    await expect.poll(() => buy().disabled).toBe(false);
    push({ estimate: { price: 1.08342, margin: '108.342', fee: '0.3' } });
    takeStanding(withLimits(tight));
    await expect.poll(reason).toBe('The margin of 108.34 USD is more than the 100.00 USD left of your limit on what you put into trades.');
    leaveStanding();
    await expect.poll(() => buy().disabled).toBe(false);
  });

  it('D9.441 is known after the trade that uses it up has ended, without a try', async () => {
    push({ events: [ordersEvent(order({}))] });
    world.calls = answer({ [ASKED]: () => ({ data: LOST }) });
    takeStanding(withLimits({ loss_day: { value: '2', used: '0' } }));
    // The code that follows it comes late: a trade that ends before is known with the next.
    await expect
      .poll(async () => {
        push({ events: [ordersEvent(order({}))] });
        push({ events: [ordersEvent()] });
        return reason();
      })
      .toContain('Your loss limit of 2.00 USD is used up until');
    expect(buy().disabled).toBe(true);
    expect(world.calls.some(({ path }) => path === '/v2/api/forex/submit')).toBe(false);
  });

  it('D9.441 lets go by itself when enough has left its window', async () => {
    world.calls = answer({ [ASKED]: () => ({ data: withLimits({ loss_day: { value: '2', used: '1' } }) }) });
    takeStanding(withLimits({ loss_day: { value: '2', used: '4.99', turns: Date.now() + 400 } }));
    await expect.poll(reason).toContain('is used up until');
    await expect.poll(() => buy().disabled, { timeout: 5_000 }).toBe(false);
    // And what holds then is asked for.
    await expect.poll(asked, { timeout: 5_000 }).toBe(1);
  });

  it('D9.441 after a trade that was refused for it, it is said once: above Buy and Sell', async () => {
    chooseConfirm(false);
    world.calls = answer({
      '/v2/api/forex/submit': () => ({ code: 1302, msg: 'Your own limit on losses in 24 hours: 0 left', data: { field: 'loss_day' } }),
      [ASKED]: () => ({ data: LOST }),
    });
    fireEvent.click(buy());
    await expect.poll(reason).toContain('Your loss limit of 2.00 USD is used up until');
    expect([buy().disabled, refusal() ?? '']).toEqual([true, '']);
  });

  it('D9.495 what another order was refused for meanwhile is not taken away with it', async () => {
    chooseConfirm(false);
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    world.calls = answer({
      '/v2/api/forex/submit': () => ({ code: 1302, msg: 'Your own limit on losses in 24 hours: 0 left', data: { field: 'loss_day' } }),
      [ASKED]: () => told.then(() => ({ data: LOST })),
    });
    fireEvent.click(buy());
    await expect.poll(refusal).toContain('Your own limit');
    await expect.poll(() => sell().disabled).toBe(false);
    fireEvent.click(sell());
    isOffline.value = true;
    const undone = () => document.querySelector('.fill')?.textContent;
    await expect.poll(undone).toContain('Sell 0.10 EUR/USD was not executed');
    isOffline.value = false;
    tell();
    await expect.poll(reason).toContain('Your loss limit of 2.00 USD is used up until');
    await new Promise(requestAnimationFrame);
    expect(undone()).toContain('Sell 0.10 EUR/USD was not executed');
  });
});

it('D9.441 a limit on micro trades holds them and no order', async () => {
  await resetMicroTrade();
  await openMicro();
  takeStanding(withLimits({ micro_day: { value: '3', used: '3', turns: LATER } }));
  await expect.poll(reason).toBe('Your limit on micro trades (3 in 24 hours) is used up until Tue 6 May 2031, 07:08.');
  expect([side('up').disabled, side('down').disabled]).toEqual([true, true]);
});

describe('what uses a limit up', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
  afterEach(() => {
    floatingProfit.value = decimal('0');
    vi.useRealTimers();
  });
  const ten = { kind: 'loss_day', bound: decimal('10'), used: decimal('4'), turnsMs: 0 } as const;

  it('D9.441 is asked about again when what floats passes a limit of losses, either way, and not at every tick', () => {
    const ask = vi.fn();
    const following = followLimits([ten], false, ask);
    floatingProfit.value = decimal('-5.99');
    vi.advanceTimersByTime(60_000);
    expect(ask).toHaveBeenCalledTimes(0);
    for (const profit of ['-6', '-5', '-7', '-8']) floatingProfit.value = decimal(profit);
    vi.advanceTimersByTime(1_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(following.stop()).toBe(false);
    const back = followLimits([{ ...ten, used: decimal('12') }], false, ask);
    floatingProfit.value = decimal('-5.9');
    vi.advanceTimersByTime(4_000);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    back.stop();
  });

  it('D9.441 what happens while an answer is under way is asked about after it, and a limit that turns by itself when it does', () => {
    const ask = vi.fn();
    const first = followLimits([ten], false, ask);
    push({ events: [ordersEvent(order({ Id: 77 }))] });
    expect(first.stop()).toBe(true);
    const second = followLimits([{ ...ten, turnsMs: Date.now() + 90_000 }], true, ask);
    vi.advanceTimersByTime(1_000);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(88_000);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2_000);
    expect(ask).toHaveBeenCalledTimes(2);
    second.stop();
    vi.advanceTimersByTime(100_000);
    expect(ask).toHaveBeenCalledTimes(2);
    push({ events: [ordersEvent()] });
  });
});
