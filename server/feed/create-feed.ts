/** The sources of ticks that a configuration asks for, as one feed. */
import type { CandleStore } from '../candles/candles.ts';
import type { ProductCatalogue } from '../catalogue/product-catalogue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { lastRunningEnd } from '../repositories/micro-repository.ts';
import type { Tape } from '../tape/tape.ts';
import { type Feed, type FeedConfig, syntheticSpeed } from './feed.ts';
import type { MarketHistory } from './market-history.ts';
import { RecordedFeed } from './recorded-feed.ts';
import { ReplayFeed } from './replay-feed.ts';
import { RunOn } from './run-on.ts';
import { SyntheticFeed } from './synthetic-feed.ts';

type Options = {
  readonly config: FeedConfig;
  readonly db: Db;
  readonly clock: Clock;
  readonly tape: Tape;
  readonly candles: CandleStore;
  readonly catalogue: ProductCatalogue;
  readonly history: MarketHistory;
  readonly log: Log;
};

/** The source of one product in `replay`; every other product stays synthetic. */
function replaying({ config, ...rest }: Options): Feed | undefined {
  const { replay } = rest.history;
  if (!replay) return undefined;
  if (config.feedClock === 'recorded') return new RecordedFeed({ ...rest, replay, speed: config.feedSpeed });
  if (config.feedSpeed === 'max') throw new Error('FEED_SPEED: got "max", takes max only with FEED_CLOCK=recorded');
  return new ReplayFeed({ ...rest, replay, speed: config.feedSpeed });
}

/** Makes the feed of a configuration; it pushes nothing before `start`, which comes after that of the tape and of the candles. */
export async function createFeed(options: Options): Promise<Feed> {
  const { config, db, catalogue, history, candles, log } = options;
  const replay = replaying(options);
  const synthetic = new SyntheticFeed({
    ...options,
    products: catalogue.products().filter((product) => product.id !== history.replay?.product.id),
    runOn: new RunOn((productId) => lastRunningEnd(db.kysely, productId)),
    speed: syntheticSpeed(config),
    seed: config.seed,
    fromMs: candles.firstStartMs,
  });
  if (config.seed !== undefined) {
    log.warn(
      { seed: config.seed },
      'SEED is set: the synthetic market repeats itself, and whoever knows the seed knows every price; for tests only',
    );
  }
  const sources = replay ? [synthetic, replay] : [synthetic];
  return {
    start: async () => {
      for (const source of sources) await source.start();
    },
    stop: async () => {
      for (const source of sources) await source.stop();
    },
  };
}
