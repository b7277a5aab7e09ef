/** A stop that was switched on lies at the price: what its field says of that, and the taps that put it beside. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { sizeOf } from '../support/size.ts';
import { push } from './fake-market.ts';
import { buy, leaveTrade, openTrade, orderPrice, resetTrade, sell, stop, tab, toggle, type as write } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

const noteOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

describe.each(['Stop loss', 'Take profit'] as const)('the %s', (name) => {
  it('D9.180 D9.251 that was only switched on says so in its field, as no fault, whatever the price does, until it is put somewhere', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle(name);
    await expect.poll(() => noteOf(stop(name))).toMatch(/^At the price\. Buy: /);
    const isFault = () => [
      stop(name).getAttribute('aria-invalid'),
      document.querySelector('.ticket [data-problem], .ticket [data-invalid]'),
    ];
    expect(isFault()).toEqual([null, null]);
    push({ quotes: [{ id: 1, close: 1.08343 }] });
    await expect.poll(() => [buy().disabled, sell().disabled].filter(Boolean).length).toBe(1);
    expect(noteOf(stop(name))).toMatch(/^At the price\. Buy: /);
    expect(isFault()).toEqual([null, null]);
    write(stop(name), '1.05');
    await expect.poll(() => noteOf(stop(name))).toMatch(/^For /);
  });

  it('D9.180 goes beside the price by one tap, for the side that is tapped, and leaves that side free', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle(name);
    const offers = () => within(screen.getByRole('group', { name })).getAllByRole('button');
    await expect.poll(() => screen.queryByRole('group', { name })).not.toBeNull();
    const [low, high] = name === 'Stop loss' ? ['Buy', 'Sell'] : ['Sell', 'Buy'];
    expect(offers().map((button) => button.textContent)).toEqual([`${low} −1.00%`, `${low} −0.20%`, `${high} +0.20%`, `${high} +1.00%`]);
    for (const button of offers()) expect(sizeOf(button).height).toBeGreaterThanOrEqual(44);
    const free = () => [buy(), sell()].filter(({ disabled }) => !disabled).map((button) => button.getAttribute('aria-label'));
    fireEvent.click(offers()[1] as HTMLElement);
    await expect.poll(() => stop(name).value).toBe('1.08125');
    await expect.poll(free).toEqual([low]);
    fireEvent.click(offers()[3] as HTMLElement);
    await expect.poll(() => stop(name).value).toBe('1.09425');
    await expect.poll(free).toEqual([high]);
    // Of a pending order from its own price.
    fireEvent.click(await tab('Pending'));
    write(orderPrice(), '2');
    fireEvent.click(offers()[0] as HTMLElement);
    await expect.poll(() => stop(name).value).toBe('1.98000');
  });
});
