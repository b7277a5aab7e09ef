/** While a finger taps, frames of prices wait: on a slow phone one of them takes as long as the picture of what was tapped (decision D9.437). */

import { ownFrame } from '../browser/own-task.ts';
import { tapHold } from './apply-frame.ts';

/** From the finger, and again from the tap. A finger that stays down holds up no prices, nor does a picture that never comes. */
const HOLD_MS_MAX = 250;

/** Called once. */
export function startTapHold(): void {
  let untilMs = 0;
  const isHeld = (): boolean => performance.now() < untilMs && !document.hidden;
  const hold = () => {
    untilMs = performance.now() + HOLD_MS_MAX;
  };
  const end = () => {
    untilMs = 0;
  };
  addEventListener('pointerdown', hold, true);
  // A finger that scrolls taps nothing.
  addEventListener('pointercancel', end, true);
  addEventListener(
    'click',
    () => {
      hold();
      void ownFrame().then(end);
    },
    true,
  );
  const whileHeld = async () => {
    // Fingers that drum, and rain on the glass, hold up no frame any longer than a finger and its tap do.
    const latestMs = performance.now() + 2 * HOLD_MS_MAX;
    while (isHeld() && performance.now() < latestMs) await ownFrame();
  };
  tapHold.painted = () => (isHeld() ? whileHeld() : undefined);
}
