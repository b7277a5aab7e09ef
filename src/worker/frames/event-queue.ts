/** Events that wait for the next frame. Bounded: those that describe a whole replace their forerunner, the others merge when they pile up. */
import type { EngineEvent } from '#protocol/engine-api.ts';

const EVENTS_MAX = 500;

/** Kinds of which only the newest counts. */
const LATEST_WINS: readonly EngineEvent['type'][] = [
  'products',
  'products-failed',
  'chart',
  'chart-failed',
  'orders',
  'balance',
  'session-refused',
  'resync',
  'link',
];

export class EventQueue {
  #events: EngineEvent[] = [];

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  push(event: EngineEvent): void {
    if (LATEST_WINS.includes(event.type)) this.#events = this.#events.filter((old) => old.type !== event.type);
    // A chart that replaces everything makes older bars and failures before it pointless.
    if (event.type === 'chart') this.#events = this.#events.filter((old) => old.type !== 'chart-older' && old.type !== 'chart-failed');
    this.#events.push(event);
    if (this.#events.length > EVENTS_MAX) this.#shrink();
  }

  /** All events in order; the queue is empty afterwards. */
  take(): EngineEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** A page that takes nothing for long reads REST again instead of living through every event. */
  #shrink(): void {
    const kept = this.#events.filter((event) => event.type !== 'order' && event.type !== 'chart-older').slice(-EVENTS_MAX / 2);
    this.#events = kept.filter((event) => event.type !== 'resync');
    this.#events.push({ type: 'resync' });
  }
}
