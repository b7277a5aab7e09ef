/** The odds of every product, by what its prices come from: the law of the synthetic market, or a count of the recording. */
import { type FeedConfig, syntheticSpeed } from '../feed/feed.ts';
import type { ProductTraits } from '../feed/synthetic-product.ts';
import type { Tape } from '../tape/tape.ts';
import type { MicroOdds } from './micro-odds.ts';
import { type Replayed, recordedOdds } from './recorded-odds.ts';
import { SyntheticOdds } from './synthetic-odds.ts';

type Options = {
  readonly config: FeedConfig;
  readonly products: readonly ProductTraits[];
  readonly tape: Pick<Tape, 'newest'>;
  /** The recording that drives one of the products. */
  readonly replay: Replayed | undefined;
};

/** Counts a recording where there is one: 0.4 s for a hundred thousand ticks, in turns of the event loop. */
export async function createMicroOdds({ config, products, tape, replay }: Options): Promise<MicroOdds> {
  const others = products.filter((product) => product.id !== replay?.product.id);
  const synthetic = new SyntheticOdds({ products: others, tape, speed: syntheticSpeed(config) });
  // What makes candles only can be traded by nobody.
  if (!replay || config.feedClock === 'recorded' || config.feedSpeed === 'max') return synthetic;
  const recorded = await recordedOdds(replay, config.feedSpeed);
  const oddsOf = (productId: number) => (productId === replay.product.id ? recorded : synthetic);
  return {
    sharesOf: (...asked) => oddsOf(asked[0]).sharesOf(...asked),
    keptSharesOf: (...asked) => oddsOf(asked[0]).keptSharesOf(...asked),
  };
}
