/** Whether anybody looks: visible, hidden, and asleep once hidden for a minute or frozen. Told by the page's signals, in its order. */
import type { PageSignal } from '#protocol/engine-api.ts';
import type { EngineClock, Stop } from './engine-parts.ts';

/** A hidden page stops to pay for quotes after this. */
const ASLEEP_AFTER_MS = 60_000;

type PageLifeHandlers = {
  onVisible(visible: boolean): void;
  onAsleep(): void;
  /** Somebody looks again after a sleep: nothing was listened to meanwhile. */
  onAwake(): void;
};

export class PageLife {
  visible = true;
  readonly #clock: EngineClock;
  readonly #handlers: PageLifeHandlers;
  #isAsleep = false;
  #stopAsleep: Stop | undefined;

  constructor(clock: EngineClock, handlers: PageLifeHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  signal(signal: PageSignal): void {
    if (signal === 'hidden') this.#hide();
    if (signal === 'freeze') this.#fallAsleep();
    if (signal === 'visible' || signal === 'pageshow' || signal === 'resume') this.#show();
  }

  #hide(): void {
    this.#setVisible(false);
    this.#stopAsleep = this.#clock.after(ASLEEP_AFTER_MS, () => this.#fallAsleep());
  }

  #show(): void {
    this.#setVisible(true);
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    this.#handlers.onAwake();
  }

  #setVisible(visible: boolean): void {
    this.#stopAsleep?.();
    this.#stopAsleep = undefined;
    this.visible = visible;
    this.#handlers.onVisible(visible);
  }

  #fallAsleep(): void {
    this.#isAsleep = true;
    this.#handlers.onAsleep();
  }
}
