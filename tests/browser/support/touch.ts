/** Fingers on the screen as the browser gets them from a device: what it scrolls, captures and cancels is its own. */
import { cdp } from 'vitest/browser';

type Spot = { readonly x: number; readonly y: number };

/** Between two things that a finger does. */
const STEP_MS = 16;

/** The fingers of one hand, by number; places are those of the tested page. */
export class Touch {
  readonly #fingers = new Map<number, Spot>();
  /** Unix ms by the device: what a finger does is a count of steps, so that no load makes it slower. */
  #atMs = Date.now();

  async down(id: number, at: Spot): Promise<void> {
    this.#fingers.set(id, at);
    await this.#send('touchStart');
  }

  /** In steps, as a finger goes. */
  async move(id: number, to: Spot, steps = 5): Promise<void> {
    await this.moveAll(new Map([[id, to]]), steps);
  }

  /** Several fingers together. */
  async moveAll(to: ReadonlyMap<number, Spot>, steps = 5): Promise<void> {
    const from = new Map(this.#fingers);
    for (let step = 1; step <= steps; step++) {
      for (const [id, goal] of to) {
        const start = from.get(id) ?? goal;
        const share = step / steps;
        this.#fingers.set(id, { x: start.x + (goal.x - start.x) * share, y: start.y + (goal.y - start.y) * share });
      }
      await this.#send('touchMove');
    }
  }

  async up(id: number): Promise<void> {
    this.#fingers.delete(id);
    await this.#send(this.#fingers.size === 0 ? 'touchEnd' : 'touchStart');
  }

  /** Down and up are on their way together: however busy the machine is, nothing can come between them. */
  async tap(at: Spot): Promise<void> {
    await Promise.all([this.down(1, at), this.up(1)]);
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<void> {
    // The tested page is a frame of the runner's: it may stand away from the corner, and be scaled.
    const outer = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0, width: innerWidth };
    const factor = outer.width / innerWidth;
    const touchPoints = [...this.#fingers].map(([id, { x, y }]) => ({ id, x: outer.left + x * factor, y: outer.top + y * factor }));
    this.#atMs += STEP_MS;
    await cdp().send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.#atMs / 1_000 });
  }
}

/** A place in an element, by shares of its width and height. */
export function inside(node: Element, across: number, down: number): Spot {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width * across, y: top + height * down };
}
