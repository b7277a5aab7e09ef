/**
 * How a person wants orders handled, kept on this device: whether each is asked about before it is sent, for play money and for real money
 * apart (decision D9.109), and whether the phone shakes a little at what happens to one (decision D9.110).
 */
import { computed, type Signal, signal } from '@preact/signals';
import { storage } from '../browser/storage.ts';
import { caller } from './caller.ts';

/** A choice of this device, `start` until one is made. What another tab chooses holds here too: a press must not go by what is over. */
export function habit(key: string, start: boolean): { readonly isOn: Signal<boolean>; choose(isOn: boolean): void } {
  const isOn = signal(start);
  const read = () => {
    const text = storage.get(key);
    isOn.value = text === null ? start : text === '1';
  };
  read();
  // Where rules are tried without a page there is nobody to hear of.
  globalThis.addEventListener?.('storage', read);
  const choose = (next: boolean) => {
    storage.set(key, next ? '1' : '0');
    isOn.value = next;
  };
  return { isOn, choose };
}

/** Each realm's own choice, and what it is until one is made: real money asks, play money does not. */
const confirming = { demo: habit('confirm_orders_demo', false), real: habit('confirm_orders_real', true) };
/** Whether an order of who is logged in now is asked about before it is sent. */
export const confirmsOrders = computed(() => confirming[caller.value.realm].isOn.value);

/** Chooses for the realm of who is logged in now; the other one's choice stays. */
export const chooseConfirm = (isOn: boolean): void => confirming[caller.peek().realm].choose(isOn);

export const canVibrate = typeof navigator === 'object' && 'vibrate' in navigator;
export const { isOn: vibrates, choose: chooseVibration } = habit('vibration', true);

/** Shakes the device for so many ms (or on, off, on), where it can and its person wants it. */
export function vibrate(pattern: number | number[]): void {
  if (canVibrate && vibrates.peek()) navigator.vibrate(pattern);
}
