/**
 * Puts one server together: seeds the database, makes every service, starts them in the order in which they need each other, and
 * stops them in reverse. `main.ts` does this with the machine's clock, tests with one that they move.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Price, parseDecimal } from '#domain/decimal.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { type AppParts, createApp } from './app.ts';
import { createCandleStore } from './candles/candle-store.ts';
import type { CandleStore } from './candles/candles.ts';
import type { Product } from './catalogue/catalogue.ts';
import { createCatalogue, type ProductCatalogue } from './catalogue/product-catalogue.ts';
import { seedCatalogue } from './catalogue/seed-catalogue.ts';
import { type Clock, type Stop, systemClock } from './clock/clock.ts';
import { ClockWatch } from './clock/clock-watch.ts';
import { offsetIn } from './clock/offset-in.ts';
import { createWallRunner } from './clock/wall-work.ts';
import { createDuties } from './cluster/leader-duties.ts';
import { createLeadership, type Leadership } from './cluster/leadership.ts';
import { startAlone } from './cluster/start-alone.ts';
import type { Config } from './config.ts';
import type { Db } from './database/database.ts';
import { createFeed } from './feed/create-feed.ts';
import type { Feed } from './feed/feed.ts';
import { createHistory } from './feed/market-history.ts';
import { createIdentities } from './identity/create-identities.ts';
import type { LetterDelivery } from './letters/letter-delivery.ts';
import { refuseMissingCarrier } from './letters/missing-carrier.ts';
import { LIMITS, type Limits } from './limits/limits.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createMicroOdds } from './micro/create-micro-odds.ts';
import { obstaclesOf, staleProducts } from './obstacles.ts';
import { createOperationsApp } from './operations/operations-app.ts';
import { operatorKey } from './operations/operator-key.ts';
import { reportBooks } from './operations/report-books.ts';
import { createOpeningGuard } from './protection/opening-guard.ts';
import { createCompanies } from './site/create-companies.ts';
import { refuseForProduction } from './site/production-settings.ts';
import { seedSite } from './site/seed-site.ts';
import { createSiteSettings, type SiteSettings } from './site/site-settings.ts';
import { createTape } from './tape/create-tape.ts';
import type { GroupRunner } from './tape/group-runner.ts';
import type { PriceTape } from './tape/price-tape.ts';
import { tapeClock } from './tape/tape-clock.ts';
import { createRuleKeeper } from './trading/market/trading-rules.ts';
import { createOutboxPublisher, type OutboxPublisher } from './trading/outbox/outbox-publisher.ts';
import { createReceipts } from './trading/receipts/signed-deals.ts';
import { createTradingDesk, type TradingDesk } from './trading/trading-desk.ts';
import { createPeople } from './users/create-people.ts';
import { seedDemoUser } from './users/seed-demo-user.ts';
import type { Sessions } from './users/sessions.ts';
import type { Users } from './users/users.ts';

type ServerParts = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits?: Limits;
  /** Folder of the built client; undefined serves none. */
  readonly clientFolder?: string | undefined;
  /** Measures the connections between nodes and database; the machine's clock when absent. */
  readonly clusterClock?: Clock;
  /** In place of the configured source of ticks, for tests. */
  readonly feed?: (parts: { tape: PriceTape; catalogue: ProductCatalogue; candles: CandleStore }) => Feed;
};

export type Server = {
  readonly app: FastifyInstance;
  /** Metrics and the operator's commands, which listen apart from the app. */
  readonly operations: FastifyInstance;
  /** What the application was built from. */
  readonly appParts: AppParts;
  readonly settings: SiteSettings;
  readonly catalogue: ProductCatalogue;
  readonly tape: PriceTape;
  readonly candles: CandleStore;
  readonly trading: TradingDesk;
  readonly outbox: OutboxPublisher;
  readonly sessions: Sessions;
  readonly users: Users;
  /** Of several nodes on one PostgreSQL one leads: it alone feeds, writes the tape and judges. */
  readonly leadership: Pick<Leadership, 'isLeader'>;
  /** Starts everything but the listening. Afterwards orders can be taken as soon as the feed has spoken. */
  start(): Promise<void>;
  /** Resolves when every product that is open has a fresh price, or when none came in time. */
  ready(): Promise<void>;
  /** Not ready any more, sockets asked to come back, in-flight requests finished, sources stopped. The database stays open. */
  stop(): Promise<void>;
};

/** How long a start waits for the first prices before it says so and goes on. */
const FIRST_PRICES_MS = 5_000;
const READY_POLL_MS = 20;
/** How soon a node sees that another one's operator closed a product. */
const CATALOGUE_REFRESH_MS = 5_000;
/** How long a stop waits for requests in flight. */
const IN_FLIGHT_MS_MAX = 8_000;

/** Nodes of one database are put together one after another: seeds and first facts are written once. */
export function assembleServer(parts: ServerParts): Promise<Server> {
  return startAlone({ db: parts.db, clock: parts.clusterClock ?? systemClock }, () => assemble(parts));
}

