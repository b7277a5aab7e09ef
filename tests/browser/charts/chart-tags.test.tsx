/** The tags of many orders on one chart (decision D9.112), under the touches of a device. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { ToastHost } from '#ui/kit/toast.tsx';
import { needTexts } from '#ui/language/i18n.ts';
import { forgetOrders } from '#ui/state/orders.ts';
import { problemsOf } from '../support/axe.ts';
import { toasts } from '../support/toasts.ts';
import { inside, Touch } from '../support/touch.ts';
import { answer, type Call, order, ordersEvent, push } from '../trade/fake-market.ts';
import { chart, chartOf, leaveTrade, openTrade, orderPrice, resetTrade, tab, world } from '../trade/open-trade.tsx';
import { editor, save, typed } from './chart-hand.tsx';
import { frame } from './open-chart.tsx';

const SET = '/v2/api/forex/set_stop_price';
const tags = () => [...document.querySelectorAll<HTMLElement>('.price-tag:not([aria-hidden])')];
const texts = () => tags().map((tag) => tag.textContent?.trim());
/** What a finger meets at the middle of a tag. */
const metAt = (tag: HTMLElement) => {
  const { left, top, width, height } = tag.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.price-tag');
};
const candles = () => Number(chart().dataset.candles);

async function show(...rows: OrderRow[]): Promise<void> {
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  push({ events: [ordersEvent(...rows)] });
  await expect.poll(candles).toBeGreaterThan(30);
  await expect.poll(() => tags().length).toBeGreaterThan(0);
  await expect.poll(() => document.querySelector('.candle-chart-legend')).not.toBeNull();
  // The tags have the chart painted once more, and a tick before that would be a part of it.
  await frame();
}
/** Orders near the newest price: each a step of the product's price above the one before. */
const many = (count: number, over: (at: number) => Partial<OrderRow> = () => ({})) =>
  Array.from({ length: count }, (_, at) => order({ Id: 600 + at, OrderType: at % 2 ? 2 : 1, Price: 1.08342 + at / 1e5, ...over(at) }));

beforeAll(() => needTexts('shell', 'trade', 'errors'));
beforeEach(async () => {
  forgetOrders();
  await resetTrade();
});
afterEach(async () => {
  await leaveTrade();
  forgetOrders();
});

