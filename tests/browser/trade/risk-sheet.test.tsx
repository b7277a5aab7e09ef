import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { push } from './fake-market.ts';
import { buy, leaveTrade, lots, openTrade, resetTrade, stop, toggle, world, type as write } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

describe('lots by risk', () => {
  const sheet = () => screen.findByRole('dialog', { name: 'Lots by risk' });
  const figures = { price: 1.08342, margin: '108.342', fee: '0.6' };

  it('D9.06 asks the engine, says what is lost at the stop, and fills lots and stop loss', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle('Stop loss');
    await expect.poll(() => stop('Stop loss').disabled).toBe(false);
    write(stop('Stop loss'), '1.07842');
    fireEvent.click(screen.getByRole('button', { name: 'By risk' }));
    const dialog = await sheet();
    const percent = within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Risk in %' });
    await expect.poll(() => world.engine.tickets.at(-1)).toMatchObject({ risk: { percent: '1', stop: '1.07842' } });
    write(percent, '2');
    await expect.poll(() => world.engine.tickets.at(-1)).toMatchObject({ risk: { percent: '2', stop: '1.07842' } });
    push({ estimate: { ...figures, riskMoney: '200', riskLots: '0.4', riskLoss: '200' } });
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Use 0.40 lots' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect([lots().value, stop('Stop loss').value]).toEqual(['0.40', '1.07842']);
    await expect.poll(() => world.engine.tickets.at(-1)).toEqual({ productId: 1, lots: '0.40', leverage: 100, stopLoss: '1.07842' });
  });

  it('says why no lots can be had', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'By risk' }));
    const dialog = await sheet();
    const button = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /lots|Move/ });
    push({ estimate: { ...figures, riskMoney: '100' } });
    await expect.poll(() => button().textContent).toBe('Move the stop loss away from the price');
    push({ estimate: { ...figures, riskMoney: '1', riskLots: '0.05', riskLoss: '1' } });
    await expect.poll(() => button().textContent).toBe('Less than the smallest order of 0.1 lots');
    push({ estimate: { ...figures, riskMoney: '9', riskLots: '99', riskLoss: '9' } });
    await expect.poll(() => button().textContent).toBe('At most 50 lots');
    expect(button().disabled).toBe(true);
  });

  it('is not offered to a visitor, who has no equity', async () => {
    sessionStatus.value = 'visitor';
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    expect(screen.queryByRole('button', { name: 'By risk' })).toBeNull();
  });
});
