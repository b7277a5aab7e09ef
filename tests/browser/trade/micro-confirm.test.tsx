import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storage } from '#ui/browser/storage.ts';
import { needTexts } from '#ui/language/i18n.ts';
import { dropSession, sessionStatus } from '#ui/state/session.ts';
import { putSite } from '#ui/state/site.ts';
import { user } from '#ui/state/user.ts';
import { answerMicros, ended, LISTS, micros, row, SUBMIT } from '../micro/micro-market.ts';
import { problemsOf } from '../support/axe.ts';
import { demoUser } from '../support/fake-server.ts';
import { toasts } from '../support/toasts.ts';
import { push } from './fake-market.ts';
import { amount, confirm, detail, openMicro, openSheet, resetMicroTrade, SITE, sendAndClose, sent, sheet, side } from './open-micro.tsx';
import { chartOf, heading, leaveTrade, openTrade, tab, world } from './open-trade.tsx';

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(leaveTrade);

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

describe('a micro trade that is confirmed', () => {
  it('S1-2.89 S1-7.44 is sent once while the button is busy, and its sheet opens: three taps from Trade', async () => {
    let reply: () => void = () => undefined;
    world.calls = answerMicros({
      [SUBMIT]: () => new Promise((resolve) => (reply = () => resolve({ data: { Id: row().Id, Seq: 1, Micro: row() } }))),
    });
    // Tab, Buy up, Confirm.
    const dialog = await openSheet();
    fireEvent.click(confirm(dialog));
    await expect
      .poll(() => [confirm(dialog).disabled, confirm(dialog).ariaBusy, confirm(dialog).textContent])
      .toEqual([true, 'true', 'Sending…']);
    fireEvent.click(confirm(dialog));
    await expect.poll(() => sent().length).toBe(1);
    reply();
    const opened = await detail();
    expect(within(opened).getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^(1:00|0:\d\d)$/);
    for (const text of ['Open price1.08342', 'Amount33.33 USD', 'Profit rate85%', 'Duration1 min', 'It cannot be sold early.'])
      expect(opened.textContent).toContain(text);
    expect(sent()).toMatchObject([{ forex_id: '1', type: '1', number: '10', seconds: '60', seen_ratio: '0.85', seen_price: '1.08342' }]);
    expect(await problemsOf(opened)).toEqual([]);
    await expect.poll(() => world.engine.orders.some((order) => order.id === row().Id)).toBe(true);
  });

  it('S1-2.89 by keyboard the focus stays: at the foot while it is sent, at the button after a refusal, and at Buy up once all is closed', async () => {
    const replies: ((answer: { code?: number; msg?: string; data?: unknown }) => void)[] = [];
    world.calls = answerMicros({ [SUBMIT]: () => new Promise((resolve) => replies.push(resolve)) });
    await openMicro();
    const buy = side('up');
    buy.focus();
    buy.click();
    const dialog = await sheet();
    await within(dialog).findByRole('group', { name: 'Duration and profit rate' });
    const press = async () => {
      confirm(dialog).focus();
      confirm(dialog).click();
      await expect.poll(() => confirm(dialog).disabled).toBe(true);
      // Where the browser takes the focus from what is disabled, it does so with the next frame.
      await nextFrame();
      expect(document.activeElement?.className).toBe('micro-foot');
      await expect.poll(() => replies.length).toBe(1);
    };
    await press();
    replies.shift()?.({ code: 1203, msg: 'Not offered now' });
    await within(dialog).findByRole('alert');
    await expect.poll(() => document.activeElement).toBe(confirm(dialog));
    await press();
    replies.shift()?.({ data: { Id: row().Id, Seq: 1, Micro: row() } });
    const opened = await detail();
    await expect.poll(() => opened.contains(document.activeElement)).toBe(true);
    within(opened).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => document.activeElement).toBe(side('up'));
  });

  it('S1-4.16 the sheet and the line of the panel say what it would come to as the engine has it', async () => {
    micros.running = [row()];
    await openMicro();
    const line = () => document.querySelector<HTMLElement>('.micro-running button');
    await expect.poll(() => line()?.textContent).toMatch(/^Up 33.33.*--$/);
    push({ orders: [{ id: -row().Id, price: 1.0835, profit: '28.33' }] });
    await expect.poll(() => line()?.textContent).toMatch(/\+28\.33$/);
    fireEvent.click(line() as HTMLElement);
    const opened = await detail();
    await expect.poll(() => opened.textContent).toContain('If it ended now+28.33 USD');
    push({ orders: [{ id: -row().Id, price: 1.083, profit: '-33.33' }] });
    await expect.poll(() => opened.textContent).toContain('\u221233.33 USD');
    expect(opened.textContent).toContain('Price now1.08300');
  });

  it('S1-4.15 when it has ended the same sheet says end price and profit, and nothing says it twice', async () => {
    micros.running = [row()];
    await openMicro();
    await expect.poll(() => document.querySelector('.micro-running button')).not.toBeNull();
    fireEvent.click(document.querySelector('.micro-running button') as HTMLElement);
    const opened = await detail();
    micros.running = [];
    micros.closed = [ended()];
    push({ events: [{ type: 'resync' }] });
    await expect.poll(() => opened.textContent).toContain('Won▲ +28.33 USD');
    for (const text of ['End price1.08350', 'EndedTue 3 Jun 2031, 10:01:05']) expect(opened.textContent).toContain(text);
    expect(document.querySelector('.micro-running')).toBeNull();
    expect(document.querySelector('.toast')).toBeNull();
  });

  it('D9.20 a refusal is said in the sheet, in the words of the server, and the terms are read again', async () => {
    world.calls = answerMicros({ [SUBMIT]: () => ({ code: 1203, msg: 'Not offered now' }) });
    const dialog = await openSheet();
    fireEvent.click(confirm(dialog));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Not offered now');
    await expect.poll(() => world.calls.filter(({ path }) => path.endsWith('get_seconds')).length).toBe(2);
    expect(confirm(dialog).disabled).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: '50' }));
    await expect.poll(() => within(dialog).queryByRole('alert')).toBeNull();
  });

  it('D9.20 a refusal that comes when another product is shown opens no sheet of that one, and is said as a toast', async () => {
    const reply = await sendAndClose();
    location.hash = '#/trade?id=2';
    await expect.poll(() => screen.queryByRole('button', { name: 'Buy up' })).not.toBeNull();
    await expect.poll(() => heading().textContent).toContain('XAU/USD');
    await nextFrame();
    reply({ code: 1107, msg: 'The ratio is lower now' });
    await expect.poll(toasts).toContain('The ratio is lower now');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands on the chart: its side, its stake, how long it still runs and what it would come to; the line goes with it', async () => {
    micros.running = [row(), row({ Id: row().Id - 1, Type: 2, OpenPrice: 1.084, Number: '10' })];
    openTrade();
    await tab('Micro');
    chartOf(1);
    const tags = () => [...document.querySelectorAll<HTMLElement>('.price-tag')].map((tag) => `${tag.dataset.kind} ${tag.textContent}`);
    await expect
      .poll(tags)
      .toEqual([expect.stringMatching(/^microDown ▼ 10 (1:00|0:\d\d) --$/), expect.stringMatching(/^microUp ▲ 33\.33 (1:00|0:\d\d) --$/)]);
    push({ orders: [{ id: -row().Id, price: 1.0835, profit: '28.33' }] });
    await expect.poll(() => tags()[1]).toMatch(/\+28\.33$/);
    micros.running = [];
    micros.closed = [ended(), ended({ Id: row().Id - 1 })];
    push({ events: [{ type: 'resync' }] });
    await expect.poll(tags).toEqual([]);
  });
});

