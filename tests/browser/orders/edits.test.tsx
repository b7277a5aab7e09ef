import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { problemsOf } from '../support/axe.ts';
import { newestToast, toasts } from '../support/toasts.ts';
import { answer, order, ordersEvent, push } from '../trade/fake-market.ts';
import { ask } from './ask-order.ts';
import {
  buttonOf,
  CLOSE,
  detailOf,
  LISTS,
  leaveRecords,
  lists,
  opened,
  openRecords,
  resetRecords,
  rowsOf,
  STOPS,
  sentTo,
  world,
} from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(leaveRecords);

const field = (sheet: HTMLElement, name: string) => within(sheet).getByRole<HTMLInputElement>('spinbutton', { name });
const toggle = (sheet: HTMLElement, name: string) => fireEvent.click(within(sheet).getByRole('switch', { name }));
const type = (input: HTMLInputElement, value: string) => fireEvent.input(input, { target: { value } });

describe('editing the stops of a position', () => {
  it('D9.180 D9.251 a stop that is switched on begins where it may be, without a fault, and goes further by one tap', async () => {
    world.calls = answer({ [LISTS]: lists, [STOPS]: () => ({ msg: 'saved', data: { Id: 1, Seq: 1, Order: world.held[0] } }) });
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Stop loss');
    await expect.poll(() => field(sheet, 'Stop loss').value).toBe('1.08167');
    expect(within(sheet).queryByRole('alert')).toBeNull();
    expect(sheet.textContent).toContain('−88.10 USD at this price');
    const offers = within(sheet).getByRole('group', { name: 'Stop loss' });
    expect(
      within(offers)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['−1.00%', '−0.20%']);
    fireEvent.click(buttonOf(offers, '−1.00%'));
    await expect.poll(() => field(sheet, 'Stop loss').value).toBe('1.07300');
    fireEvent.click(buttonOf(sheet, 'Save'));
    await expect.poll(() => sentTo(STOPS)).toMatchObject([{ stop_loss_price: '1.073' }]);
  });

  it('D9.380 says of a stop on the wrong side that it must be elsewhere once its field is left, and never what it would come to', async () => {
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Stop loss');
    await expect.poll(() => sheet.textContent).toContain('USD at this price');
    type(field(sheet, 'Stop loss'), '1.2');
    await expect.poll(() => sheet.textContent).not.toContain('USD at this price');
    expect(sheet.querySelector('[data-warning]')).toBeNull();
    // Who still types is not blamed.
    expect(within(sheet).queryByRole('alert')).toBeNull();
    fireEvent.blur(field(sheet, 'Stop loss'));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('Must be below 1.08384');
  });

  it('D9.474 a tap on a field that is off turns its stop on', async () => {
    const sheet = await ask('Edit stops');
    const hit = () => {
      const box = field(sheet, 'Take profit').getBoundingClientRect();
      return document.elementFromPoint(box.left + 30, box.top + box.height / 2) as HTMLElement;
    };
    await expect.poll(() => hit()?.getAttribute('aria-checked')).toBe('false');
    hit().click();
    await expect.poll(() => field(sheet, 'Take profit').value).toBe('1.08601');
    expect(hit()).toBe(field(sheet, 'Take profit'));
  });

  it('D9.250 warns of a stop that lies far, and saves it all the same', async () => {
    world.calls = answer({ [LISTS]: lists, [STOPS]: () => ({ msg: 'saved', data: { Id: 1, Seq: 1, Order: world.held[0] } }) });
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Stop loss');
    type(field(sheet, 'Stop loss'), '1.02');
    await expect.poll(() => sheet.querySelector('[data-warning]')?.textContent).toBe('Far: 5.89% below 1.08384');
    expect(field(sheet, 'Stop loss').getAttribute('aria-invalid')).toBeNull();
    fireEvent.click(buttonOf(sheet, 'Save'));
    await expect.poll(() => sentTo(STOPS)).toMatchObject([{ stop_loss_price: '1.02' }]);
  });

  it('S1-4.05 S1-7.42 S1-7.51 sends both prices, says which stop was set and where, and the card shows what now stands', async () => {
    const edited = () => order({ Id: world.firstId + 1, Quantity: '0.5', TargetLossPrice: 1.08 });
    world.calls = answer({
      [LISTS]: lists,
      [STOPS]: () => ({ msg: 'Stop loss and take profit saved', data: { Id: 1, Seq: 1, Order: edited() } }),
    });
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Stop loss');
    await expect.poll(() => field(sheet, 'Stop loss').value).toBe('1.08167');
    expect(sheet.textContent).toContain('Below 1.08384');
    type(field(sheet, 'Stop loss'), '1.08');
    // (1.08 - 1.08342) x 0.5 x 100000 - 0.6
    await expect.poll(() => sheet.textContent).toContain('−171.60 USD at this price');
    fireEvent.click(buttonOf(sheet, 'Save'));
    await expect.poll(() => sentTo(STOPS)).toEqual([{ id: String(world.firstId + 1), stop_loss_price: '1.08', target_profit_price: '0' }]);
    await expect.poll(toasts).toBe('Stop loss set at 1.08000');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(world.engine.orders.at(-1)?.stopLoss).toBe(decimal('1.08'));
    push({ events: [ordersEvent(edited())] });
    await expect.poll(() => opened('Holding').textContent).toContain('Stop loss1.08000');
  });

  it('D9.474 holds Save with the reason while a stop is wrong, cuts digits, and 0 removes a stop', async () => {
    world.calls = answer({ [LISTS]: lists, [STOPS]: () => ({ msg: 'saved', data: { Id: 1, Seq: 1, Order: world.held[0] } }) });
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Take profit');
    type(field(sheet, 'Take profit'), '1.08384');
    const why = () => sheet.querySelector('.ask-reason')?.textContent;
    await expect.poll(why).toBe('Take profit: Must be above 1.08384');
    expect(buttonOf(sheet, 'Save').disabled).toBe(true);
    fireEvent.blur(field(sheet, 'Take profit'));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe('Must be above 1.08384');
    // It is said once, and Save waits all the same.
    expect([why(), buttonOf(sheet, 'Save').disabled]).toEqual(['', true]);
    type(field(sheet, 'Take profit'), '1.0912345');
    fireEvent.blur(field(sheet, 'Take profit'));
    await expect.poll(() => field(sheet, 'Take profit').value).toBe('1.09123');
    expect(within(sheet).queryByRole('alert')).toBeNull();
    toggle(sheet, 'Stop loss');
    for (const text of ['', '0']) {
      type(field(sheet, 'Stop loss'), text);
      await expect.poll(why).toBe('Stop loss: Enter a price, or turn this off');
    }
    expect(buttonOf(sheet, 'Save').disabled).toBe(true);
    expect(sentTo(STOPS)).toEqual([]);
    toggle(sheet, 'Stop loss');
    fireEvent.click(buttonOf(sheet, 'Save'));
    await expect.poll(() => sentTo(STOPS)[0]).toMatchObject({ stop_loss_price: '0', target_profit_price: '1.09123' });
  });

  it('says a refusal of the server at the field and keeps what was typed', async () => {
    world.calls = answer({
      [LISTS]: lists,
      [STOPS]: () => ({ code: 1103, msg: 'Stop loss or take profit is on the wrong side of the price' }),
    });
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Stop loss');
    type(field(sheet, 'Stop loss'), '1.08380');
    fireEvent.click(buttonOf(sheet, 'Save'));
    await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toContain('wrong side of the price');
    expect(field(sheet, 'Stop loss').getAttribute('aria-invalid')).toBe('true');
    expect(field(sheet, 'Stop loss').value).toBe('1.08380');
    await expect.poll(() => buttonOf(sheet, 'Save').disabled).toBe(false);
  });

  it('is allowed while the market is closed (decision D9.02)', async () => {
    const sheet = await ask('Edit stops');
    push({ quotes: [{ id: 1, close: 1.08384, state: 2 }] });
    await expect.poll(() => sheet.textContent).toContain('Closed');
    expect(buttonOf(sheet, 'Save').disabled).toBe(false);
  });

  it('has no accessibility problem that a machine can find', async () => {
    const sheet = await ask('Edit stops');
    toggle(sheet, 'Stop loss');
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    expect(await problemsOf(sheet)).toEqual([]);
  });
});

