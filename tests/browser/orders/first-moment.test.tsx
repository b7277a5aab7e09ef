/** The records as they are loaded anew: what is not known yet has its room. */
import { screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetAccount } from '#ui/state/account.ts';
import { ordersEvent, push } from '../trade/fake-market.ts';
import { leaveRecords, openRecords, resetRecords, rowsOf, world } from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(async () => {
  await leaveRecords();
  storage.remove('held');
});

const totals = () => screen.getByRole('region', { name: 'Totals' });
const height = () => Math.round(totals().getBoundingClientRect().height);
const HELD = { balance: '9890.5', equity: '10041.3', margin: '108.342', usable: '9890.5', profit: '42', level: '9268.15' };
const NONE = { balance: '10000', equity: '10000', margin: '0', usable: '10000', profit: '0' };

it.each([
  ['that holds', HELD, true],
  ['that holds nothing', NONE, false],
])(
  'D9.434 the totals of an account %s are as high before the engine tells of it as after, from the second load on',
  async (_name, account, isHeld) => {
    if (!isHeld) world.held = [];
    push({ account });
    openRecords();
    await expect.poll(() => screen.queryByRole('meter') !== null).toBe(isHeld);
    await leaveRecords();
    resetRecords();
    if (!isHeld) world.held = [];
    forgetAccount();
    openRecords();
    if (isHeld) await expect.poll(() => rowsOf('Holding').length).toBe(2);
    expect(totals().textContent).toContain('--');
    const before = height();
    push({ events: [ordersEvent(...world.held)], account });
    await expect.poll(() => totals().textContent).toContain(isHeld ? '9,268%' : '10,000.00');
    expect(height()).toBe(before);
  },
);
