import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { isOffline } from '#ui/state/link.ts';
import { putSite } from '#ui/state/site.ts';
import { problemsOf } from '../support/axe.ts';
import { sizeOf } from '../support/size.ts';
import { answer, ordersEvent, push } from '../trade/fake-market.ts';
import {
  asked,
  detailOf,
  isActive,
  LISTS,
  leaveRecords,
  lists,
  opened,
  openRecords,
  pageOf,
  resetRecords,
  rowsOf,
  tab,
  world,
} from './open-records.tsx';

beforeAll(() => needTexts('shell', 'orders', 'errors'));
beforeEach(resetRecords);
afterEach(leaveRecords);

describe('the tabs of /order', () => {
  it('S1-2.91 D9.116 the address selects the sub-tab; no tab stands for the kind of orders while there is one kind', async () => {
    openRecords('#/order?source=0&type=3');
    await expect.poll(() => tab('History').getAttribute('aria-selected')).toBe('true');
    expect(screen.getAllByRole('tab').map((node) => node.textContent)).toEqual(['Holding', 'Pending', 'History']);
    location.hash = '#/order?type=1';
    await expect.poll(() => tab('Holding').getAttribute('aria-selected')).toBe('true');
    fireEvent.click(tab('Pending'));
    await expect.poll(() => location.hash).toBe('#/order?source=0&type=0');
  });

  it('S1-2.93 holding asks for status 1, pending for 0, history for 3', async () => {
    openRecords();
    await expect.poll(() => asked()).toEqual(['1/1']);
    fireEvent.click(tab('Pending'));
    await expect.poll(() => asked()).toContain('0/1');
    await expect.poll(() => document.body.textContent).toContain('No data yet');
    fireEvent.click(tab('History'));
    await expect.poll(() => asked()).toContain('3/1');
  });
});

describe('totals', () => {
  it('S1-2.95 of holding are open profit, margin level and margin; of history the total and all_fact_profits', async () => {
    openRecords();
    const totals = () => screen.getByRole('region', { name: 'Totals' });
    push({ events: [ordersEvent(...world.held)] });
    // Two orders with a fee of 0.6 each.
    await expect.poll(() => totals().textContent).toContain('Net▲ +40.80 USDOpen profit+42.00Fees−1.20');
    expect(totals().textContent).toContain('9,268%');
    expect(totals().textContent).toContain('Margin used108.34');
    expect(screen.getByRole('meter', { name: 'Margin level' }).getAttribute('aria-valuetext')).toBe('9,268%');
    push({ account: { balance: '9890.5', equity: '9940.1', margin: '108.342', usable: '9890.5', profit: '-58.742', level: '80' } });
    await expect.poll(() => totals().textContent).toContain('▼ −59.94 USD');
    fireEvent.click(tab('History'));
    await expect.poll(() => totals().textContent).toContain('Net▲ +115.23 USDProfit+128.43Fees−13.20');
    expect(document.querySelector('.list-bar')?.textContent).toContain('23 orders, 1 cancelled');
  });

  it('S1-9.23 leaves the margin level out where the site does not show it', async () => {
    putSite({ is_hazard_rate: '0' });
    openRecords();
    await expect.poll(() => screen.getByRole('region', { name: 'Totals' }).textContent).toContain('Open profit');
    expect(screen.queryByRole('meter')).toBeNull();
  });
});