describe('closing a part', () => {
  it('D9.472 shows what the part earns with its share of the fee, sends its lots, and the rest stays in the list', async () => {
    const rest = () => order({ Id: world.firstId + 1, Quantity: '0.38', CautionMoney: '411.6996' });
    const part = () =>
      order({ Id: world.firstId + 50, ParentId: world.firstId + 1, Status: 3, Quantity: '0.12', TradeFee: '0.144', FactProfits: '5.04' });
    world.calls = answer({
      [LISTS]: lists,
      [CLOSE]: () => ({ msg: 'Part of the position closed', data: { Id: world.firstId + 1, Seq: 2, Order: part(), Rest: rest() } }),
    });
    const sheet = await ask('Close part');
    fireEvent.click(buttonOf(sheet, '25%'));
    await expect.poll(() => field(sheet, 'Lots to close').value).toBe('0.12');
    // (1.08384 - 1.08342) x 0.12 x 100000; 541.71 x 0.12 / 0.5
    expect(sheet.textContent).toContain('Profit of the part+5.04 USD');
    // 0.6 x 0.12 / 0.5 = 0.144
    expect(sheet.textContent).toContain('Fees−0.14 USDNet+4.90 USD');
    expect(sheet.textContent).toContain('Margin that comes free130.01 USD');
    expect(sheet.textContent).toContain('0.38 lots');
    fireEvent.click(buttonOf(sheet, 'Close 0.12'));
    await expect
      .poll(() => sentTo(CLOSE))
      .toEqual([{ id: String(world.firstId + 1), cont: '0.12', seen_price: '1.08384', slippage: '0.00054192' }]);
    await expect.poll(newestToast).toEqual(['Closed Buy 0.12 EUR/USD at 1.08342', '+4.90 USD', 'good']);
    expect(world.engine.orders.at(-1)).toMatchObject({ id: world.firstId + 1, lots: decimal('0.38') });
    push({ events: [ordersEvent(rest())] });
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('Buy 0.38');
  });

  it('says at the field which rule a size breaks, and sends nothing', async () => {
    const sheet = await ask('Close part');
    for (const [text, problem] of [
      ['0.41', 'At least 0.10 lots must stay, or none'],
      ['0.125', 'Only steps of 0.01 lots'],
      ['0.6', 'At most 0.50 lots are open'],
      ['0', 'Enter the lots to close'],
    ] as const) {
      type(field(sheet, 'Lots to close'), text);
      await expect.poll(() => within(sheet).queryByRole('alert')?.textContent).toBe(problem);
      fireEvent.click(buttonOf(sheet, /^Close \d/));
    }
    expect(sentTo(CLOSE)).toEqual([]);
    expect(field(sheet, 'Lots to close').value).toBe('0');
  });

  it('D9.362 of a position that is too small for it cannot be asked for: the button says from how many lots on it can be', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    const row = opened('Holding');
    await expect.poll(() => buttonOf(row, /^Close part/).disabled).toBe(true);
    expect(buttonOf(row, /^Close part/).textContent).toBe('Close partmin 0.11 lots');
    const sheet = await detailOf('Holding');
    expect(buttonOf(sheet, /^Close part/).disabled).toBe(true);
    const [button, from] = [buttonOf(sheet, /^Close part/), buttonOf(sheet, /^Close part/).querySelector('small')];
    expect(button.getBoundingClientRect().bottom - (from?.getBoundingClientRect().bottom ?? 0)).toBeGreaterThanOrEqual(4);
    expect(Number.parseFloat(getComputedStyle(from as Element).fontSize)).toBeGreaterThanOrEqual(12);
    expect(buttonOf(sheet, 'Reverse').disabled).toBe(false);
  });
});
