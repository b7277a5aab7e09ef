import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { needTexts } from '#ui/language/i18n.ts';
import { answer, type Call, push } from './fake-market.ts';
import {
  buy,
  chip,
  leaveTrade,
  lots,
  openTrade,
  orderPrice,
  reason,
  refusal,
  resetTrade,
  sell,
  stop,
  strip,
  tab,
  toggle,
  world,
  type as write,
} from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetTrade);
afterEach(leaveTrade);

const STOPS = ['Stop loss', 'Take profit'] as const;
const form = () => screen.getByRole('region', { name: 'Market order' });
/** What a field says of itself, read through the description that a screen reader uses. */
const noteOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
const why = (button: HTMLElement) => button.querySelector('small')?.textContent;

async function openStops(texts: Partial<Record<(typeof STOPS)[number], string>>): Promise<void> {
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
  for (const [name, text] of Object.entries(texts) as [(typeof STOPS)[number], string][]) {
    await toggle(name);
    await expect.poll(() => stop(name).disabled).toBe(false);
    write(stop(name), text);
  }
}

describe.each(STOPS)('the %s of the ticket', (name) => {
  it('S1-2.66 is folded into a chip; opened, it has a toggle and a number that can be written only when it is on, never below zero', async () => {
    openTrade();
    expect((await chip(name)).textContent).toBe(`${name}off`);
    expect(screen.queryByRole('spinbutton', { name })).toBeNull();
    await toggle(name);
    await expect.poll(() => stop(name).disabled).toBe(false);
    expect((await chip(name)).getAttribute('aria-expanded')).toBe('true');
    const control = screen.getByRole('switch', { name });
    expect(control.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(control);
    await expect.poll(() => stop(name).disabled).toBe(true);
    expect(stop(name).value).toBe('');
    expect(control.getAttribute('aria-checked')).toBe('false');
    fireEvent.click(control);
    await expect.poll(() => stop(name).disabled).toBe(false);
    expect(stop(name).getAttribute('aria-valuemin')).toBe('0');
    write(stop(name), '-1');
    expect(stop(name).value).toBe('1.08342');
    write(stop(name), '0');
    fireEvent.keyDown(stop(name), { key: 'ArrowDown' });
    await expect.poll(() => stop(name).value).toBe('0.00000');
    expect(buy().disabled && sell().disabled).toBe(true);
  });

  it('S1-2.68 begins at the close of that moment, keeps it, and is cleared and sent as 0 when it is off', async () => {
    openTrade();
    await expect.poll(() => buy().disabled).toBe(false);
    await toggle(name);
    await expect.poll(() => stop(name).value).toBe('1.08342');
    push({ quotes: [{ id: 1, close: 1.09 }] });
    await expect.poll(() => document.querySelector('.trade-last')?.textContent).toBe('1.09000');
    expect(stop(name).value).toBe('1.08342');
    await toggle(name);
    await expect.poll(() => stop(name).disabled).toBe(true);
    expect(stop(name).value).toBe('');
    fireEvent.click(buy());
    await expect.poll(() => world.calls.length).toBe(1);
    const [call] = world.calls as [Call];
    expect([call.fields.get('stop_loss_price'), call.fields.get('target_profit_price')]).toEqual(['0', '0']);
    await strip();
    await toggle(name);
    await expect.poll(() => stop(name).value).toBe('1.09000');
  });

  it('keeps what was typed when its chip folds it away, and says it there', async () => {
    await openStops({ [name]: '1.05' });
    fireEvent.click(await chip(name));
    await expect.poll(() => screen.queryByRole('spinbutton', { name })).toBeNull();
    expect((await chip(name)).textContent).toBe(`${name}1.05`);
    fireEvent.click(await chip(name));
    await expect.poll(() => stop(name).value).toBe('1.05');
  });

  it('says which side is allowed, and what is wrong with what was typed', async () => {
    await openStops({ [name]: '' });
    await expect.poll(() => noteOf(stop(name))).toBe(`Enter the ${name.toLowerCase()}`);
    expect(stop(name).getAttribute('aria-invalid')).toBe('true');
    write(stop(name), '1.0834219');
    await expect.poll(() => noteOf(stop(name))).toBe('At most 5 digits after the point');
    fireEvent.blur(stop(name));
    await expect.poll(() => stop(name).value).toBe('1.08342');
    const [low, high] = name === 'Stop loss' ? ['Buy', 'Sell'] : ['Sell', 'Buy'];
    const side = name === 'Stop loss' ? 'Buy: below · Sell: above' : 'Buy: above · Sell: below';
    expect(noteOf(stop(name))).toBe(`At the price. ${side}`);
    write(stop(name), '1.05');
    await expect.poll(() => noteOf(stop(name))).toBe(`For ${low} · ${high}: above`);
    write(stop(name), '1.12');
    await expect.poll(() => noteOf(stop(name))).toBe(`For ${high} · ${low}: below`);
  });
});

describe('stops and the sides that they leave', () => {
  it.each([
    [{ 'Stop loss': '1.08' }, undefined, 'Stop loss must be above'],
    [{ 'Stop loss': '1.09' }, 'Stop loss must be below', undefined],
    [{ 'Take profit': '1.09' }, undefined, 'Take profit must be below'],
    [{ 'Take profit': '1.08' }, 'Take profit must be above', undefined],
    [{ 'Stop loss': '1.08', 'Take profit': '1.09' }, undefined, 'Both on the wrong side'],
    [{ 'Stop loss': '1.08', 'Take profit': '1.08' }, 'Take profit must be above', 'Stop loss must be above'],
  ])('D1.2.25 %o', async (stops, buyReason, sellReason) => {
    await openStops(stops);
    await expect.poll(() => [buy().disabled, sell().disabled]).toEqual([buyReason !== undefined, sellReason !== undefined]);
    expect([why(buy()), why(sell())]).toEqual([buyReason ?? '1.08342', sellReason ?? '1.08342']);
    expect(reason()).toBe('');
    expect(sell().getAttribute('aria-describedby')).toContain('trade-bar-sell');
    for (const button of [buy(), sell()].filter(({ disabled }) => disabled)) fireEvent.click(button);
    expect(world.calls).toEqual([]);
  });

  it('compare with the order price of a pending order, whatever the market does', async () => {
    await openStops({ 'Stop loss': '1.08' });
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => orderPrice().value).toBe('1.08342');
    write(orderPrice(), '1.07');
    await expect.poll(() => [buy().disabled, sell().disabled]).toEqual([true, false]);
    push({ quotes: [{ id: 1, close: 1.2 }] });
    expect([buy().disabled, sell().disabled]).toEqual([true, false]);
  });

  it('S1-2.75 S1-3.08 are sent with the order', async () => {
    await openStops({ 'Stop loss': '1.0800', 'Take profit': '1.09' });
    fireEvent.click(buy());
    await expect.poll(() => world.calls.length).toBe(1);
    const fields = (world.calls as [Call])[0].fields;
    expect(Object.fromEntries(fields)).toMatchObject({ type: '1', status: '1', target_price: '0', stop_loss_price: '1.08' });
    expect(fields.get('target_profit_price')).toBe('1.09');
  });

  it('tell the engine, and show the net of the side that can have them, moving nothing else', async () => {
    await openStops({ 'Stop loss': '1.08', 'Take profit': '1.09' });
    await expect
      .poll(() => world.engine.tickets.at(-1))
      .toEqual({
        productId: 1,
        lots: '0.10',
        leverage: 100,
        stopLoss: '1.08',
        takeProfit: '1.09',
      });
    const places = () => [...form().querySelectorAll('.field, .ticket-figures > div')].map((node) => node.getBoundingClientRect().top);
    const before = places();
    const figures = { price: 1.08342, margin: '108.342', fee: '0.6' };
    push({ estimate: { ...figures, stopLossBuy: '-34.2', takeProfitBuy: '65.8' } });
    await expect.poll(() => form().textContent).toContain('Buy −34.80 USD net');
    expect(form().textContent).toContain('Buy +65.20 USD net');
    push({ estimate: { ...figures, takeProfitBuy: '0.5' } });
    await expect.poll(() => form().textContent).toContain('Buy −0.10 USD net');
    expect([...form().querySelectorAll('.ticket-stop-money')].map((node) => node.getAttribute('data-tone'))).toEqual(['', 'down']);
    expect(places()).toEqual(before);
  });

  it('come into view above Buy and Sell when they are toggled', async () => {
    openTrade();
    await chip('Stop loss');
    scrollTo(0, 0);
    await toggle('Stop loss');
    await expect.poll(() => stop('Stop loss').disabled).toBe(false);
    const note = document.querySelector('.ticket-stop-money') as HTMLElement;
    const bar = document.querySelector('.trade-bar') as HTMLElement;
    await expect.poll(() => note.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top).toBe(true);
  });
});

