/** One random story: the desk, the model beside it, the chance that drives both, and processes that are killed on the way. */
import Big from 'big.js';
import { expect } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import type { Outcome } from '#server/outcome.ts';
import type { RequestKey } from '#server/trading/trading.ts';
import { chance } from './chance.ts';
import { type Answer, type Ask, Model } from './contract-model.ts';
import { MarketFlips } from './market-flips.ts';
import type { ModelAccount, ModelOrder } from './model-books.ts';
import { modelProducts } from './model-products.ts';
import { type MortalDb, mortalDb } from './mortal-db.ts';
import { IDS, lotsNear, priceNear, START, stopNear } from './random-prices.ts';
import { askedFields, compareAccount, type Person, pushTicks, type Sent, type StoryTick, strainOf } from './story-parts.ts';
import { type Desk, EURUSD, freshKey, openDesk } from './trading-fixture.ts';

const PEOPLE = 3;

/** One story: the desk, the model beside it, and the chance that drives both. */
export class Story {
  readonly random: (below: number) => number;
  readonly model: Model;
  readonly people: Person[] = [];
  readonly #flips = new MarketFlips();
  #db: Db;
  #mortal!: MortalDb;
  #at!: Desk;
  kills = 0;

  constructor(db: Db, seed: number) {
    this.#db = db;
    this.random = chance(seed);
    this.model = new Model(modelProducts(IDS));
  }

  async begin(): Promise<void> {
    await this.#start();
    this.model.now = this.#at.clock.now();
    for (let person = 0; person < PEOPLE; person++)
      this.people.push({ trader: await this.#at.trader(), account: this.model.openAccount() });
    await this.#ticks(IDS.map((id) => [id, START[id] as string]));
  }

  async #start(): Promise<void> {
    this.#mortal = mortalDb(this.#db);
    // The desk dies, the tape goes on.
    const earlier = this.#at ? { clock: this.#at.clock, tape: this.#at.tape } : {};
    this.#at = await openDesk(this.#db, { ...earlier, deskDb: this.#mortal, isOpenAt: (id, timeMs) => this.#flips.isOpenAt(id, timeMs) });
    await this.#at.desk.caughtUp();
  }

  async end(): Promise<Desk> {
    await this.#at.desk.caughtUp();
    return this.#at;
  }

  async #restart(): Promise<void> {
    this.kills++;
    this.#mortal.dieNow();
    await this.#at.desk.stop();
    await this.#start();
  }

  // ------------------------------------------------------------- steps
  async step(): Promise<void> {
    const kind = this.random(100);
    const person = this.people[this.random(PEOPLE)] as Person;
    if (kind < 34) return this.#tickStep(kind < 7);
    if (kind < 37) return this.#wait();
    if (kind < 40) return this.#toggle();
    // Whoever has lost nearly everything resets the account, or nothing would happen any more.
    if (kind < 41 || (person.account.balance.lt(300) && person.account.live().length < 2)) return this.#reset(person);
    if (kind < 43) return this.#many(person);
    if (kind < 47) return this.#strain(person);
    if (kind < 65) return this.#submit(person);
    const order = this.#pick(person.account);
    if (kind < 77) return this.#edit(person, order);
    if (kind < 89) return this.#close(person, order);
    if (kind < 94) return this.#cancel(person, order);
    return this.#reverse(person, order);
  }

