/** Orders upon the chart of a test, and the hand that drags them. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { expect } from 'vitest';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { ordersEvent, push } from '../trade/fake-market.ts';
import { chart, chartOf, openTrade, world } from '../trade/open-trade.tsx';

export const orders = (...rows: OrderRow[]) => push({ events: [ordersEvent(...rows)] });
export const handle = (name: RegExp) => screen.findByRole('slider', { name });
export const dialog = () => screen.findByRole('dialog');
export const topOf = (node: Element) => node.getBoundingClientRect().top;

/** The chart with its bars, and an order upon it. */
export async function showOrders(...rows: OrderRow[]): Promise<void> {
  openTrade();
  await expect.poll(() => world.engine.charts.at(-1)?.productId).toBe(1);
  chartOf(1);
  orders(...rows);
  await expect.poll(() => Number(chart().dataset.candles)).toBeGreaterThan(30);
  await expect.poll(() => document.querySelectorAll('.price-tag').length).toBeGreaterThan(0);
}

export const editor = async () => {
  const sheet = within(await dialog());
  // Its code comes when it is first wanted.
  await sheet.findByRole('button', { name: 'Save' });
  return sheet;
};
export const typed = (sheet: Awaited<ReturnType<typeof editor>>) => sheet.getByRole<HTMLInputElement>('spinbutton').value;
export const save = (sheet: Awaited<ReturnType<typeof editor>>) => fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
/** The newest price, of the product and of the order upon its chart. */
export const priceIs = (close: number) => push({ quotes: [{ id: 1, close }], orders: [{ id: 501, price: close, profit: '0' }] });

/** Takes a handle, moves it by so many pixels in steps, and lets go unless told not to. */
export function drag(node: HTMLElement, by: number, how: { holds?: boolean; ends?: 'pointerup' | 'pointercancel' } = {}): void {
  const box = node.getBoundingClientRect();
  const at = (y: number) => ({
    pointerId: 1,
    pointerType: 'touch',
    isPrimary: true,
    button: 0,
    clientX: box.left + box.width / 2,
    clientY: box.top + box.height / 2 + y,
  });
  fireEvent.pointerDown(node, at(0));
  for (const share of [0.3, 0.7, 1]) fireEvent.pointerMove(node, at(by * share));
  if (how.holds) return;
  if (how.ends === 'pointercancel') fireEvent.pointerCancel(node, at(by));
  else fireEvent.pointerUp(node, at(by));
}
