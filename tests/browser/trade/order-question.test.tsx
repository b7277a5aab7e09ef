/** What is said of an order before it is sent: its night, how long it waits, and that its price lies far. On narrow phones, in both themes. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { chooseConfirm } from '#ui/state/order-habits.ts';
import { dropSession, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser } from '../support/fake-server.ts';
import { answer, order, product, push } from './fake-market.ts';
import { buy, leaveTrade, lots, openTrade, orderPrice, resetTrade, sell, stop, tab, toggle, world, type as write } from './open-trade.tsx';

const SUBMIT = '/v2/api/forex/submit';
const HOUR_MS = 3_600_000;
/** 22:00 of tomorrow by GMT, so that its day is told. */
const NEXT_MS = Math.floor(Date.now() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS + 22 * HOUR_MS;
const night = (Nights: number) => ({ Long: '-0.00008', Short: '0.00003', TripleOn: 3, NextAt: NEXT_MS, Nights });
const weekday = new Date(NEXT_MS).toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' });

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  await resetTrade();
  chooseConfirm(true);
  const placed = order({ Id: 502, Status: 0, Price: 0, OriginPrice: 1.02 });
  world.calls = answer({ [SUBMIT]: () => ({ msg: 'Done', data: { Id: 502, Seq: 1, Order: placed } }) });
});
afterEach(async () => {
  chooseConfirm(false);
  document.documentElement.setAttribute('data-theme', 'light');
  await leaveTrade();
  await page.viewport(360, 740);
});

const question = () => screen.findByRole('dialog', { name: 'Confirm the order' });
const rowOf = (dialog: HTMLElement, label: string) => within(dialog).getByText(label).parentElement?.querySelector('dd')?.textContent;
const withNight = (Nights: number) =>
  push({ events: [{ type: 'products', rows: [product({ Financing: night(Nights) })] }], quotes: [{ id: 1, close: 1.1 }] });
async function open(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  openTrade();
  await expect.poll(() => buy().disabled).toBe(false);
}
const ask = async (button: HTMLElement) => {
  await expect.poll(() => (button as HTMLButtonElement).disabled).toBe(false);
  fireEvent.click(button);
  return question();
};
const close = async (dialog: HTMLElement) => {
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
};
/** Every line of a sheet is inside it, and whole. */
const cut = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll<HTMLElement>('dd, dt, p, button')]
    .filter((node) => node.checkVisibility() && !node.closest('.sr-only'))
    .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.getBoundingClientRect().right > innerWidth)
    .map((node) => node.textContent);