describe('refusals of the server', () => {
  const refuse = (code: number, msg: string, data: unknown = null) => {
    world.calls = answer({ '/v2/api/forex/submit': () => ({ code, msg, data }) });
  };
  const named = (field: string) => ({ field, value: 'x', allowed: 'y' });

  it.each([
    ['lots', 1102, null, () => lots()],
    ['lots by name', 1001, named('cont'), () => lots()],
    ['the stop loss', 1103, null, () => stop('Stop loss')],
    ['the stop loss by name', 1001, named('stop_loss_price'), () => stop('Stop loss')],
    ['the take profit by name', 1001, named('target_profit_price'), () => stop('Take profit')],
    ['the leverage', 1104, null, () => screen.getByRole('combobox', { name: 'Leverage' })],
  ])('land on %s, and the form keeps what was typed', async (_, code, data, field) => {
    refuse(code, 'Not like this', data);
    await openStops({ 'Stop loss': '1.08', 'Take profit': '1.09' });
    write(lots(), '0.25');
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(buy());
    await expect.poll(() => noteOf(field())).toBe('Not like this');
    expect(within(form()).getAllByRole('alert').length).toBe(1);
    expect([lots().value, stop('Stop loss').value, stop('Take profit').value]).toEqual(['0.25', '1.08', '1.09']);
    expect(refusal()).toBe('Not like this');
    write(lots(), '0.26');
    await expect.poll(() => within(form()).queryByRole('alert')).toBeNull();
  });

  it('land on the order price by its name', async () => {
    refuse(1001, 'Not like this', named('target_price'));
    openTrade();
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => buy().disabled).toBe(false);
    fireEvent.click(sell());
    await expect.poll(() => noteOf(orderPrice())).toBe('Not like this');
  });

  it.each([1101, 1105, 1107, 1108, 1301, 1015])('%i concerns the whole order', async (code) => {
    refuse(code, 'Not now');
    await openStops({ 'Stop loss': '1.08' });
    fireEvent.click(buy());
    await expect.poll(refusal).toMatch(/^(Not now|This account is frozen)/);
    expect(stop('Stop loss').value).toBe('1.08');
  });

  it('a margin that is nothing and a silent position are said before sending', async () => {
    openTrade();
    push({ estimate: { price: 1.08342, margin: '0', fee: '0', problem: 1105 } });
    await expect.poll(() => reason()).toBe('The margin of this order is too small');
    push({ estimate: { price: 1.08342, margin: '108', fee: '0', problem: 1108 } });
    await expect.poll(() => reason()).toBe('Waiting for a fresh price of what you hold');
  });
});
