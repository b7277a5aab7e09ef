/** Whether amounts of money are shown as stars, on every screen (decision D1.2.34). Kept in the browser. */
import { signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';

const KEY = 'amounts_hidden';
export const HIDDEN_AMOUNT = '****';

export const areAmountsHidden = signal(storage.get(KEY) === '1');

export function toggleAmounts(): void {
  areAmountsHidden.value = !areAmountsHidden.peek();
  storage.set(KEY, areAmountsHidden.peek() ? '1' : '0');
}
