/** What must be painted: marks merge, the larger kind includes the smaller, and one animation frame paints. */
export class PaintQueue {
  readonly #paint: (mask: number) => void;
  #mask = 0;
  #frameRequest = 0;

  constructor(paint: (mask: number) => void) {
    this.#paint = paint;
  }

  ask(mask: number): void {
    this.#mask = Math.max(this.#mask, mask);
    this.#frameRequest ||= requestAnimationFrame(() => {
      this.#frameRequest = 0;
      const asked = this.#mask;
      this.#mask = 0;
      this.#paint(asked);
    });
  }

  /** Paints now what was asked for and `mask`. */
  paintNow(mask: number): void {
    this.stop();
    this.#frameRequest = 0;
    const asked = Math.max(this.#mask, mask);
    this.#mask = 0;
    this.#paint(asked);
  }

  stop(): void {
    cancelAnimationFrame(this.#frameRequest);
  }
}