describe('D9.112 orders at one price', () => {
  it('two buys and a sell stand beside each other, each under the finger, none upon another', async () => {
    await show(order({ Id: 501 }), order({ Id: 502, Quantity: '0.2' }), order({ Id: 503, OrderType: 2, Quantity: '0.3' }));
    await expect.poll(() => texts().map((text) => text?.slice(0, 8))).toEqual(['Sell 0.3', 'Buy 0.20', 'Buy 0.10']);
    for (const tag of tags()) expect(metAt(tag)).toBe(tag);
    const boxes = tags().map((tag) => tag.getBoundingClientRect());
    for (const [at, box] of boxes.entries()) if (at > 0) expect(box.top).toBeGreaterThanOrEqual((boxes[at - 1]?.bottom ?? 0) - 0.5);
  });

  it('each has a grip of two lines, which goes where a long text needs the room, and nothing runs out of its tag', async () => {
    const grips = () => tags().map((tag) => (tag.querySelector('i') as HTMLElement).getBoundingClientRect().width);
    await show(order({ Id: 501, TargetLossPrice: 1.083 }));
    // That of a stop comes with the touch (D9.447).
    await expect.poll(grips).toEqual([8, 0]);
    for (const tag of tags()) tag.style.maxInlineSize = `${tag.getBoundingClientRect().width - 8}px`;
    expect(grips()).toEqual([0, 0]);
    const right = (node: Element | null) => (node as Element).getBoundingClientRect().right;
    for (const tag of tags()) expect(right(tag.querySelector('b'))).toBeLessThanOrEqual(right(tag));
  });

  it('fifty are all reachable: what does not fit is a count that opens a list, and one that is chosen there is dragged by itself', async () => {
    await show(...many(50, (at) => ({ TargetLossPrice: at % 2 ? 0 : 1.083 })));
    const counted = () =>
      texts().reduce(
        (sum, text) => sum + (/^\d+ orders$/.test(text ?? '') ? Number.parseInt(text ?? '', 10) : /^(Buy|Sell)/.test(text ?? '') ? 1 : 0),
        0,
      );
    await expect.poll(counted).toBe(50);
    for (const tag of tags()) expect(metAt(tag)).toBe(tag);
    const { top, bottom } = chart().getBoundingClientRect();
    for (const tag of tags()) {
      const box = tag.getBoundingClientRect();
      expect(box.top >= top && box.bottom <= bottom && Number.parseFloat(getComputedStyle(tag).fontSize) >= 12).toBe(true);
    }
    const crowd = tags().find((tag) => /orders$/.test(tag.textContent ?? '')) as HTMLElement;
    expect(crowd.getAttribute('aria-label')).toMatch(/^\d+ orders from 1\.08\d{3} to 1\.08\d{3}: show each$/);
    crowd.click();
    const list = within(await screen.findByRole('dialog'));
    const rows = list.getAllByRole('button').filter((row) => /^(Buy|Sell) 0\.1/.test(row.textContent ?? ''));
    expect(rows.length).toBe(Number.parseInt(crowd.textContent ?? '', 10));
    const label = rows[0]?.textContent ?? '';
    const price = /1\.08\d{3}/.exec(label)?.[0] ?? '';
    rows[0]?.click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const slider = await screen.findByRole('slider', { name: new RegExp(`${price}: drag`) });
    expect(metAt(slider)).toBe(slider);
    expect(slider.dataset.chosen).toBeTruthy();
  });

  it('a tick of the price moves profits and lays nothing out anew', async () => {
    await show(...many(50));
    // A tick that meets a paint of everything is a part of it.
    await expect
      .poll(() => {
        push({ bars: [{ timeMs: Date.UTC(2026, 2, 4, 10), open: 1.0834, high: 1.08342, low: 1.0834, close: 1.08341, volume: 1 }] });
        return document.querySelectorAll('.candle-chart-overlay').length;
      })
      .toBe(1);
    const moved: MutationRecord[] = [];
    const observer = new MutationObserver((records) => moved.push(...records.filter(({ type }) => type !== 'characterData')));
    observer.observe(document.querySelector('.price-tags') as Element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['style', 'class'],
    });
    push({
      bars: [{ timeMs: Date.UTC(2026, 2, 4, 10), open: 1.0834, high: 1.08342, low: 1.0834, close: 1.0834, volume: 1 }],
      orders: many(50).map(({ Id }) => ({ id: Id, price: 1.0834, profit: '3.5' })),
    });
    await expect.poll(() => document.querySelector('.candle-chart-legend')?.textContent).toContain('C 1.08340');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(moved).toEqual([]);
    observer.disconnect();
  });

  it('has no accessibility problem that a machine can find, light and dark, with crowd and list', async () => {
    await show(...many(20, () => ({ TargetLossPrice: 1.083, TargetProfitPrice: 1.084 })));
    for (const theme of ['dark', 'light']) {
      document.documentElement.setAttribute('data-theme', theme);
      expect(await problemsOf(document.querySelector('.candle-chart') as Element)).toEqual([]);
    }
    tags()
      .find((tag) => tag.tagName === 'BUTTON')
      ?.click();
    expect(await problemsOf(await screen.findByRole('dialog'))).toEqual([]);
  });
});