describe.each([
  [320, 640],
  [360, 740],
])('D9.248 the question before an order, on a phone of %i x %i', (width, height) => {
  it('tells what the next night takes or brings of these lots on this side, and from when', async () => {
    await open(width, height);
    let dialog = await ask(buy());
    expect(rowOf(dialog, 'Overnight')).toBe('none');
    await close(dialog);
    withNight(1);
    write(lots(), '0.25');
    dialog = await ask(buy());
    // 0.25 x 100,000 x 1.1 x -0.00008, and x 0.00003 for who sells.
    await expect.poll(() => rowOf(dialog, 'Overnight')).toBe(`−2.20 USD from ${weekday} 22:00`);
    expect(cut(dialog)).toEqual([]);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(dialog)).toEqual([]);
    }
    push({ quotes: [{ id: 1, close: 1.2 }] });
    await expect.poll(() => rowOf(dialog, 'Overnight')).toBe(`−2.40 USD from ${weekday} 22:00`);
    await close(dialog);
    withNight(3);
    dialog = await ask(sell());
    await expect.poll(() => rowOf(dialog, 'Overnight')).toBe(`+2.48 USD from ${weekday} 22:00, 3 nights`);
    expect(cut(dialog)).toEqual([]);
  });

  it('tells a visitor the same before the demo is begun', async () => {
    user.value = null;
    sessionStatus.value = 'visitor';
    putSite({ currency: 'USD', timezone: '0', is_mock_login: '1', demo_balance: '10000' });
    await open(width, height);
    withNight(1);
    fireEvent.click(buy());
    const dialog = await screen.findByRole('dialog', { name: 'Start trading' });
    await expect.poll(() => rowOf(dialog, 'Overnight')).toBe(`−0.88 USD from ${weekday} 22:00`);
    expect(cut(dialog)).toEqual([]);
    dropSession();
    user.value = demoUser;
  });

  it('D9.247 D9.250 of a pending order says how long it waits and that its price lies far, and sends it all the same', async () => {
    await open(width, height);
    withNight(1);
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => orderPrice().value).not.toBe('');
    const note = () => orderPrice().closest('.field')?.querySelector<HTMLElement>('.field-note');
    expect(note()?.dataset.warning).toBeUndefined();
    write(orderPrice(), '1.02');
    await expect.poll(() => note()?.textContent).toBe('Far: 7.27% below 1.10000');
    expect([note()?.dataset.warning, orderPrice().getAttribute('aria-invalid')]).toEqual(['', null]);
    expect(getComputedStyle(note() as Element).color).not.toBe(
      getComputedStyle(document.querySelector('.ticket-figures dt') as Element).color,
    );
    const dialog = await ask(buy());
    expect(dialog.textContent).toContain('Far: 7.27% below 1.10000');
    expect([rowOf(dialog, 'Good till'), rowOf(dialog, 'Overnight')]).toEqual(['Until cancelled', `−0.82 USD from ${weekday} 22:00`]);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect([await problemsOf(dialog), await problemsOf(document.querySelector('.ticket') as Element)]).toEqual([[], []]);
    }
    expect(cut(dialog)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: /^Buy 0\.10 at/ }));
    await expect.poll(() => world.calls.find(({ path }) => path === SUBMIT)?.fields.get('target_price')).toBe('1.02');
  });

  it('D9.250 warns of a stop that lies far from the price, of a pending order from its own', async () => {
    await open(width, height);
    await toggle('Stop loss');
    const note = () => document.querySelector('.ticket-stop [data-warning]')?.textContent;
    write(stop('Stop loss'), '1.02');
    await expect.poll(note).toBe('Far: 5.85% below 1.08342');
    expect(buy().disabled).toBe(false);
    fireEvent.click(await tab('Pending'));
    write(orderPrice(), '1.05');
    await expect.poll(note).toBeUndefined();
    write(orderPrice(), '2');
    await expect.poll(note).toBe('Far: 49.00% below 2.00000');
  });
});

describe.each([
  [320, 640],
  [360, 740],
])('D9.247 the fields of a pending order, on a phone of %i x %i', (width, height) => {
  /** Width of a text as the field writes it. */
  const widthOf = (field: HTMLElement, text: string): number => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.font = getComputedStyle(field).font;
    return pen.measureText(text).width;
  };
  const room = (field: HTMLElement): number => {
    const style = getComputedStyle(field);
    return field.clientWidth - Number.parseFloat(style.paddingInlineStart) - Number.parseFloat(style.paddingInlineEnd);
  };

  it('have room for every word, every digit and every date', async () => {
    await open(width, height);
    push({ quotes: [{ id: 2, close: 108_342.55 }] });
    fireEvent.click(await tab('Pending'));
    await expect.poll(() => orderPrice().value).not.toBe('');
    const wait = screen.getByLabelText('Good till') as HTMLSelectElement;
    for (const { text } of wait.options) expect(room(wait), text).toBeGreaterThanOrEqual(widthOf(wait, text));
    for (const price of ['1.08342', '108342.55']) expect(room(orderPrice()), price).toBeGreaterThanOrEqual(widthOf(orderPrice(), price));
    fireEvent.change(wait, { target: { value: 'date' } });
    const day = await screen.findByLabelText('Last day');
    expect(room(day)).toBeGreaterThanOrEqual(widthOf(day, '11/24/2026'));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