  /** Mostly a live order; now and then one that is over, or somebody else's. */
  #pick(account: ModelAccount): ModelOrder | undefined {
    const odd = this.random(20);
    const whose = odd === 0 ? (this.people[this.random(PEOPLE)] as Person).account : account;
    const orders = odd < 2 ? whose.orders : account.live();
    return orders[this.random(Math.max(1, orders.length))];
  }

  async #submit(person: Person): Promise<void> {
    const product = this.model.product(IDS[this.random(IDS.length)] as number);
    const isPending = this.random(2) === 0;
    const lots = (this.random(20) === 0 ? this.random(6_000) : lotsNear(this.random, this.model, person.account, product)) / 100;
    const cont = this.random(25) === 0 ? `${lots.toFixed(2)}5` : lots.toFixed(2);
    const target = isPending ? (this.random(12) === 0 ? product.price.toFixed() : priceNear(this.random, product, 600)) : '0';
    const type = this.random(2) === 0 ? '1' : '2';
    const way = type === '1' ? 1 : -1;
    const reference = isPending ? new Big(target) : product.price;
    const multiple = String([50, 100, 200, 500, 500, 3][this.random(6)]);
    const ask: Ask = {
      ...{ type, cont, product: product.id, status: isPending ? '0' : '1', target, multiple },
      stopLoss: stopNear(this.random, product, reference, -way),
      takeProfit: stopNear(this.random, product, reference, way),
    };
    await this.#place(person, ask);
  }

  /** A heavy position, a pending order for most of the rest, and a market that falls towards it: not everything can be carried. */
  async #strain(person: Person): Promise<void> {
    const strain = strainOf(this.model, person.account, this.random);
    await this.#place(person, strain.heavy());
    await this.#place(person, strain.waiting());
    await this.#ticks([strain.fall()]);
  }

  async #place(person: Person, ask: Ask): Promise<void> {
    const expected = this.model.submit(person.account, ask);
    await this.#call(expected, (key) => this.#at.desk.submit(person.trader, askedFields(ask), key));
  }

  async #edit(person: Person, order: ModelOrder | undefined): Promise<void> {
    const way = order?.sign ?? 1;
    const reference = order ? (order.status === 0 ? order.target : order.product.price) : new Big(1);
    const product = order?.product ?? this.model.product(EURUSD);
    const stops = { stopLoss: stopNear(this.random, product, reference, -way), takeProfit: stopNear(this.random, product, reference, way) };
    if (order && this.random(6) === 0) stops.stopLoss = order.stopLoss.toFixed();
    const expected = this.model.setStops(person.account, order, stops);
    const fields = { id: String(order?.id ?? 999_999), stop_loss_price: stops.stopLoss, target_profit_price: stops.takeProfit };
    await this.#call(expected, (key) => this.#at.desk.setStops(person.trader, fields, key));
  }

  async #close(person: Person, order: ModelOrder | undefined): Promise<void> {
    const cents = order ? Number(order.lots.times(100).toFixed()) : 0;
    const part = this.random(20) === 0 ? '0.015' : (this.random(cents + 12) / 100).toFixed(2);
    const cont = this.random(2) === 0 ? part : undefined;
    const fields = { id: String(order?.id ?? 999_999), cont };
    const expected = this.model.close(person.account, order, cont);
    await this.#call(expected, (key) => this.#at.desk.close(person.trader, fields, key));
  }

  async #cancel(person: Person, order: ModelOrder | undefined): Promise<void> {
    const expected = this.model.cancel(person.account, order);
    await this.#call(expected, (key) => this.#at.desk.cancel(person.trader, { id: String(order?.id ?? 999_999) }, key));
  }

  async #reverse(person: Person, order: ModelOrder | undefined): Promise<void> {
    const expected = this.model.reverse(person.account, order);
    await this.#call(expected, (key) => this.#at.desk.reverse(person.trader, { id: String(order?.id ?? 999_999) }, key));
  }

  async #many(person: Person): Promise<void> {
    const isClose = this.random(2) === 0;
    const codes = isClose ? this.model.closeAll(person.account) : this.model.cancelAll(person.account);
    const send = (key: RequestKey) => (isClose ? this.#at.desk.closeAll(person.trader, key) : this.#at.desk.cancelAll(person.trader, key));
    const outcome = await this.#sendOnce(send);
    expect(outcome.data?.Results.map((result) => result.Code)).toEqual(codes);
  }

  async #reset(person: Person): Promise<void> {
    this.model.reset(person.account);
    expect((await this.#sendOnce((key) => this.#at.desk.resetDemo(person.trader, key))).code).toBe(1);
  }

  /** Sends a call; the answer is the model's, and its order gets its number. */
  async #call(expected: Answer, send: (key: RequestKey) => Promise<Sent>): Promise<void> {
    const outcome = await this.#sendOnce(send);
    expect(outcome.code, outcome.message).toBe(expected.code);
    if (expected.code === 1 && expected.order && expected.order.id === 0) expected.order.id = outcome.data?.Order?.Id ?? 0;
  }

  /** Now and then the process dies at the call, and the call comes again under its key; now and then it simply comes twice. */
  async #sendOnce<T>(send: (key: RequestKey) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const key = freshKey();
    if (this.random(25) === 0) {
      this.#mortal.dieAt(1, this.random(2) === 0 ? 'before commit' : 'after commit');
      await expect(send(key)).rejects.toThrow('killed');
      await this.#restart();
    }
    const outcome = await send(key);
    if (this.random(10) === 0) expect(await send(key)).toEqual(outcome);
    return outcome;
  }

  async #wait(): Promise<void> {
    await this.#at.clock.advance([100, 400, 1_000, 4_999, 5_000][this.random(5)] as number);
    this.model.now = this.#at.clock.now();
    if (this.random(3) > 0) await this.#ticks(IDS.map((id) => [id, undefined]));
  }

  /** A market opens or closes; tape time moves on with the next tick of another product. */
  async #toggle(): Promise<void> {
    const product = this.model.product(IDS[this.random(IDS.length)] as number);
    await this.#at.clock.advance(1);
    this.model.now = this.#at.clock.now();
    product.isOpen = this.#flips.flip(product.id, this.model.now);
    const other = this.model.product(IDS.find((id) => id !== product.id) as number);
    await this.#ticks([[other.id, other.price.toFixed()]]);
  }

  /** A group of ticks; now and then one that jumps far, and now and then the process dies while it judges them. */
  async #tickStep(hasGap: boolean): Promise<void> {
    const ticks: [number, string | undefined][] = [];
    const moved = new Map<number, Big>();
    for (let count = 1 + this.random(5); count > 0; count--) {
      const id = IDS[this.random(IDS.length)] as number;
      if (this.random(10) === 0) {
        ticks.push([id, undefined]);
        continue;
      }
      const product = this.model.product(id);
      const step = (this.random(401) - 200) * (hasGap && this.random(2) === 0 ? 25 : 1);
      const price = (moved.get(id) ?? product.price).times(1 + step / 100_000).round(product.digits);
      const kept = price.gt(0) ? price : new Big(1);
      moved.set(id, kept);
      ticks.push([id, kept.toFixed()]);
    }
    if (this.random(6) === 0) this.#mortal.dieAt(1 + this.random(3), this.random(2) === 0 ? 'before commit' : 'after commit');
    await this.#ticks(ticks);
  }

  async #ticks(ticks: readonly StoryTick[]): Promise<void> {
    for (const [id, price] of ticks) this.model.tick(id, price);
    await pushTicks(this.#at, ticks);
    await this.#at.desk.caughtUp();
    if (this.#mortal.isDead) await this.#restart();
    else this.#mortal.dieAt(Number.POSITIVE_INFINITY, 'before commit');
  }

  // ------------------------------------------------------------- comparing
  /** Everything that the database holds of the people against everything that the model knows. */
  async compare(sinceId: number): Promise<void> {
    for (const person of this.people) await compareAccount(this.#db, this.#at, person, sinceId);
  }

  async compareHouse(): Promise<void> {
    const { fees, pnl, protection, equityIn } = this.model;
    const house = async (name: string) => formatDecimal(await this.#at.house(name));
    expect([await house('fees'), await house('pnl'), await house('protection'), await house('equity_in')]).toEqual(
      [fees, pnl, protection, equityIn].map((total) => (total.eq(0) ? '0' : total.toFixed())),
    );
    expect(await this.#at.laws()).toEqual([]);
  }
}
