/** Replays a recording onto the tape, as many times faster as asked, while the recording lasts; afterwards the source is dead and quotes go stale. */
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock, Stop } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { Tape } from '../tape/tape.ts';
import type { Feed } from './feed.ts';
import { feedStartMs } from './feed-start.ts';
import type { Replay } from './market-history.ts';
import { replayedMs } from './recorded-hours.ts';
import { SourceLife } from './source-life.ts';

const PUMP_MS = 50;
/** Ticks of one pump; a replay that is faster than the tape falls behind instead of losing ticks. */
const TICKS_PER_PUMP = 1_024;

type Options = {
  readonly clock: Clock;
  readonly tape: Tape;
  readonly catalogue: ProductCatalogue;
  readonly log: Log;
  readonly replay: Replay;
  readonly speed: number;
};

export class ReplayFeed implements Feed {
  readonly #options: Options;
  readonly #life: SourceLife;
  #next = 0;
  #stop: Stop | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#life = new SourceLife(options.tape);
  }

  async start(): Promise<void> {
    if (this.#stop) return;
    this.#life.begin();
    this.#skipPast();
    this.#stop = this.#options.clock.every(PUMP_MS, () => this.#pump());
    await this.#pump();
  }

  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** What would have been while this node did not lead is a hole, not a burst. */
  #skipPast(): void {
    const { clock, tape, replay, speed } = this.#options;
    const { recording, startMs } = replay;
    const fromMs = feedStartMs(tape, clock.now(), startMs);
    const firstMs = recording.timeMs(0);
    while (this.#next < recording.count && replayedMs(recording.timeMs(this.#next), firstMs, { startMs, speed }) < fromMs) this.#next++;
  }

  async #pump(): Promise<void> {
    const { clock, tape, catalogue, log, replay, speed } = this.#options;
    const { recording, product, startMs } = replay;
    if (this.#next >= recording.count) return;
    const nowMs = clock.now();
    const firstMs = recording.timeMs(0);
    const endAt = Math.min(recording.count, this.#next + TICKS_PER_PUMP);
    for (; this.#next < endAt; this.#next++) {
      const timeMs = replayedMs(recording.timeMs(this.#next), firstMs, { startMs, speed });
      if (timeMs > nowMs) break;
      this.#life.tick({
        productId: product.id,
        price: BigInt(recording.priceUnits(this.#next)),
        volume: BigInt(recording.volumeUnits(this.#next)),
        timeMs,
        confirm: false,
      });
    }
    if (this.#next >= recording.count) log.info({ product: product.code, ticks: recording.count }, `replayed ${recording.count} ticks`);
    else if (catalogue.statusAt(product, nowMs) !== 'open') this.#life.silence(product.id);
    // While it is behind it has more to say by now, so it confirms nothing.
    else if (this.#next < endAt) this.#life.confirmIfQuiet(product.id, nowMs);
    await tape.flush();
  }
}