describe('D9.178 a micro trade whose time is over and whose result is not here', () => {
  it('settles, grey and without an amount, in the same words upon the chart, in its line and in its sheet', async () => {
    micros.running = [row({ Type: 2 })];
    await openMicro();
    chartOf(1);
    const line = () => document.querySelector<HTMLElement>('.micro-running button');
    const tag = () => document.querySelector<HTMLElement>('.price-tag');
    await expect.poll(() => tag()?.dataset.kind).toBe('microDown');
    push({ orders: [{ id: -row().Id, price: 1.084, profit: '-33.33' }] });
    await expect.poll(() => tag()?.textContent).toMatch(/^▼ 33\.33 \d:\d\d \u221233\.33$/);
    micros.running = [row({ Type: 2, RemainMilliSeconds: 300 })];
    push({ events: [{ type: 'resync' }] });
    await expect.poll(() => tag()?.textContent).toBe('▼ 33.33 Settling…');
    const ink = (node: Element | null | undefined) => node && getComputedStyle(node).borderTopColor;
    const grey = document.createElement('i');
    grey.style.cssText = 'border: 1px solid var(--ink-2)';
    document.body.append(grey);
    await expect.poll(() => ink(tag())).toBe(ink(grey));
    grey.remove();
    expect([tag()?.dataset.kind, tag()?.querySelector('b')?.dataset.tone]).toEqual(['microOver', '']);
    await expect.poll(() => line()?.textContent).toBe('Down 33.33Settling…--');
    expect(line()?.querySelector('.price')?.getAttribute('data-tone')).toBe('');
    fireEvent.click(line() as HTMLElement);
    const opened = await detail();
    expect(opened.querySelector('.micro-headline')?.textContent).toBe('Settling…--');
    expect([...opened.querySelectorAll('[data-tone]')].map((node) => node.getAttribute('data-tone'))).toEqual(['', '']);
  });
});

describe('S1-6.03 a micro trade of a visitor', () => {
  const DEMO = {
    '/api/user/createAccountDemoForU': () => ({ data: { demo_id: 'd'.repeat(32) } }),
    '/api/user/loginDemoForU': () => ({ data: { token: 'demo-token', user: demoUser } }),
  };
  beforeEach(() => {
    user.value = null;
    sessionStatus.value = 'visitor';
    world.calls = answerMicros(DEMO);
  });
  afterEach(() => {
    dropSession();
    storage.remove('demo_id');
  });

  it('S1-6.03 Buy up leads to the login where there is no demo', async () => {
    putSite({ ...SITE, is_mock_login: '0' });
    await openMicro();
    fireEvent.click(side('up'));
    await expect.poll(() => location.hash).toBe('#/login?from=%2Ftrade%3Fid%3D1');
    expect(sent()).toEqual([]);
  });

  it('D9.108 is sent as it was filled in once the demo is entered, and its sheet opens', async () => {
    const dialog = await openSheet();
    fireEvent.click(within(dialog).getByRole('button', { name: '50' }));
    await expect.poll(() => amount(dialog).value).toBe('50');
    expect(within(dialog).queryByRole('button', { name: /^Confirm/ })).toBeNull();
    expect(await problemsOf(dialog)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start demo · 10,000 USD' }));
    await expect.poll(sent).toMatchObject([{ number: '50', seconds: '60', type: '1' }]);
    await detail();
    expect(sent().length).toBe(1);
  });

  it('asks for no list of orders', async () => {
    await openSheet();
    expect(world.calls.some(({ path }) => path === LISTS)).toBe(false);
  });
});
