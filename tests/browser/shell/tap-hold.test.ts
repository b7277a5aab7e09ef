/** Frames of prices wait for the picture of a tap, and for nothing longer. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { FRAME_BYTES, HEADER, SECTION } from '#protocol/frame.ts';
import { applyFrame } from '#ui/state/apply-frame.ts';
import { quoteOf } from '#ui/state/quotes.ts';
import { startTapHold } from '#ui/state/tap-hold.ts';

/** Above what a finger may hold up, with room for a slow machine. */
const LONG_MS = 2_000;
const button = document.createElement('button');

beforeAll(startTapHold);
afterEach(() => {
  dispatchEvent(new PointerEvent('pointercancel'));
  button.remove();
});

function quoteFrame(id: number, close: number) {
  const buffer = new ArrayBuffer(FRAME_BYTES);
  const slots = new Float64Array(buffer);
  slots[HEADER.link] = 1;
  slots[HEADER.quotes] = 1;
  slots.set([id, close, 1, 1, 1, 0, Date.now(), 0, 0], SECTION.quotes);
  return { buffer, events: [] };
}
const closeOf = (id: number) => quoteOf(id).close.peek();
const down = () => button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));

it('D9.437 a frame that comes while a finger taps is taken behind the picture of the tap', async () => {
  document.body.append(button);
  const seen: string[] = [];
  button.onclick = () => {
    button.textContent = 'tapped';
    requestAnimationFrame(() => seen.push('picture'));
  };
  down();
  const taken = applyFrame(quoteFrame(501, 1.5)).then(() => seen.push('prices'));
  expect(closeOf(501)).not.toBe(1.5);
  button.click();
  expect(closeOf(501)).not.toBe(1.5);
  await taken;
  expect(closeOf(501)).toBe(1.5);
  expect(seen).toEqual(['picture', 'prices']);
});

it('D9.437 a finger that stays down, or scrolls, does not hold up prices', async () => {
  document.body.append(button);
  const before = performance.now();
  down();
  await applyFrame(quoteFrame(502, 2.5));
  expect(closeOf(502)).toBe(2.5);
  expect(performance.now() - before).toBeLessThan(LONG_MS);
  down();
  button.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
  void applyFrame(quoteFrame(503, 3.5));
  expect(closeOf(503)).toBe(3.5);
});

it('D9.437 fingers that drum hold up no frame for longer than one that taps', async () => {
  document.body.append(button);
  const drumming = setInterval(down, 100);
  down();
  const before = performance.now();
  setTimeout(clearInterval, 2 * LONG_MS, drumming);
  await applyFrame(quoteFrame(505, 5.5));
  expect(performance.now() - before).toBeLessThan(LONG_MS);
  clearInterval(drumming);
});

it('D9.437 without a finger a frame is taken at once', () => {
  void applyFrame(quoteFrame(504, 4.5));
  expect(closeOf(504)).toBe(4.5);
});
