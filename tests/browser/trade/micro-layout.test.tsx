/** Where everything of micro trades stands: on the smallest phone, for a visitor, with letters enlarged, with amounts that nobody has. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { dropSession, sessionStatus } from '#ui/state/session.ts';
import { user } from '#ui/state/user.ts';
import { answerMicros, micros, row } from '../micro/micro-market.ts';
import { realUser } from '../support/fake-server.ts';
import { amount, confirm, figure, openMicro, openSheet, resetMicroTrade } from './open-micro.tsx';
import { chart, chartOf, leaveTrade, tab, type as write } from './open-trade.tsx';

const root = document.documentElement;
const box = (element: Element | null) => (element as Element).getBoundingClientRect();

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(resetMicroTrade);
afterEach(async () => {
  await leaveTrade();
  root.style.removeProperty('font-size');
  root.style.removeProperty('scrollbar-width');
  await page.viewport(360, 740);
});

describe('the foot of the sheet', () => {
  const FIELDS = '.choice-row button, .field-box input, .micro-presets button, .micro-figures dd, .micro-rules';
  /** How far the foot lies over what a finger or a screen reader brings into sight. */
  const covered = (dialog: HTMLElement) =>
    [...dialog.querySelectorAll(FIELDS)].map((field) => {
      field.scrollIntoView({ block: 'nearest' });
      return Math.max(0, box(field).bottom - box(dialog.querySelector('.micro-foot')).top);
    });

  it('D9.139 of a visitor on a phone of 320 x 640 lies over no field: the two ways in come after them, in reach', async () => {
    user.value = null;
    sessionStatus.value = 'visitor';
    await page.viewport(320, 640);
    const dialog = await openSheet();
    expect(new Set(covered(dialog))).toEqual(new Set([0]));
    const login = within(dialog).getByRole('link', { name: 'Log in' });
    login.scrollIntoView({ block: 'nearest' });
    await expect.poll(() => box(login).bottom).toBeLessThanOrEqual(innerHeight);
    dropSession();
  });

  it('D9.139 of a visitor on a phone of 360 x 740 shows both ways in whole, and on one of 320 px no choice stands alone in its row', async () => {
    // As on a phone, where the bar takes no room.
    root.style.scrollbarWidth = 'none';
    user.value = null;
    sessionStatus.value = 'visitor';
    const [sound] = micros.terms.sec.filter(({ Seconds }) => Seconds === 60);
    const sec = [30, 60, 120, 300, 600].flatMap((Seconds) => (sound ? [{ ...sound, Id: Seconds, Seconds }] : []));
    micros.terms = { ...micros.terms, sec, number: [10, 20, 50, 100, 200, 500].map((Id) => ({ Id, Number: String(Id) })) };
    const dialog = await openSheet();
    const doors = () => [...dialog.querySelectorAll('.micro-foot .button')].map((door) => box(door).bottom <= innerHeight);
    await expect.poll(doors).toEqual([true, true]);
    expect(dialog.scrollTop).toBe(0);
    await page.viewport(320, 640);
    const rows = (all: string) => {
      const tops = [...dialog.querySelectorAll(all)].map((one) => box(one).top);
      return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    };
    await expect
      .poll(() => [rows('.choice-row button'), rows('.micro-presets button')])
      .toEqual([
        [3, 2],
        [3, 3],
      ]);
    dropSession();
  });

  it.each(['100%', '200%'])('stays in reach with letters of %s, and covers nothing that is brought into sight', async (size) => {
    root.style.fontSize = size;
    await page.viewport(320, 640);
    const dialog = await openSheet();
    expect(new Set(covered(dialog))).toEqual(new Set([0]));
    if (size !== '100%') return;
    dialog.scrollTo(0, 0);
    await expect.poll(() => box(confirm(dialog)).bottom).toBeLessThanOrEqual(innerHeight);
  });
});

