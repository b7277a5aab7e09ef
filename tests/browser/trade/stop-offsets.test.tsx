/** A stop that was switched on lies at the price: what its field says of that, and the taps that put it beside. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { sizeOf } from '../support/size.ts';
import { push } from './fake-market.ts';
import { buy, leaveTrade, openTrade, orderPrice, reason, resetTrade, sell, stop, tab, toggle, type as write } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

const noteOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

describe.each(['Stop loss', 'Take profit'] as const)('the %s', (name) => {
  it('D9.180 D9.251 D9.470 that was only switched on says so in its field, as no fault, and holds both sides wherever the price goes', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle(name);
    await expect.poll(() => noteOf(stop(name))).toMatch(/^At the price\. Buy: /);
    const isFault = () => [
      stop(name).getAttribute('aria-invalid'),
      document.querySelector('.ticket [data-problem], .ticket [data-invalid]'),
    ];
    expect(isFault()).toEqual([null, null]);
    for (const close of [1.08343, 1.0834, 1.1]) {
      push({ quotes: [{ id: 1, close }] });
      await expect.poll(() => document.querySelector('.trade-last')?.textContent).toBe(close.toFixed(5));
      expect([buy().disabled, sell().disabled, reason()]).toEqual([true, true, `Move the ${name.toLowerCase()} away from the price`]);
      expect(noteOf(stop(name))).toMatch(/^At the price\. Buy: /);
    }
    expect(isFault()).toEqual([null, null]);
    write(stop(name), '1.05');
    await expect.poll(() => noteOf(stop(name))).toMatch(/^For /);
    expect([buy().disabled, sell().disabled].filter(Boolean).length).toBe(1);
  });

  it('D9.470 stays with the side that it was put on when the price goes past it, and holds both sides where it is too near', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle(name);
    await expect.poll(() => stop(name).disabled).toBe(false);
    write(stop(name), '1.08');
    const isHeld = () => [buy().disabled, sell().disabled];
    await expect.poll(isHeld).toEqual(name === 'Stop loss' ? [false, true] : [true, false]);
    for (const close of [1.08001, 1.0799]) {
      push({ quotes: [{ id: 1, close }] });
      await expect.poll(isHeld).toEqual([true, true]);
    }
    push({ quotes: [{ id: 1, close: 1.0801 }] });
    await expect.poll(() => reason()).toBe(`${name}: at least 0.02% from the price`);
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

it('D9.470 both stops together offer four taps, of the side that one of them has', async () => {
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  await toggle('Stop loss');
  await toggle('Take profit');
  await expect.poll(() => screen.queryByRole('switch', { name: 'Take profit' })).not.toBeNull();
  const taps = () => [...document.querySelectorAll<HTMLElement>('.stop-offsets button')];
  const names = () => taps().map((button) => button.textContent);
  expect(names()).toEqual(['Buy −1.00%', 'Buy −0.20%', 'Sell +0.20%', 'Sell +1.00%']);
  fireEvent.click(taps()[2] as HTMLElement);
  await expect.poll(names).toEqual(['Sell +0.20%', 'Sell +1.00%', 'Sell −1.00%', 'Sell −0.20%']);
  expect([buy().disabled, sell().disabled, reason()]).toEqual([true, true, 'Move the take profit away from the price']);
  fireEvent.click(taps()[3] as HTMLElement);
  await expect.poll(() => [buy().disabled, sell().disabled]).toEqual([true, false]);
});
