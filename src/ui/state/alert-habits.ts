/** How a price alert is announced on this device beside its toast: by sound, by vibration, by both or neither (decision D9.152). */
import { type ReadonlySignal, signal } from '@preact/signals';
import { canVibrate, keep, kept } from './order-habits.ts';

function habit(key: string): { readonly isOn: ReadonlySignal<boolean>; choose(isOn: boolean): void } {
  const isOn = signal(kept(key, true));
  const choose = (next: boolean) => {
    isOn.value = next;
    keep(key, next);
  };
  return { isOn, choose };
}

export const alertSound = habit('alert_sound');
export const alertVibration = habit('alert_vibration');

/** ms: one long shake and a short one, as no order shakes. */
const PATTERN = [90, 50, 40];

export function shakeForAlert(): void {
  if (canVibrate && alertVibration.isOn.peek()) navigator.vibrate(PATTERN);
}
