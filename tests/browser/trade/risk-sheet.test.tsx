import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { sessionStatus } from '#ui/state/session.ts';
import { push } from './fake-market.ts';
import { buy, figure, leaveTrade, lots, openTrade, resetTrade, stop, toggle, world, type as write } from './open-trade.tsx';

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
    push({ estimate: { ...figures, riskMoney: '202.4', riskLots: '0.4', riskLoss: '200' } });
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
    await expect.poll(() => button().textContent).toBe('Less than the smallest order of 0.10 lots');
  });

  it.each(['0', '', '150'])('D9.384 says at the risk itself what it may be: %j', async (text) => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'By risk' }));
    const dialog = await sheet();
    const percent = within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Risk in %' });
    const topOf = (field: Element) => field.getBoundingClientRect().top;
    const top = () => Math.round(topOf(within(dialog).getByRole('spinbutton', { name: 'Stop loss' })) - topOf(percent));
    const before = top();
    write(percent, text);
    push({ estimate: figures });
    await expect.poll(() => percent.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(percent.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Above 0, at most 100');
    expect(top(), 'D9.388: nothing moves for it').toBe(before);
    expect(dialog.textContent).not.toContain('Move the stop loss');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Use -- lots' }).disabled).toBe(true);
    write(percent, '2.5');
    await expect.poll(() => percent.getAttribute('aria-invalid')).toBeNull();
  });

  it('D9.350 begins with a stop beside the price, which one tap puts elsewhere', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'By risk' }));
    const dialog = await sheet();
    const field = () => within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Stop loss' });
    expect(field().value).toBe('1.08125');
    const offers = within(within(dialog).getByRole('group', { name: 'Stop loss' })).getAllByRole('button');
    expect(offers.map(({ textContent }) => textContent)).toEqual(['Buy −1.00%', 'Buy −0.20%', 'Sell +0.20%', 'Sell +1.00%']);
    fireEvent.click(offers[3] as HTMLElement);
    await expect.poll(() => field().value).toBe('1.09425');
    await expect.poll(() => world.engine.tickets.at(-1)).toMatchObject({ risk: { percent: '1', stop: '1.09425' } });
  });

  it('D9.350 never offers more lots than what is available pays for, nor more than an order may have, and says so', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'By risk' }));
    const dialog = await sheet();
    push({ estimate: { ...figures, riskMoney: '300', riskLots: '20', riskLoss: '99' } });
    // 9,876.50 are available, 0.1 lots take 108.942.
    const use = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Use 9.06 lots' });
    expect([use.disabled, figure('At risk'), figure('Loss at the stop, with fee')]).toEqual([false, '300.00 USD', '99.21 USD']);
    expect(dialog.textContent).toContain('9.06 lots is what your money allows.');
    push({ estimate: { price: 1.08342, margin: '1', fee: '0', riskMoney: '9', riskLots: '99', riskLoss: '9' } });
    await within(dialog).findByRole('button', { name: 'Use 50.00 lots' });
    expect(dialog.textContent).toContain('50.00 lots is the largest order.');
  });

  it('D9.471 the fee is in what is at risk: fewer lots, and the loss that the stop really costs', async () => {
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'By risk' }));
    const dialog = await sheet();
    // A lot loses 97.02 at the stop and its fee is 33.60: 100 are enough for 0.76 of it.
    push({ estimate: { price: 1.08342, margin: '10', fee: '3.36', riskMoney: '99.93', riskLots: '1.03', riskLoss: '99.9306' } });
    await within(dialog).findByRole('button', { name: 'Use 0.76 lots' });
    expect([figure('At risk'), figure('Loss at the stop, with fee')]).toEqual(['99.93 USD', '99.27 USD']);
  });

  it('shows every digit of the stop, on the narrowest phone too', async () => {
    await page.viewport(320, 640);
    openTrade();
    fireEvent.click(await screen.findByRole('button', { name: 'By risk' }));
    const field = within(await sheet()).getByRole<HTMLInputElement>('spinbutton', { name: 'Stop loss' });
    expect(field.value).toHaveLength(7);
    expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth);
    await page.viewport(360, 740);
  });

  it('is not offered to a visitor, who has no equity', async () => {
    sessionStatus.value = 'visitor';
    openTrade();
    await expect.poll(() => lots().value).toBe('0.10');
    expect(screen.queryByRole('button', { name: 'By risk' })).toBeNull();
  });
});
