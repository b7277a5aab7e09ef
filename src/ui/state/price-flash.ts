/** The colour that a price has for a moment after it moved: which moves get one, and for how long. */
import { batch, type Signal } from '@preact/signals';

export type Flash = '' | 'up' | 'down';

/** A move of more points than this gets a colour; a point is the last digit of the product's prices. 0: every move does. */
const FLASH_BEYOND_POINTS = 0;
/** Of each number of digits the move that is not yet one; a power for each row of each frame would be felt. */
const NO_MOVE = Array.from({ length: 19 }, (_, digits) => FLASH_BEYOND_POINTS * 10 ** -digits);
/** How long a moved price keeps the colour of its move, at least. */
const FLASH_MS = 150;
/** In a busy market the next frame ends it, together with what it brings; in a quiet one nothing else would be painted, so a timer does. */
const FLASH_MAX_MS = 250;

/** The colour of a move. `digits`: of the product's prices. '' for none, and where one of the prices is not known. */
export function flashOf(before: number, after: number, digits: number): Flash {
  if (!(Math.abs(after - before) > (NO_MOVE[digits] ?? 0))) return '';
  return after > before ? 'up' : 'down';
}

/** Prices that now carry a colour and `performance.now()` of their move, the oldest first; no more than there are quotes. */
const flashing = new Map<Signal<Flash>, number>();
let isFlashTimed = false;

/** Gives a price the colour of its move; '' leaves it as it is. Only called inside a batch. */
export function startFlash(price: Signal<Flash>, flash: Flash): void {
  if (flash === '') return;
  price.value = flash;
  // Behind the others, since it moved last.
  flashing.delete(price);
  flashing.set(price, performance.now());
  if (!isFlashTimed) setTimeout(flashTimedOut, FLASH_MAX_MS);
  isFlashTimed = true;
}

/** Takes the colour off prices that have had it long enough; only called inside a batch. A display frame of its own would cost a third more. */
export function endFlashes(): void {
  const before = performance.now() - FLASH_MS;
  for (const [price, movedAt] of flashing) {
    if (movedAt > before) return;
    price.value = '';
    flashing.delete(price);
  }
}

function flashTimedOut(): void {
  batch(endFlashes);
  const [oldest] = flashing.values();
  isFlashTimed = oldest !== undefined;
  if (oldest !== undefined) setTimeout(flashTimedOut, oldest + FLASH_MAX_MS - performance.now());
}