async function assemble(parts: ServerParts): Promise<Server> {
  const { config, db, log, clientFolder } = parts;
  const limits = parts.limits ?? LIMITS;
  await seedCatalogue(db);
  await seedSite(db, config.profile, parts.clock);
  const settings = await createSiteSettings(db);
  refuseForProduction(config.profile, settings);
  refuseMissingCarrier(config, settings);
  const catalogue = await createCatalogue(db);
  const leadership = createLeadership({ db, clock: parts.clusterClock ?? systemClock, log });
  const { leaderDb } = leadership;
  const watch = new ClockWatch(parts);
  const { tape, tapeLog } = await createTape({ ...parts, leaderDb, watch });
  // What deals with the market never sees the wall clock.
  const clock = tapeClock(parts.clock, tape);
  const history = await createHistory({ config, db, clock, catalogue, log });
  const odds = await createMicroOdds({ config, tape, products: catalogue.products(), replay: history.replay });
  const dayZone = () => offsetIn(settings.get('timezone'));
  const candles = await createCandleStore({ db, leaderDb, clock, tape, catalogue, history, log, dayZone });
  const closeOf = ({ id, pricePrecision }: Product) => {
    const { close } = candles.quotation(id);
    return close > 0 ? parseDecimal<Price>(close.toFixed(pricePrecision)) : undefined;
  };
  const rules = createRuleKeeper(catalogue);
  const trading = createTradingDesk({
    ...{ db, evaluatorDb: leaderDb, clock, tape, catalogue, settings, log, odds, closeOf, guard: createOpeningGuard(parts) },
    ...{ profile: config.profile, rules, judging: limits.judging },
  });
  const receipts = createReceipts({ db, catalogue, log }, tapeLog);
  const outbox = createOutboxPublisher({ db, clock });
  const { alerts, evaluator } = createAlerts({
    ...{ db, leaderDb, clock, settings, tape, catalogue, log, closeOf },
    committed: () => outbox.wake(),
  });
  const people = await createPeople({ config, limits, db, clock: parts.clock, marketClock: clock, log, settings, trading });
  const { sessions, users } = people;
  const desk = await createCompanies({ config, db, clock: parts.clock, settings });
  const { uploads, identities, review, rehashing } = await createIdentities({
    ...{ config, db, clock: parts.clock, log, settings, limits, outbox },
    ...people,
  });
  const kinds = {
    ...{ ...people.cleanings, upload_cleaning: uploads.cleaning },
    ...{ identity_review: review.byItself, identity_documents: rehashing },
  };
  const housekeeping = createWallRunner({ db: leaderDb ?? db, clock: parts.clock, log }, kinds);
  await seedDemoUser(config.profile, { db, clock: parts.clock, ...people });
  const feed = parts.feed
    ? parts.feed({ tape, catalogue, candles })
    : await createFeed({ config, db, clock, tape, catalogue, candles, history, log });
  const state = { isStopping: false };
  const stale = () => staleProducts({ tape, catalogue, clock });
  const obstacles = () => obstaclesOf({ db, tapeLog, stale, state });
  const metrics = createMetrics({ doubts: () => watch.counts });
  const services = { config, limits, db, clock, log, metrics, settings, catalogue, candles, trading, alerts, ...people, ...desk };
  const appParts: AppParts = { ...services, uploads, identities, socket: { tape, outbox }, tapeLog, receipts, obstacles, clientFolder };
  const app = await createApp(appParts);
  const key = await operatorKey(config.dataDir);
  const operations = createOperationsApp({ ...services, tapeLog, freezes: people.protection.freezes, review, key });

  const parted = { app, operations, settings, catalogue, tape, candles, trading, outbox, sessions, leadership };
  const running = {
    ...parted,
    alerts: evaluator,
    letters: people.delivery,
    db,
    clock,
    log,
    metrics,
    housekeeping,
    feed,
    watch,
    stale,
    state,
  };
  return { ...parted, appParts, users, ...lifeOf(running) };
}

/** What starts and stops with the server. `stale`: products without a fresh price though their market is open. */
type Running = Pick<Server, 'app' | 'operations' | 'settings' | 'catalogue' | 'tape' | 'candles' | 'trading' | 'outbox' | 'sessions'> & {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly alerts: GroupRunner;
  readonly housekeeping: ReturnType<typeof createWallRunner>;
  readonly letters: LetterDelivery;
  readonly feed: Feed;
  readonly watch: ClockWatch;
  readonly stale: () => ReturnType<ProductCatalogue['products']>;
  readonly leadership: Leadership;
  readonly state: { isStopping: boolean };
};

function lifeOf(running: Running): Pick<Server, 'start' | 'ready' | 'stop'> {
  const { app, operations, candles, trading, outbox, leadership, housekeeping, clock, log, feed, stale, state } = running;
  const stops: Stop[] = [];
  let checking: Promise<void> = Promise.resolve();
  return {
    async start() {
      await candles.start();
      await outbox.start();
      running.letters.start();
      stops.push(
        trading.onCommit(() => outbox.wake()),
        running.settings.start(clock),
        clock.every(CATALOGUE_REFRESH_MS, () => running.catalogue.reload()),
      );
      await trading.start({ evaluate: false });
      await leadership.start(createDuties(running));
      stops.push(running.watch.start());
      await app.ready();
      checking = reportBooks(running);
    },
    async ready() {
      for (let waitedMs = 0; waitedMs < FIRST_PRICES_MS; waitedMs += READY_POLL_MS) {
        if (stale().length === 0) return;
        await clock.sleep(READY_POLL_MS);
      }
      log.warn({ products: stale().map((product) => product.code) }, 'no price yet');
    },
    async stop() {
      state.isStopping = true;
      // A connection that was opened and never used counts as busy: it must not hold up the others' orderly end.
      const stopWaiting = clock.after(IN_FLIGHT_MS_MAX, () => app.server.closeAllConnections());
      await app.close();
      await operations.close();
      stopWaiting();
      await leadership.hold();
      await feed.stop();
      for (const stop of stops.splice(0)) stop();
      await housekeeping.stop();
      await running.alerts.stop();
      await running.letters.stop();
      await trading.stop();
      await outbox.stop();
      await candles.stop();
      await running.tape.stop();
      await leadership.stop();
      await checking;
      running.metrics.stop();
    },
  };
}
