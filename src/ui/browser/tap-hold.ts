/** While a finger taps, frames of prices wait: on a slow phone one of them takes as long as the picture of what was tapped. */
import { ownFrame } from './own-task.ts';

/** From the finger, and again from the tap. A finger that stays down holds up no prices, nor does a picture that never comes. */
const HOLD_MS_MAX = 250;

let untilMs = 0;
const isHeld = (): boolean => performance.now() < untilMs && !document.hidden;

/** Called once. */
export function startTapHold(): void {
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
}

async function whileHeld(): Promise<void> {
  while (isHeld()) await ownFrame();
}

/** What a frame has to wait for; undefined, and no turn lost, while nobody taps. */
export const tapPainted = (): Promise<void> | undefined => (isHeld() ? whileHeld() : undefined);
