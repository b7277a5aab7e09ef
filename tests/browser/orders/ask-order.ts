import { fireEvent, screen } from '@testing-library/preact';
import { expect } from 'vitest';
import { order, ordersEvent, push } from '../trade/fake-market.ts';
import { buttonOf, detailOf, openRecords, rowsOf, world } from './open-records.tsx';

/** Opens a question about the first position, a buy of 0.5 lots from 1.08342 that is now at 1.08384. */
export async function ask(button: string): Promise<HTMLElement> {
  world.held = [order({ Id: world.firstId + 1, Quantity: '0.5', CautionMoney: '541.71' })];
  openRecords();
  await expect.poll(() => rowsOf('Holding').length).toBe(1);
  push({ events: [ordersEvent(...world.held)], orders: [{ id: world.firstId + 1, price: 1.08384, profit: '21' }] });
  fireEvent.click(buttonOf(await detailOf('Holding'), button));
  const sheet = await screen.findByRole('dialog', { name: /0\.50 EUR\/USD/ });
  await expect.poll(() => sheet.querySelector('.ask-buttons')).not.toBeNull();
  return sheet;
}
