/** Alerts that fire while the page is open: a toast on whatever screen is shown, sound, a shake, and the count of the bell. */
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertChangeRow, FiredAlertRow } from '#protocol/rest/alert.ts';
import { announceAlert } from '#ui/alerts/alert-news.ts';
import { soundAlert } from '#ui/alerts/alert-sound.ts';
import { SpokenToasts, ToastHost } from '#ui/kit/toast.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { alertSound, alertVibration } from '#ui/state/alert-habits.ts';
import { listen } from '#ui/state/events.ts';
import { sessionNumber } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { answer, push } from '../trade/fake-market.ts';
import { chartOf, leaveTrade, market, openTrade, resetTrade, world } from '../trade/open-trade.tsx';
import { alertBook, alertRow, firedRow } from './alert-book.ts';

let shaken: unknown[];
let sounds: number;
/** An oscillator that counts what it is told to sound. */
class FakeAudio {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume = async () => {
    this.state = 'running';
  };
  createGain = () => ({ gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }, connect: () => undefined });
  createOscillator = () => ({ frequency: { value: 0 }, connect: (to: unknown) => to, stop: () => undefined, start: () => sounds++ });
}

beforeAll(() => needTexts('shell', 'trade', 'errors', 'alerts'));
beforeEach(async () => {
  await resetTrade();
  shaken = [];
  sounds = 0;
  sessionNumber.value++;
  putSite({ timezone: '0' });
  for (const habit of [alertSound, alertVibration]) habit.choose(true);
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.spyOn(navigator, 'vibrate').mockImplementation((pattern) => shaken.push(pattern) > 0);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** As the frame of the app hands it on. */
function fire(...rows: (FiredAlertRow | AlertChangeRow)[]): void {
  const stop = listen('alert', ({ row }) => void announceAlert(row));
  push({ events: rows.map((row) => ({ type: 'alert', row })) });
  stop();
}
const show = () =>
  render(
    <>
      <ToastHost />
      <SpokenToasts />
    </>,
  );
const newest = () => document.querySelector('.toast:last-child');
const words = () => newest()?.querySelector('p')?.textContent;

describe('D9.152 an alert that fires', () => {
  it('is a toast with product, price, what it had waited for and when, felt, and leads to the product', async () => {
    show();
    fire(firedRow());
    await expect.poll(words).toBe('EUR/USD rose to 1.08403');
    expect(newest()?.querySelector('small')?.textContent).toBe('Above 1.08400 · 20:14:05');
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('EUR/USD rose to 1.08403, Above 1.08400');
    expect(shaken).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /^View: EUR\/USD rose/ }));
    expect(location.hash).toBe('#/trade?id=1');
  });

  it('of a move says how far and from which time', async () => {
    show();
    fire(firedRow({ Kind: 'move', Level: undefined, Percent: '0.5', WindowS: 3_600, From: 1.07, Price: 1.0754 }));
    await expect.poll(words).toBe('EUR/USD moved +0.50% to 1.07540');
    expect(newest()?.querySelector('small')?.textContent).toBe('0.5% in 1 h · 20:14:05');
  });

  it('is not announced to who has logged in meanwhile', async () => {
    show();
    fire(firedRow({ Id: 1, Price: 1.2345 }));
    sessionNumber.value++;
    fire(firedRow({ Id: 2, Price: 1.1 }));
    await expect.poll(words).toBe('EUR/USD rose to 1.10000');
    expect([document.body.textContent?.includes('1.23450'), shaken.length]).toEqual([false, 1]);
  });

  it('many at once are one toast with their number, one shake, and lead to the list; what is no alert is nothing', async () => {
    show();
    push({ events: [] });
    fire(firedRow({ Id: 1 }), firedRow({ Id: 2 }), { nonsense: true } as unknown as FiredAlertRow, firedRow({ Id: 3 }));
    await expect.poll(words).toBe('3 price alerts fired');
    expect(shaken).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: /^View: 3 price alerts/ }));
    expect(location.hash).toBe('#/alerts?tab=fired');
  });

  it('is neither heard nor felt where its person has chosen so', async () => {
    for (const habit of [alertSound, alertVibration]) habit.choose(false);
    show();
    fire(firedRow({ Price: 1.0999 }));
    await expect.poll(words).toBe('EUR/USD rose to 1.09990');
    expect([shaken.length, sounds]).toEqual([0, 0]);
  });

  it('is heard only once its person has touched the page', async () => {
    vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive: false, isActive: false });
    expect([await soundAlert(), sounds]).toEqual([false, 0]);
    vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive: true, isActive: false });
    expect([await soundAlert(), sounds]).toEqual([true, 2]);
  });
});

it('D9.152 the bell counts what has fired and nobody has looked at, and its lists are read again when one fires', async () => {
  const book = alertBook(alertRow());
  world.calls = answer(book.routes);
  market();
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  const first = await screen.findByRole('button', { name: 'Price alerts of EUR/USD' });
  const icon = (button: Element) => button.querySelector('[data-icon]')?.getAttribute('data-icon');
  await expect.poll(() => icon(first)).toBe('bell-full');
  await expect.poll(() => world.calls.some(({ path }) => path === '/v2/api/alert/fired')).toBe(true);
  book.alerts = [];
  book.fired = [firedRow({ Id: 72 }), firedRow()];
  fire(firedRow({ Id: 72 }));
  const bell = await screen.findByRole('button', { name: 'Price alerts of EUR/USD, 2 fired' });
  expect(bell.textContent).toBe('2');
  await expect.poll(() => icon(bell)).toBe('bell');
  await leaveTrade();
});

it('D9.171 what its person does to alerts on another device fills the bell and draws the line at once, without a word, and asks for nothing else', async () => {
  const book = alertBook();
  world.calls = answer(book.routes);
  market();
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  const bell = await screen.findByRole('button', { name: 'Price alerts of EUR/USD' });
  const icon = () => bell.querySelector('[data-icon]')?.getAttribute('data-icon');
  const told = words();
  const asked = (path: string) => world.calls.filter((call) => call.path === `/v2/api/alert/${path}`).length;
  await expect.poll(() => [asked('list'), asked('fired')]).toEqual([1, 1]);
  expect(icon()).toBe('bell');
  for (const [alerts, change, shown] of [
    [[alertRow({ Price: 1.0839 })], 'set', 'Alert, Rises to 1.08390'],
    [[alertRow({ Price: 1.0845 })], 'edited', 'Alert, Rises to 1.08450'],
  ] as const) {
    book.alerts = [...alerts];
    fire({ AlertId: 31, Change: change });
    await expect.poll(() => document.querySelector('.price-tag')?.getAttribute('aria-label')).toContain(shown);
    expect(icon()).toBe('bell-full');
  }
  book.alerts = [];
  fire({ AlertId: 31, Change: 'deleted' });
  await expect.poll(() => [document.querySelector('.price-tag'), icon()]).toEqual([null, 'bell']);
  expect([asked('list'), asked('fired'), shaken.length, words()]).toEqual([4, 1, 0, told]);
  await leaveTrade();
});