describe('a tag under a finger', () => {
  const stop = () => screen.findByRole('slider', { name: /^Stop loss/ });

  it('is dragged, and what was set is said of that stop alone', async () => {
    await show(order({ TargetLossPrice: 1.083, TargetProfitPrice: 1.084 }));
    render(<ToastHost />);
    world.calls = answer({
      [SET]: ({ fields }: Call) => ({
        msg: 'Stop loss and take profit saved',
        data: { Id: 501, Seq: 9, Order: order({ TargetLossPrice: Number(fields.get('stop_loss_price')), TargetProfitPrice: 1.084 }) },
      }),
    });
    const touch = new Touch();
    const from = inside(await stop(), 0.5, 0.5);
    await touch.down(1, from);
    await touch.move(1, { x: from.x, y: from.y + 18 });
    await expect.poll(() => document.querySelector('.price-draft:not([hidden])')?.textContent).toMatch(/^1\.08\d{3}$/);
    await touch.up(1);
    const sheet = await editor();
    const price = typed(sheet);
    expect(price).toMatch(/^1\.08\d{3}$/);
    save(sheet);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect.poll(toasts).toBe(`Stop loss set at ${price}`);
  });

  it('lets go when a second finger makes a pinch of it: nothing is asked, the chart zooms', async () => {
    await show(order({ TargetLossPrice: 1.083 }));
    const touch = new Touch();
    const from = inside(await stop(), 0.5, 0.5);
    const before = candles();
    await touch.down(1, from);
    await touch.move(1, { x: from.x, y: from.y + 12 });
    await expect.poll(() => document.querySelector('.price-draft:not([hidden])')).not.toBeNull();
    await touch.down(2, { x: from.x - 60, y: from.y });
    await expect.poll(() => document.querySelector('.price-draft:not([hidden])')).toBeNull();
    await touch.moveAll(
      new Map([
        [1, { x: from.x + 60, y: from.y }],
        [2, { x: from.x - 170, y: from.y }],
      ]),
    );
    await expect.poll(candles).toBeLessThan(before);
    await touch.up(2);
    await touch.up(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await stop()).getAttribute('aria-valuenow')).toBe('1.083');
  });
});

describe('D9.113 a pending order at a price of the chart', () => {
  const hold = async (down: number) => {
    const touch = new Touch();
    await touch.down(1, inside(chart(), 0.3, down));
    await screen.findByRole('group', { name: /^Order or alert at/ });
    await touch.up(1);
    return within(screen.getByRole('group', { name: /^Order or alert at/ }));
  };

  it('below the newest price it is a buy limit or a sell stop; the ticket is filled with what was chosen', async () => {
    await show(order({}));
    const offer = await hold(0.85);
    expect(offer.getByRole('button', { name: /^Sell stop/ })).toBeTruthy();
    const button = offer.getByRole('button', { name: /^Buy limit/ });
    const price = /1\.08\d{3}/.exec(button.textContent ?? '')?.[0] ?? '';
    expect(Number(price)).toBeLessThan(1.08342);
    fireEvent.click(button);
    await expect.poll(async () => (await tab('Pending')).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => orderPrice().value).toBe(price);
    expect(screen.queryByRole('group', { name: /^Order or alert at/ })).toBeNull();
    expect(document.activeElement?.textContent).toContain('Buy');
  });

  it('above it a buy stop or a sell limit', async () => {
    await show(order({}));
    const offer = await hold(0.08);
    expect(offer.getAllByRole('button').map((button) => button.textContent?.replace(/ 1\.08\d{3}/, ''))).toEqual([
      'Buy stop',
      'Sell limit',
      'Alert at',
      '',
    ]);
  });

  it('by keys: Enter at the crosshair offers it, Escape takes it away and leads back to the chart', async () => {
    await show(order({}));
    for (const key of ['ArrowLeft', 'ArrowDown']) fireEvent.keyDown(chart(), { key });
    fireEvent.keyDown(chart(), { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(chart(), { key: 'Enter' });
    const group = await screen.findByRole('group', { name: /^Order or alert at/ });
    await expect.poll(() => group.contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    await expect.poll(() => document.activeElement).toBe(chart());
    expect(screen.queryByRole('group', { name: /^Order or alert at/ })).toBeNull();
  });
});
