/** Lives of people at two desks of one market whose evaluator is away, slow, killed or elsewhere, beside a model that judges every tick at once. */
import { expect } from 'vitest';
import { ERROR } from '#protocol/errors.ts';
import type { Db } from '#server/database/database.ts';
import type { Outcome } from '#server/outcome.ts';
import type { RequestKey, Trader } from '#server/trading/trading.ts';
import { chance } from './chance.ts';
import { type Answer, type Ask, Model } from './contract-model.ts';
import { heldDb } from './held-db.ts';
import { LateDesks } from './late-desks.ts';
import { MarketFlips } from './market-flips.ts';
import type { ModelOrder } from './model-books.ts';
import { modelProducts } from './model-products.ts';
import { IDS, randomAsk, START, someTicks, stopNear } from './random-prices.ts';
import { askedFields, compareAccount, type Person, pushTicks, type Sent, type StoryTick, strainOf } from './story-parts.ts';
import { type Desk, freshKey, openDesk } from './trading-fixture.ts';

const PEOPLE = 2;
/** A call under one key that is answered 1110 so often is stuck. */
const CALLS_MAX = 400;

type Send<T> = (desk: Desk, key: RequestKey) => Promise<Outcome<T>>;

export class LateStory {
  readonly model = new Model(modelProducts(IDS));
  readonly #db: Db;
  /** Everybody who has lived. */
  readonly traders: Trader[] = [];
  #random: (below: number) => number = chance(1);
  #people: Person[] = [];
  readonly #desks: LateDesks;
  readonly flips = new MarketFlips();

  constructor(db: Db) {
    this.#db = db;
    this.#desks = new LateDesks(db, (id, timeMs) => this.flips.isOpenAt(id, timeMs));
  }

  async begin(): Promise<void> {
    await this.#desks.begin();
    await this.#desks.setRules(this.model.rules);
    this.model.now = this.home.clock.now();
    await this.#ticks(IDS.map((id) => [id, START[id]]));
  }

  async end(): Promise<void> {
    await this.#desks.end();
    expect(await this.home.laws()).toEqual([]);
  }

  get home(): Desk {
    return this.#desks.home;
  }

  /** New people, `steps` steps, then everything is judged and compared, and ended. */
  async life(seed: number, steps: number): Promise<void> {
    this.#random = chance(seed);
    this.#people = [];
    for (let person = 0; person < PEOPLE; person++) {
      const trader = await this.home.trader();
      this.traders.push(trader);
      this.#people.push({ trader, account: this.model.openAccount() });
    }
    for (let step = 0; step < steps; step++) await this.#step();
    await this.#desks.judgeAll();
    await this.#compare();
    for (const person of this.#people)
      await this.#act(
        undefined,
        (desk, key) => desk.desk.resetDemo(person.trader, key),
        () => this.model.reset(person.account),
      );
    await this.#compare();
    this.model.accounts.length = 0;
  }