describe('the lists', () => {
  it('S1-2.96 history asks for page 2 near the end, stops at the total, and a pull reads page 1 again', async () => {
    // Rows that are not drawn yet count as low ones: the end may be near as soon as the first page stands. Each later page comes when the test lets it.
    let goOn: () => void = () => undefined;
    const letOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    world.calls = answer({
      [LISTS]: async (call) => {
        if (call.fields.get('page') !== '1') await letOn;
        return lists(call);
      },
    });
    openRecords('#/order?type=3');
    await expect.poll(() => asked()[0]).toBe('3/1');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    // And grow once they are drawn, which takes the end out of sight again: a thumb goes on.
    const rowsAtTheEnd = () => {
      scrollTo(0, document.body.scrollHeight);
      return rowsOf('History').length;
    };
    await expect.poll(() => rowsAtTheEnd() && asked()).toEqual(['3/1', '3/2']);
    goOn();
    await expect.poll(rowsAtTheEnd).toBeGreaterThanOrEqual(20);
    await expect.poll(rowsAtTheEnd).toBe(23);
    await expect.poll(() => document.body.textContent).toContain('No more');
    scrollTo(0, 0);
    const node = document.querySelector('.pull') as HTMLElement;
    const touch = (type: string, touches: Touch[]) =>
      node.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches }));
    const finger = (y: number) => [new Touch({ identifier: 1, target: node, clientX: 50, clientY: y })];
    const pullTo = (end: 'touchend' | 'touchcancel') => {
      touch('touchstart', finger(100));
      touch('touchmove', finger(300));
      touch(end, []);
    };
    // What the system takes the finger for is no pull.
    pullTo('touchcancel');
    pullTo('touchend');
    await expect.poll(() => asked().filter((it) => it === '3/1').length).toBe(2);
  });

  it('says that a load failed and tries again when asked', async () => {
    world.calls = answer({ [LISTS]: () => ({ code: 0, msg: 'down' }) });
    openRecords('#/order?type=3');
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toContain('The orders could not be loaded');
    world.calls = answer({ [LISTS]: lists });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await expect.poll(() => rowsOf('History').length).toBe(10);
  });

  it('D9.383 offline it says so instead, and what failed comes by itself when the link is back', async () => {
    isOffline.value = true;
    world.calls = answer({});
    openRecords('#/order?type=3');
    await expect.poll(() => screen.queryByRole('alert')?.textContent, { timeout: 5_000 }).toContain('You are offline');
    expect(screen.queryByText('The orders could not be loaded')).toBeNull();
    world.calls = answer({ [LISTS]: lists });
    isOffline.value = false;
    await expect.poll(() => screen.queryAllByRole('article').length).toBe(10);
  });

  it('waits with a skeleton, and an empty holding list offers the way to a trade', async () => {
    let release: (reply: ReturnType<typeof pageOf>) => void = () => undefined;
    world.calls = answer({ [LISTS]: () => new Promise((resolve) => (release = resolve)) });
    openRecords();
    await expect.poll(() => document.querySelectorAll('[data-skeleton-row]').length).toBe(6);
    await expect.poll(() => world.calls.length).toBe(1);
    release(pageOf([], new URLSearchParams()));
    await expect.poll(() => document.body.textContent).toContain('No data yet');
    expect(screen.getByRole('link', { name: 'Open a trade' }).getAttribute('href')).toBe('#/trade');
  });

  it('S1-9.15 D9.360 shows the profit of a record with exactly six decimals, of which two are read, in its row and in its detail', async () => {
    openRecords('#/order?type=3');
    await expect.poll(() => rowsOf('History').length).toBe(10);
    const row = rowsOf('History')[0] as HTMLElement;
    expect(row.textContent).toMatch(/Profit\+1\.500000(?!\d)/);
    expect(rowsOf('History')[1]?.textContent).toContain('Cancelled');
    expect(rowsOf('History')[2]?.textContent).toContain('Stop-out');
    const sheet = await detailOf('History');
    expect(sheet.textContent).toContain('Profit+1.500000 USD');
    for (const place of [row, sheet]) {
      const rest = place.querySelector('.record-money > small') as HTMLElement;
      expect(rest.textContent).toBe('0000');
      const [behind, read] = [rest, rest.parentElement as HTMLElement].map((node) => getComputedStyle(node));
      expect(Number.parseFloat(behind?.fontSize ?? '')).toBeLessThan(Number.parseFloat(read?.fontSize ?? ''));
      expect(behind?.color).not.toBe(read?.color);
    }
    const exact = sheet.querySelector('details dl') as HTMLElement;
    expect(exact.checkVisibility()).toBe(false);
    const opener = within(sheet).getByText('Exact amounts');
    expect(sizeOf(opener).height).toBeGreaterThanOrEqual(44);
    await userEvent.click(opener);
    expect(exact.checkVisibility()).toBe(true);
  });
});

describe('the page itself', () => {
  it('asks for nothing while it is hidden, and leaves no sheet open behind it', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    await detailOf('Holding');
    isActive.value = false;
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    // Behind the next paint, in which nobody waits for it.
    await expect.poll(() => world.engine.watchesOrders).toBe(false);
    const before = world.calls.length;
    push({ events: [{ type: 'order', id: 5, state: 'holding' }] });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(world.calls.length).toBe(before);
  });

  it('has no accessibility problem that a machine can find, light and dark, with a sheet open too', async () => {
    openRecords();
    await expect.poll(() => rowsOf('Holding').length).toBe(2);
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.body)).toEqual([]);
    }
    opened('Holding');
    expect(await problemsOf(document.body)).toEqual([]);
    const sheet = await detailOf('Holding');
    await expect.poll(() => Math.round(sheet.getBoundingClientRect().bottom)).toBe(innerHeight);
    expect(await problemsOf(sheet)).toEqual([]);
    document.documentElement.setAttribute('data-theme', 'light');
  });
});
