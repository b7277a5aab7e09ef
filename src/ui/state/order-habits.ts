/**
 * How a person wants orders handled, kept on this device: whether each is asked about before it is sent, for play money and for real money
 * apart (decision D9.109), and whether the phone shakes a little at what happens to one (decision D9.110).
 */
import { computed, signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';
import { caller } from './caller.ts';

/** Where each realm's choice is kept, and what it is until one is made: real money asks, play money does not. */
const CONFIRM = { demo: { key: 'confirm_orders_demo', start: false }, real: { key: 'confirm_orders_real', start: true } } as const;
const VIBRATION_KEY = 'vibration';

/** A choice of this device; `start` until one is made. */
export function kept(key: string, start: boolean): boolean {
  const text = storage.get(key);
  return text === null ? start : text === '1';
}
export const keep = (key: string, isOn: boolean): void => storage.set(key, isOn ? '1' : '0');

const confirming = signal({ demo: kept(CONFIRM.demo.key, CONFIRM.demo.start), real: kept(CONFIRM.real.key, CONFIRM.real.start) });
/** Whether an order of who is logged in now is asked about before it is sent. */
export const confirmsOrders = computed(() => confirming.value[caller.value.realm]);

/** Chooses for the realm of who is logged in now; the other one's choice stays. */
export function chooseConfirm(isOn: boolean): void {
  const { realm } = caller.peek();
  confirming.value = { ...confirming.peek(), [realm]: isOn };
  keep(CONFIRM[realm].key, isOn);
}

export const canVibrate = typeof navigator === 'object' && 'vibrate' in navigator;
export const vibrates = signal(kept(VIBRATION_KEY, true));

export function chooseVibration(isOn: boolean): void {
  vibrates.value = isOn;
  keep(VIBRATION_KEY, isOn);
}

/** Shakes the device for so many ms (or on, off, on), where it can and its person wants it. */
export function vibrate(pattern: number | number[]): void {
  if (canVibrate && vibrates.peek()) navigator.vibrate(pattern);
}
