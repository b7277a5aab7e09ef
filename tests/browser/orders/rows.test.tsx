import { fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { STOP_OUT_SHARE, WARNING_SHARE } from '#ui/screens/order/margin/gauge-position.ts';
import { LinkBar } from '#ui/shell/link-bar.tsx';
import { startLinkClock } from '#ui/state/link.ts';
import { problemsOf } from '../support/axe.ts';
import { sizeOf } from '../support/size.ts';
import { answer, order, ordersEvent, push } from '../trade/fake-market.ts';
import { LISTS, leaveRecords, lists, opened, openRecords, resetRecords, rowsOf, tab, world } from './open-records.tsx';

beforeAll(async () => {
  await needTexts('shell', 'orders', 'errors');
  startLinkClock();
});
beforeEach(resetRecords);
afterEach(async () => {
  document.documentElement.removeAttribute('dir');
  await page.viewport(360, 740);
  await leaveRecords();
});

/** Eight positions, of which the first has earned less than its fee. */
async function hold(): Promise<void> {
  world.held = Array.from({ length: 8 }, (_, index) => order({ Id: world.firstId + 8 - index, OrderType: index % 2 === 0 ? 1 : 2 }));
  openRecords();
  await expect.poll(() => rowsOf('Holding').length).toBe(8);
  push({
    events: [ordersEvent(...world.held)],
    orders: world.held.map(({ Id }, index) => ({ id: Id, price: 1.08384, profit: index === 0 ? '0.4' : '4.2' })),
  });
  await expect.poll(() => rowsOf('Holding')[1]?.textContent).toContain('+4.20');
}
const totals = () => screen.getByRole('region', { name: 'Totals' });
const boxOf = (node: Element | null | undefined) => (node as Element).getBoundingClientRect();
/** Elements that cut what is in them, or that stand outside the window. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.records *')]
    .filter((node) => node.checkVisibility() && !node.closest('.sr-only, dialog'))
    .filter((node) => {
      const box = node.getBoundingClientRect();
      const isCut = getComputedStyle(node).overflow !== 'visible' && node.scrollWidth > node.clientWidth + 1;
      return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1 || isCut);
    })
    .map((node) => `${node.className || node.tagName}: ${node.textContent?.slice(0, 40)}`);
}

describe('D9.116 a row of the records', () => {
  it('shows net and its share of the margin, profit and fee, entry and now; the net alone has a colour', async () => {
    await hold();
    const row = rowsOf('Holding')[1] as HTMLElement;
    // 4.2 - 0.6 of a margin of 108.342
    expect(row.textContent).toContain('+3.32%Net+3.60');
    expect(row.textContent).toContain('Sell 0.10');
    expect(row.textContent).toContain('1.08342 → 1.08384');
    expect(row.textContent).toContain('Profit+4.20Fees−0.60');
    // Seen, not only read out: of two figures beside each other one must be named.
    expect(sizeOf(row.querySelector('.order-row-charges > span') as HTMLElement).width).toBeGreaterThan(12);
    const poor = rowsOf('Holding')[0] as HTMLElement;
    expect(poor.textContent).toContain('−0.18%Net−0.20');
    expect(poor.querySelector('.order-row-net [data-tone]')?.getAttribute('data-tone')).toBe('down');
  });

  it('is 64 px high, and six of them stand between totals and tab bar of a 360 x 740 phone', async () => {
    await hold();
    const rows = rowsOf('Holding');
    expect(rows.slice(0, 6).map((row) => Math.round(boxOf(row).height))).toEqual([64, 64, 64, 64, 64, 64]);
    const tabBar = 58;
    expect(boxOf(rows[5]).bottom).toBeLessThanOrEqual(740 - tabBar);
    expect(totals().textContent).toContain('9,268%');
  });

  it('opens in place to its figures and what can be done; another one closes it', async () => {
    await hold();
    const first = opened('Holding', 0);
    await expect
      .poll(() =>
        within(first)
          .getAllByRole('button')
          .map((node) => node.textContent)
          .slice(1),
      )
      .toEqual(['Edit stops', 'Close partmin 0.11 lots', 'Reverse', 'Details', 'Close position']);
    expect(first.textContent).toContain('Margin108.34Stop loss--Take profit--Fee0.60');
    opened('Holding', 2);
    await expect.poll(() => within(first).getAllByRole('button').length).toBe(1);
    const head = within(rowsOf('Holding')[2] as HTMLElement).getAllByRole('button')[0] as HTMLElement;
    fireEvent.click(head);
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
  });

  it('D9.380 comes up where it opens under the tabs, so that its last button can be pressed', async () => {
    await hold();
    scrollTo(0, 0);
    const low = rowsOf('Holding').findIndex((row) => boxOf(row).bottom > 740 - 58 - 64);
    const close = await within(opened('Holding', low)).findByRole('button', { name: 'Close position' });
    await expect.poll(() => boxOf(close).bottom).toBeLessThanOrEqual(740 - 58);
  });

  it('of the history has its date under its mark, and stands 64 px high, six of them in sight', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    const rows = rowsOf('History');
    expect(rows[0]?.textContent).toMatch(/(4 Mar|2026)EUR\/USD/);
    const [mark, date] = ['.product-mark', '.order-row-mark > small'].map((name) => boxOf(rows[0]?.querySelector(name)));
    expect((date?.top ?? 0) - (mark?.bottom ?? 0)).toBeGreaterThanOrEqual(2);
    expect(rows.slice(0, 6).map((row) => Math.round(boxOf(row).height))).toEqual([64, 64, 64, 64, 64, 64]);
    expect(boxOf(rows[5]).bottom).toBeLessThanOrEqual(740 - 58);
  });

  it('of a cancelled order says that it came to nothing, and is told apart in the count', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    const row = rowsOf('History')[1] as HTMLElement;
    expect(row.textContent).toContain('–');
    expect(row.textContent).not.toMatch(/0\.00/);
    expect(document.querySelector('.list-bar')?.textContent).toContain('23 orders, 1 cancelled');
  });

  it.each([
    ['320 px', 320, 'ltr'],
    ['430 px', 430, 'ltr'],
    ['360 px, right to left', 360, 'rtl'],
    // All sizes are in rem: half the window is what 360 px with text of 200 % have.
    ['360 px, text of 200 %', 180, 'ltr'],
  ])('cuts nothing and moves nothing out of the window: %s', async (_name, width, dir) => {
    await page.viewport(width, 740);
    document.documentElement.dir = dir;
    await hold();
    opened('Holding', 0);
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('Details');
    expect(cutTexts()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await problemsOf(document.body)).toEqual([]);
  });

  it('has nothing to press that is smaller than 44 px', async () => {
    await hold();
    opened('Holding', 0);
    await expect.poll(() => rowsOf('Holding')[0]?.textContent).toContain('Details');
    scrollTo(0, 0);
    const small = [...document.querySelectorAll('.records button, .records a')].filter((node) => {
      const { left, top } = boxOf(node);
      const { width, height } = sizeOf(node);
      if (top < 0 || top + height > innerHeight) return false;
      const [x, y] = [left + width / 2, top + height / 2];
      // What a finger meets at the edges of 44 px around the middle.
      const met = [-21, 21].map((away) => document.elementFromPoint(x, y + away)?.closest('button, a'));
      return width < 44 || met.some((other) => other !== node);
    });
    expect(small.map((node) => node.textContent || node.getAttribute('aria-label'))).toEqual([]);
  });
});

describe('the totals', () => {
  it('D9.116 are coloured by the net: a profit that the fees have eaten is a loss', async () => {
    await hold();
    push({ account: { balance: '9890.5', equity: '10041.3', margin: '866.736', usable: '9890.5', profit: '3.45', level: '1158' } });
    // 3.45 less eight fees of 0.6.
    await expect.poll(() => totals().textContent).toContain('Net▼ −1.35 USDOpen profit+3.45Fees−4.80');
    expect([...totals().querySelectorAll('[data-tone="up"]')]).toEqual([]);
  });

  it('show no gauge and no level while nothing is held, and what pending orders lock', async () => {
    world.held = [];
    openRecords();
    push({
      events: [ordersEvent()],
      account: { balance: '9893.4', equity: '10000', margin: '0', usable: '9893.4', profit: '0', pending: '106.6' },
    });
    await expect.poll(() => totals().textContent).toContain('Locked106.60');
    expect(screen.queryByRole('meter')).toBeNull();
    expect(screen.queryByRole('button', { name: 'What is the margin level?' })).toBeNull();
  });

  it('have a gauge whose colours end where its mark stands at stop-out and at warning, and its numbers with them', async () => {
    await hold();
    const style = (part: string) => getComputedStyle(totals().querySelector(part) as Element);
    const ends = [...style('.gauge-scale').backgroundImage.matchAll(/ ([\d.]+)%/g)].map(([, end]) => Number(end));
    const [stopOut, warning] = [STOP_OUT_SHARE * 100, WARNING_SHARE * 100];
    expect(ends).toEqual([stopOut, stopOut, warning, warning]);
    const [first = 0, second = 0, third = 0] = style('.gauge-words').gridTemplateColumns.split(' ').map(Number.parseFloat);
    const width = first + second + third;
    expect([first / width, (first + second) / width].map((share) => share.toFixed(2))).toEqual(
      [STOP_OUT_SHARE, WARNING_SHARE].map((share) => share.toFixed(2)),
    );
  });

  it('lose their colour while prices are old', async () => {
    await hold();
    const net = () => getComputedStyle(totals().querySelector('[data-main] [data-tone]') as Element).color;
    const live = net();
    render(<LinkBar />);
    push({ link: 2 });
    await expect.poll(() => net() === live).toBe(false);
    // All that moves with the market, the gauge's level and what is available too.
    const moving = [...totals().querySelectorAll('dd')].map((node) => getComputedStyle(node).color);
    expect([moving.length, new Set(moving).size]).toEqual([7, 1]);
    // And nothing there says that the account is safe.
    const scale = getComputedStyle(totals().querySelector('.gauge-scale') as Element).backgroundImage;
    expect(new Set(scale.match(/rgb\([^)]*\)/g)).size).toBe(1);
    push({ link: 1 });
    await expect.poll(net).toBe(live);
  });
});

describe('a list while the link is down', () => {
  it('says how old it is, not that it could not be loaded, and is read again afterwards', async () => {
    await hold();
    world.calls = answer({});
    push({ link: 2 });
    fireEvent.click(tab('Pending'));
    fireEvent.click(tab('Holding'));
    await expect.poll(() => rowsOf('Holding').length).toBe(8);
    push({ events: [{ type: 'order', id: 5, state: 'holding' }], link: 2 });
    await expect.poll(() => document.querySelector('.list-end')?.textContent).toMatch(/^As of \d+ s ago/);
    expect(document.body.textContent).not.toContain('could not be loaded');
    world.calls = answer({ [LISTS]: lists });
    push({ events: [{ type: 'resync' }, { type: 'order', id: 5, state: 'holding' }], link: 1 });
    await expect.poll(() => document.querySelector('.list-end')?.textContent).toBe('No more');
  });
});
