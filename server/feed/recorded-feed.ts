/** Makes candles of a recording at its own times and as fast as they can be stored, or so many times real time; nothing of it reaches the tape. */
import type { CandleStore } from '../candles/candles.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { Feed } from './feed.ts';
import type { Replay } from './market-history.ts';
import { replayedMs } from './recorded-hours.ts';

/** Ticks between two storings. Fewer than the minutes that memory holds, so that none is forgotten before it is stored. */
const TICKS_PER_STEP = 5_000;
const PUMP_MS = 50;
/** At full speed only a breath between two steps, so that requests are answered meanwhile. */
const BREATH_MS = 1;

type Options = {
  readonly clock: Clock;
  readonly candles: CandleStore;
  readonly log: Log;
  readonly replay: Replay;
  readonly speed: number | 'max';
};

export class RecordedFeed implements Feed {
  readonly #options: Options;
  #next = 0;
  #startedMs = 0;
  #stop: Stop | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#stop) return;
    const { clock, replay, log, speed } = this.#options;
    this.#startedMs = clock.monotonicMs();
    this.#stop = clock.every(speed === 'max' ? BREATH_MS : PUMP_MS, async () => {
      if (this.#next >= replay.recording.count) return;
      await this.#step().catch((error: unknown) => log.error({ err: error }, 'candles of the recording could not be stored and wait'));
    });
    await this.#step();
  }

  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #step(): Promise<void> {
    const { clock, candles, log, replay, speed } = this.#options;
    const { recording, product } = replay;
    const dueMs = (at: number) =>
      speed === 'max' ? 0 : replayedMs(recording.timeMs(at), recording.timeMs(0), { startMs: this.#startedMs, speed });
    const endAt = Math.min(recording.count, this.#next + TICKS_PER_STEP);
    for (; this.#next < endAt && dueMs(this.#next) <= clock.monotonicMs(); this.#next++) {
      const at = this.#next;
      candles.record({
        productId: product.id,
        timeMs: recording.timeMs(at),
        n: at + 1,
        priceUnits: recording.priceUnits(at),
        volumeUnits: recording.volumeUnits(at),
      });
    }
    if (speed === 'max' || this.#next >= recording.count) await candles.store();
    if (this.#next >= recording.count) log.info({ product: product.code, ticks: recording.count }, `replayed ${recording.count} ticks`);
  }
}
