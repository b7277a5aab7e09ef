import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { push } from './fake-market.ts';
import { heading, leaveTrade, openTrade, resetTrade, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

describe('the product drawer', () => {
  it('S1-2.58 opens from the left with all products, last prices coloured by the sign of the change, neutral at 0', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a product' }));
    const drawer = await screen.findByRole('dialog', { name: 'Products' });
    await expect.poll(() => Math.round(drawer.getBoundingClientRect().left)).toBe(0);
    const rows = within(drawer).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual(['EUR/USD', 'XAU/USD', 'USOIL', 'XPD/USD', 'GASOLINE']);
    const price = (code: string) => drawer.querySelector(`[data-symbol="${code}"]`) as HTMLElement;
    expect([price('EURUSD'), price('XAUUSD'), price('USOIL')].map((it) => [it.textContent, it.getAttribute('data-tone')])).toEqual([
      ['1.08342', 'up'],
      ['2,381.40', 'down'],
      ['70.50', ''],
    ]);
    await expect.poll(() => world.engine.quotes.length).toBe(5);
    const search = within(drawer).getByRole('searchbox');
    fireEvent.input(search, { target: { value: 'gold' } });
    await expect.poll(() => within(drawer).getAllByRole('listitem').length).toBe(1);
    fireEvent.click(within(drawer).getByRole('button', { name: /XAU\/USD.*Gold/ }));
    await expect.poll(() => heading().textContent).toContain('XAU/USD');
    expect(storage.get('forexId')).toBe('2');
    expect(location.hash).toBe('#/trade?id=2');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('D9.451 a price without a sign of life from its source has no colour, and has it again with the next one', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a product' }));
    const drawer = await screen.findByRole('dialog', { name: 'Products' });
    const colours = () => [...drawer.querySelectorAll('.product-drawer-row:first-child .live')].map((part) => getComputedStyle(part).color);
    const isUp = colours();
    push({ quotes: [{ id: 1, close: 1.08342, state: QUOTE_STATE.stale, ageMs: 9_000 }] });
    await expect.poll(colours).not.toContain(isUp[0]);
    push({ quotes: [{ id: 1, close: 1.08342 }] });
    await expect.poll(colours).toEqual(isUp);
  });
});
