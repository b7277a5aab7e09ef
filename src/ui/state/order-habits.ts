/**
 * How a person wants orders handled, kept on this device: whether each is asked about before it is sent, for play money and for real money
 * apart (decision D9.109), and whether the phone shakes a little at what happens to one (decision D9.110).
 */
import { computed } from '@preact/signals';
import { caller } from './caller.ts';
import { habit } from './habit.ts';

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