describe.each([
  [320, 640],
  [360, 740],
])('on a phone of %i x %i with letters twice as large', (width, height) => {
  it('nothing of the sheet or the panel runs over the side or into what is beside it', async () => {
    root.style.fontSize = '200%';
    await page.viewport(width, height);
    micros.running = [row({ Number: '1000' })];
    const dialog = await openSheet();
    const staysInside = (all: string) => {
      for (const element of document.querySelectorAll(all)) {
        if (element.closest('.sr-only')) continue;
        const { left, right } = box(element);
        expect([left >= -1, right <= width + 1], `${element.tagName}.${element.className} ${element.textContent}`).toEqual([true, true]);
      }
    };
    staysInside('.micro-ask *');
    fireEvent.click(screen.getByRole('tab', { name: 'At a time' }));
    await screen.findByRole('group', { name: 'End time' });
    staysInside('.micro-ask *');
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
    for (const element of dialog.querySelectorAll<HTMLElement>('button, .micro-least, dd'))
      expect(element.scrollWidth, element.textContent ?? '').toBeLessThanOrEqual(element.clientWidth + 1);
    // A typed amount has room beside the least one, or above it.
    expect(box(amount(dialog)).width).toBeGreaterThan(160);
    await expect.poll(() => document.querySelector('.micro-running button')).not.toBeNull();
    staysInside('.micro *');
    const parts = [...document.querySelectorAll('.micro-running button > *')].map(box);
    for (const [at, part] of parts.entries()) {
      const next = parts[at + 1];
      if (next) expect(next.left >= part.right - 1 || next.top >= part.bottom - 1).toBe(true);
    }
  });
});

describe('D9.176 an amount that cannot be put on it', () => {
  const FIGURES = ['Expected profit', 'Returned if right', 'Lost if wrong'];

  it('has no figures, says how much it may be, and is not sent', async () => {
    await page.viewport(320, 640);
    const dialog = await openSheet();
    for (const [text, problem] of [
      ['5000', 'At most 1,000.00 USD for this duration'],
      ['99999999999999', 'More than the 9,876.50 USD that are available'],
    ] as const) {
      write(amount(dialog), text);
      await expect.poll(() => dialog.textContent).toContain(problem);
      expect(FIGURES.map((name) => figure(dialog, name))).toEqual(['--', '--', '--']);
      expect([confirm(dialog).disabled, confirm(dialog).textContent]).toEqual([true, 'Confirm · Buy up']);
    }
    write(amount(dialog), '1000');
    await expect.poll(() => figure(dialog, 'Expected profit')).toBe('+850.00');
  });

  it('D9.176 the largest balance stays in its place at 320 px', async () => {
    await page.viewport(320, 640);
    user.value = realUser;
    const rows = ['forex', 'micro', 'change'].map((type, at) => ({
      ...{ type, balance: '12345678901.34', lockBalance: '0', deficit: '0', accountTypeId: at, currencyId: 1 },
    }));
    answerMicros({ '/v2/api/main/wallet/getBalance': () => ({ data: rows }) });
    const dialog = await openSheet();
    await expect.poll(() => figure(dialog, 'Balance')).toBe('12,345,678,901.34');
    for (const cell of dialog.querySelectorAll('.micro-figures > div')) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  });
});

describe('the current candle', () => {
  const told = () =>
    [...document.querySelectorAll<HTMLElement>('.candle-chart-legend p:first-child > span')]
      .filter((part) => part.checkVisibility())
      .map((part) => part.textContent?.trim().slice(0, 2));

  it('D9.177 is told once: by the panel, where the line above the chart tells of another one that is pointed at', async () => {
    await openMicro();
    chartOf(1);
    await expect.poll(() => document.querySelector('.candle-chart-legend')).not.toBeNull();
    await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(10);
    const names = () => told().filter((name) => /^[OHLC] /.test(name ?? ''));
    await expect.poll(() => told().length).toBeGreaterThan(0);
    expect(names()).toEqual([]);
    // Keys are heard once the chart says which there are.
    await expect.poll(() => chart().getAttribute('aria-description')).not.toBeNull();
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' });
    await expect.poll(names).toEqual(['O ', 'H ', 'L ', 'C ']);
    fireEvent.keyDown(chart(), { key: 'Escape' });
    await expect.poll(names).toEqual([]);
    fireEvent.click(await tab('Contract'));
    await expect.poll(names).toEqual(['O ', 'H ', 'L ', 'C ']);
  });
});
