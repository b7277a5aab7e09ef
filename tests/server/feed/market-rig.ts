/** A market without an application: database, catalogue, tape, history, candles and feed on a clock that the test moves. */
import { createCandleStore } from '#server/candles/candle-store.ts';
import type { CandleStore } from '#server/candles/candles.ts';
import { createCatalogue, type ProductCatalogue } from '#server/catalogue/product-catalogue.ts';
import { seedCatalogue } from '#server/catalogue/seed-catalogue.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { createFeed } from '#server/feed/create-feed.ts';
import type { Feed, FeedConfig } from '#server/feed/feed.ts';
import { createHistory, type MarketHistory } from '#server/feed/market-history.ts';
import { type Log, silentLog } from '#server/log.ts';
import type { PriceTape } from '#server/tape/price-tape.ts';
import { openTape } from '../tape/test-log.ts';

/** Wed 2026-03-04 10:00:30 UTC: inside a bar of every period. */
export const START_MS = Date.UTC(2026, 2, 4, 10, 0, 30);
export const SYNTHETIC: FeedConfig = { feed: 'synthetic', feedFile: '', feedSymbol: 'EURUSD', feedSpeed: 1, feedClock: 'now', seed: 1 };

export type Rig = {
  readonly db: Db;
  readonly clock: ManualClock;
  readonly catalogue: ProductCatalogue;
  readonly tape: PriceTape;
  readonly history: MarketHistory;
  readonly candles: CandleStore;
  readonly feed: Feed;
  id(code: string): number;
  stop(): Promise<void>;
};

type RigOptions = { clock?: ManualClock; config?: FeedConfig; log?: Log; codes?: readonly string[] };

/** Starts a market. What the feed says is committed as the clock moves. `codes`: only these products, where time is long. */
export async function startMarket(
  db: Db,
  { clock = new ManualClock(START_MS), config = SYNTHETIC, log = silentLog, codes }: RigOptions = {},
): Promise<Rig> {
  await seedCatalogue(db);
  if (codes) await db.transaction((trx) => trx.deleteFrom('product').where('code', 'not in', codes).execute());
  const catalogue = await createCatalogue(db);
  const tape = await openTape({ db, clock, log });
  const history = await createHistory({ config, db, clock, catalogue, log });
  const candles = await createCandleStore({ db, clock, tape, catalogue, history, log });
  const feed = await createFeed({ config, db, clock, tape, candles, catalogue, history, log });
  tape.start();
  await candles.start();
  await feed.start();
  return {
    db,
    clock,
    catalogue,
    tape,
    history,
    candles,
    feed,
    id: (code) => catalogue.byCode(code)?.id ?? 0,
    stop: async () => {
      await feed.stop();
      await candles.stop();
      await tape.stop();
    },
  };
}
