/** How a price alert is announced on this device beside its toast: by sound, by vibration, by both or neither (decision D9.152). */
import { habit } from './habit.ts';
import { canVibrate } from './order-habits.ts';

export const alertSound = habit('alert_sound', true);
export const alertVibration = habit('alert_vibration', true);

/** ms: one long shake and a short one, as no order shakes. */
const PATTERN = [90, 50, 40];

export function shakeForAlert(): void {
  if (canVibrate && alertVibration.isOn.peek()) navigator.vibrate(PATTERN);
}
