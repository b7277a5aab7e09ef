/**
 * One run of the seeded simulation: some hundred steps of trading, weather, sleep and page events, then calm. It throws an
 * `InvariantError` with the seed and the step when the engine breaks a promise.
 */
import { PERIODS } from '#domain/period-table.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { orderFromWire } from '#protocol/order-wire.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import { InvariantError } from './fake-backend.ts';
import type { Speaks } from './fake-member.ts';
import { quotesHeard } from './quotes-heard.ts';
import { checkSame } from './same-as-server.ts';
import { JSON_PROFILES, World } from './world.ts';

/** A live price may be so old: 5 s of the rule, and a frame on its way. */
const LIVE_MS_MAX = 5_000 + 1_250;
const CALM_MS = { base: 40_000, ext: 25_000 } as const;

export async function simulate(seed: number, speaks: Speaks, steps: number): Promise<World> {
  const run = new Run(seed, speaks);
  try {
    await run.all(steps);
  } catch (error) {
    if (error instanceof Error)
      error.message = `${speaks} seed ${seed} step ${run.step}: ${error.message}\n${run.log.slice(-12).join('\n')}`;
    throw error;
  }
  return run.world;
}

class Run {
  readonly world: World;
  readonly log: string[] = [];
  step = 0;
  #visible = true;
  #watched = [1, 2, 3];
  #loggedIn = true;
  readonly #heardAt: ReadonlyMap<string, number>;
  /** For each closed order, how many resyncs and logins there had been before its step. */
  readonly #coversBefore = new Map<number, number>();
  #logins = 0;
  #covers = 0;

  readonly #speaksJson: boolean;

  constructor(seed: number, speaks: Speaks) {
    this.#speaksJson = speaks === 'ext' && seed % 2 === 1;
    this.world = new World(seed, speaks);
    this.#heardAt = quotesHeard(this.world);
  }

