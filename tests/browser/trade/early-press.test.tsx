import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { buy, leaveTrade, openTrade, resetMarket, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMarket);
afterEach(leaveTrade);

it('D9.108 G1: what a visitor presses before the ticket is here fetches it and waits for it', async () => {
  user.value = null;
  sessionStatus.value = 'visitor';
  putSite({ currency: 'USD', timezone: '0', is_mock_login: '1', demo_balance: '10000' });
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  expect(screen.queryByRole('region', { name: 'Market order' })).toBeNull();
  fireEvent.click(buy());
  const dialog = await screen.findByRole('dialog', { name: 'Start trading' });
  expect(dialog.textContent).toContain('Buy 0.10 EUR/USD');
  expect(screen.getByRole('region', { name: 'Market order' })).toBeTruthy();
  expect(world.calls).toEqual([]);
});