  async #step(): Promise<void> {
    const kind = this.#random(100);
    const person = this.#people[this.#random(PEOPLE)] as Person;
    if (kind < 34) return this.#ticks(someTicks(this.#random, this.model));
    if (kind < 39) return this.#wait();
    if (kind < 42) return this.#flip();
    if (kind < 46) return this.#changeRules();
    if (kind < 54) return this.#moveEvaluator(this.#random(6));
    if (kind < 61) return this.#strain(person);
    return this.#personActs(person, this.#random(48));
  }

  async #moveEvaluator(kind: number): Promise<void> {
    this.model.counts.set(`evaluator ${kind}`, 1);
    const moment = this.#random(2) === 0 ? 'before commit' : 'after commit';
    await this.#desks.moveEvaluator(kind, moment, () => this.#ticks(someTicks(this.#random, this.model)));
    if (kind === 5) await this.#ticks(IDS.map((id) => [id, undefined]));
  }

  async #changeRules(): Promise<void> {
    const [stopOutLevel, callLevel] = [[30, 50, 80][this.#random(3)] as number, [60, 100, 120][this.#random(3)] as number];
    this.model.nextRules = { stopOutLevel, callLevel, feeType: String(this.#random(2)) };
    await this.#desks.setRules(this.model.nextRules);
    this.model.counts.set('rules', 1);
  }

  async #ticks(ticks: readonly StoryTick[]): Promise<void> {
    for (const [id, price] of ticks) this.model.tick(id, price);
    await pushTicks(this.home, ticks);
  }

  async #wait(): Promise<void> {
    // The first is five seconds of blocks, though not of the clock.
    const [nearlyMs, silenceMs] = [4_600, 6_100];
    const waitMs = [50, 400, 1_000, nearlyMs, silenceMs][this.#random(5)] as number;
    await this.home.clock.advance(waitMs);
    this.model.now = this.home.clock.now();
    if (waitMs === nearlyMs) await this.#ticks(someTicks(this.#random, this.model));
    if (waitMs < silenceMs || this.#random(2) === 0) await this.#ticks(IDS.map((id) => [id, undefined]));
  }

  async #flip(): Promise<void> {
    const product = this.model.product(IDS[this.#random(IDS.length)] as number);
    await this.home.clock.advance(1);
    this.model.now = this.home.clock.now();
    product.isOpen = this.flips.flip(product.id, this.model.now);
    const other = this.model.product(IDS.find((id) => id !== product.id) as number);
    await this.#ticks([[other.id, other.price.toFixed()]]);
    // Long enough for the desk that follows to hear of it.
    await this.home.clock.advance(60);
    this.model.now = this.home.clock.now();
  }

  async #personActs(person: Person, kind: number): Promise<void> {
    const { trader, account } = person;
    if (kind < 16) return this.#submit(person);
    const live = account.live();
    const order = (this.#random(5) === 0 ? account.orders : live)[this.#random(Math.max(1, live.length))];
    const id = String(order?.id ?? 999_999);
    if (kind < 26) return this.#edit(person, order);
    if (kind < 36) {
      const cont =
        this.#random(2) === 0 ? undefined : (this.#random(Number(order?.lots.times(100).toFixed() ?? '0') + 12) / 100).toFixed(2);
      return this.#act(
        undefined,
        (desk, key) => desk.desk.close(trader, { id, cont }, key),
        () => this.model.close(account, order, cont),
      );
    }
    if (kind < 41)
      return this.#act(
        undefined,
        (desk, key) => desk.desk.cancel(trader, { id }, key),
        () => this.model.cancel(account, order),
      );
    if (kind < 44)
      return this.#act(
        undefined,
        (desk, key) => desk.desk.reverse(trader, { id }, key),
        () => this.model.reverse(account, order),
      );
    if (kind < 46)
      return this.#act(
        undefined,
        (desk, key) => desk.desk.closeAll(trader, key),
        () => this.model.closeAll(account),
      );
    return this.#act(
      undefined,
      (desk, key) => desk.desk.cancelAll(trader, key),
      () => this.model.cancelAll(account),
    );
  }

  /** A heavy position, a pending order for most of the rest, and a market that falls towards it: not everything can be carried. */
  async #strain(person: Person): Promise<void> {
    const strain = strainOf(this.model, person.account, this.#random);
    await this.#place(person, strain.heavy());
    await this.#place(person, strain.waiting());
    await this.#ticks([strain.fall()]);
  }

  async #submit(person: Person): Promise<void> {
    await this.#place(person, randomAsk(this.#random, this.model, person.account));
  }

  async #place({ trader, account }: Person, ask: Ask): Promise<void> {
    const fields = { ...askedFields(ask), good_till: this.model.wireEnd(ask.goodFor) };
    await this.#act(
      this.#random(8) === 0 ? 'held' : undefined,
      (desk, key) => desk.desk.submit(trader, fields, key),
      () => this.model.submit(account, ask),
    );
  }

  async #edit({ trader, account }: Person, order: ModelOrder | undefined): Promise<void> {
    const product = order?.product ?? this.model.product(IDS[0] as number);
    const reference = order?.status === 0 ? order.target : product.price;
    const way = order?.sign ?? 1;
    const stopLoss = this.#random(3) === 0 ? (order?.stopLoss.toFixed() ?? '0') : stopNear(this.#random, product, reference, -way);
    const takeProfit = this.#random(3) === 0 ? (order?.takeProfit.toFixed() ?? '0') : stopNear(this.#random, product, reference, way);
    const goodFor = this.#random(4) === 0 ? 1 + this.#random(7) : undefined;
    const stops = { stop_loss_price: stopLoss, target_profit_price: takeProfit };
    const fields = { id: String(order?.id ?? 999_999), ...stops, good_till: this.model.wireEnd(goodFor) };
    await this.#act(
      this.#random(8) === 0 ? 'held' : undefined,
      (desk, key) => desk.desk.setStops(trader, fields, key),
      () => this.model.setStops(account, order, { stopLoss, takeProfit, goodFor }),
    );
  }

  /** One act at either desk, under one key until it is taken; where it may be, it is held back before its commit while ticks pass. */
  async #act<T extends Sent['data'] | object>(how: 'held' | undefined, send: Send<T>, inModel: () => unknown): Promise<void> {
    const answer = inModel();
    const expected = typeof answer === 'object' && answer !== null && 'code' in answer ? (answer as Answer) : undefined;
    const outcome = how === 'held' && this.#db.dialect === 'postgres' ? await this.#sendHeld(send) : await this.#sendOnce(send);
    if (!expected) return expect(outcome.code).toBe(ERROR.ok);
    expect(outcome.code, outcome.message).toBe(expected.code);
    const id = (outcome.data as { Order?: { Id: number } } | null)?.Order?.Id;
    if (expected.code === 1 && expected.order?.id === 0) expected.order.id = id ?? 0;
  }

  async #sendOnce<T>(send: Send<T>): Promise<Outcome<T>> {
    const desk = this.#random(2) === 0 ? this.home : this.#desks.away;
    const key = freshKey();
    for (let call = 0; call < CALLS_MAX; call++) {
      const outcome = await send(desk, key);
      if (outcome.code !== ERROR.accountBusy) return outcome;
      this.model.counts.set('busy', (this.model.counts.get('busy') ?? 0) + 1);
    }
    throw new Error(`busy ${CALLS_MAX} times`);
  }

  async #sendHeld<T>(send: Send<T>): Promise<Outcome<T>> {
    const held = heldDb(this.#db);
    const desk = await openDesk(this.#db, { ...this.#desks.world, tape: this.home.tape, isStarted: false, deskDb: held.db });
    held.hold();
    const outcome = send(desk, freshKey());
    await held.held;
    await this.#ticks(someTicks(this.#random, this.model));
    held.letGo();
    this.model.counts.set('held', 1);
    return outcome;
  }

  async #compare(): Promise<void> {
    for (const person of this.#people) {
      const { trader, account } = person;
      await compareAccount(this.#db, this.home, person);
      const notices = (await this.home.events(trader)).filter(({ topic }) => topic === 'NOTICE').map(({ payload }) => payload.data);
      expect(notices.filter((notice) => (notice as { kind: string }).kind === 'margin_call')).toHaveLength(account.calls);
    }
  }
}