  async all(steps: number): Promise<void> {
    const { world } = this;
    const { random, engine, page } = world;
    page.ackMs = () => random.between(0, 80);
    world.codeArrives = () => this.#code();
    // Quotes come as JSON in one run and as bytes in the next.
    await (this.#speaksJson ? world.start(JSON_PROFILES) : world.start());
    engine.watchQuotes(this.#watched);
    engine.watchChart({ productId: 1, period: '1min' });
    engine.watchOrders(true);
    world.login();
    world.network.weather = { latencyMs: random.between(5, 150), loss: random.between(0, 0.3), duplicates: random.between(0, 0.5) };
    for (this.step = 1; this.step <= steps; this.step++) {
      this.#act();
      await world.clock.advance(random.between(20, 900));
      this.#checkStep();
    }
    await this.#calm();
    checkSame(this.world);
    this.#checkEvents();
  }

  /** One thing that happens, most often a trade or nothing. */
  #act(): void {
    const { world } = this;
    const { random, engine, exchange, network, backend } = world;
    const acts: [weight: number, name: string, act: () => void][] = [
      [30, 'nothing', () => undefined],
      [8, 'open elsewhere', () => exchange.openOrder()],
      [6, 'open here', () => this.#put(exchange.openOrder())],
      [8, 'close elsewhere', () => exchange.closeOrder()],
      [5, 'close here', () => this.#put(exchange.closeOrder())],
      [4, 'stall', () => this.#stall(random.between(500, 6_000))],
      [3, 'cut', () => this.#cutAll(1006)],
      [2, 'black hole', () => this.#blackHole()],
      [1, 'restart', () => backend.restart(random.between(200, 4_000), random.pick(['announced', 'killed'] as const))],
      [1, 'sleep', () => this.#sleep(random.between(1_000, 90_000))],
      [2, 'hide', () => this.#page('hidden')],
      [3, 'show', () => this.#page(random.pick(['visible', 'pageshow', 'resume'] as const))],
      [1, 'freeze', () => this.#page('freeze')],
      [1, 'offline', () => this.#page('offline')],
      [2, 'online', () => this.#page('online')],
      [3, 'navigate', () => engine.ensure()],
      [2, 'chart', () => engine.watchChart({ productId: random.whole(1, 3), period: random.pick(PERIODS).name })],
      [2, 'older', () => engine.olderBars()],
      [2, 'watch', () => this.#watch()],
      [1, 'source', () => this.#silence()],
      [1, 'log out', () => this.#setLogin(false)],
      [2, 'log in', () => this.#setLogin(true)],
      [2, 'weather', () => this.#weather()],
      [1, 'refresh', () => engine.refresh()],
    ];
    let at = random.next() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, name, act] of acts) {
      at -= weight;
      if (at > 0) continue;
      this.log.push(`${this.step} ${name} at ${world.clock.steady() % 10_000_000}`);
      // A sleeping machine does nothing.
      if (!network.isAsleep || name === 'open elsewhere' || name === 'close elsewhere') act();
      return;
    }
  }

  #put(row: OrderRow | undefined): void {
    if (!row || !this.#loggedIn) return;
    const { engine, exchange, backend } = this.world;
    engine.putReply({ Order: row, outbox: exchange.numberedBalances(backend.outboxEpoch) });
    engine.putOrder(orderFromWire(row));
  }

  #stall(ms: number): void {
    this.world.network.stalledUntil = this.world.clock.steady() + ms;
  }

  #cutAll(code: number): void {
    for (const member of this.world.backend.members) member.connection.cut(code, '');
  }

  #blackHole(): void {
    for (const member of this.world.backend.members) member.connection.isBlack = true;
  }

  #sleep(ms: number): void {
    const { network, clock, random } = this.world;
    network.sleep();
    if (random.chance(0.5)) this.#cutAll(1006);
    clock.after(ms, () => network.wake());
  }

  #page(signal: Parameters<World['engine']['signal']>[0]): void {
    if (signal === 'hidden' || signal === 'freeze') this.#visible = false;
    if (signal === 'visible' || signal === 'pageshow' || signal === 'resume') this.#visible = true;
    this.world.engine.signal(signal);
  }

  #watch(): void {
    const { random, engine } = this.world;
    this.#watched = [1, 2, 3].filter(() => random.chance(0.7));
    engine.watchQuotes(this.#watched);
  }

  #silence(): void {
    const product = this.world.random.pick(this.world.exchange.products);
    product.silent = !product.silent;
  }

  #setLogin(on: boolean): void {
    if (on === this.#loggedIn) return;
    this.#loggedIn = on;
    if (on) this.#logins++;
    if (on) this.world.login();
    else this.world.engine.setSession(null);
  }

  /** Late parts of the engine come late, and now and then not at all. */
  async #code(): Promise<void> {
    const { random, clock } = this.world;
    await clock.sleep(random.between(0, 4_000));
    if (random.chance(0.3)) throw new TypeError('failed to fetch');
  }

  #weather(): void {
    const { random, network } = this.world;
    network.weather = { latencyMs: random.between(5, 150), loss: random.between(0, 0.3), duplicates: random.between(0, 0.5) };
  }

  #checkStep(): void {
    const { world } = this;
    if (world.sockets > 1) throw new InvariantError(`${world.sockets} sockets`);
    const { page } = world;
    if (page.fault) throw new InvariantError(page.fault);
    if (new Set(page.closed).size !== page.closed.length) throw new InvariantError(`closed twice: ${page.closed.join()}`);
    const order = world.exchange.closedIds;
    let at = -1;
    for (const id of page.closed) {
      const next = order.indexOf(id);
      if (next <= at) throw new InvariantError(`closed out of order: ${page.closed.join()} of ${order.join()}`);
      at = next;
    }
    for (const id of order) if (!this.#coversBefore.has(id)) this.#coversBefore.set(id, this.#covers);
    this.#covers = page.resyncs + this.#logins;
    const canShow = this.#visible && !world.network.isAsleep && page.inFlight === 0;
    if (!canShow) return;
    for (const id of this.#watched) {
      const quote = page.quotes.get(id);
      const heardAt = this.#heardAt.get(world.exchange.product(id).code) ?? 0;
      const silentMs = world.clock.steady() - heardAt;
      // REST confirms count too, and they are at most as old as the list: allow the newest list the page got.
      if (quote?.state === QUOTE_STATE.live && silentMs > LIVE_MS_MAX && !this.#isConfirmedByList(id)) {
        throw new InvariantError(`product ${id} shown live after ${Math.round(silentMs)} ms of silence`);
      }
    }
  }

  #isConfirmedByList(id: number): boolean {
    const { confirmedMs } = this.world.exchange.product(id);
    return this.world.clock.now() - confirmedMs < LIVE_MS_MAX;
  }

  async #calm(): Promise<void> {
    const { world } = this;
    if (world.network.isAsleep) world.network.wake();
    world.network.calm();
    world.codeArrives = async () => undefined;
    this.#page('visible');
    this.#page('online');
    this.#setLogin(true);
    for (const product of world.exchange.products) product.silent = false;
    this.#watched = [1, 2, 3];
    world.engine.watchQuotes(this.#watched);
    await world.clock.advance(CALM_MS[world.speaks]);
    // The market rests, so that what is on its way arrives and both sides stand still.
    for (const product of world.exchange.products) product.silent = true;
    await world.clock.advance(1_500);
  }

  /** A closed push that never came must have been covered by a resync after it. */
  #checkEvents(): void {
    const { page, exchange, backend } = this.world;
    const told = new Set(page.closed);
    const isAlwaysRecovered = this.world.speaks === 'ext' && this.#logins === 0 && backend.refusedRecoveries === 0;
    for (const event of exchange.outbox) {
      if (event.topic !== 'FOREX_CLOSED') continue;
      const [id = 0] = event.payload.data as number[];
      const isCovered = page.resyncs + this.#logins > (this.#coversBefore.get(id) ?? 0);
      // Where every recovery was given, a resync is no excuse.
      const mustBeTold = isAlwaysRecovered && event.seq > backend.begunAtSeq;
      if (!told.has(id) && (mustBeTold || !isCovered)) throw new InvariantError(`order ${id} closed, neither told nor resynced`);
    }
  }
}
