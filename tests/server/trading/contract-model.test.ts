/**
 * Random lives of three people against the real desk and the independent model at once: orders, edits, parts, reversals, ticks with gaps,
 * closed and silent markets, and processes killed in the middle of a transaction and started again. After every step balances, locks,
 * orders and statuses agree to the last digit.
 */
import Big from 'big.js';
import { expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { Db } from '#server/database/database.ts';
import type { Outcome } from '#server/outcome.ts';
import type { RequestKey, Trader } from '#server/trading/trading.ts';
import { eachDatabase, type OpenDatabase } from '../each-database.ts';
import { chance } from './chance.ts';
import { type Answer, type Ask, Model, type ModelAccount, type ModelOrder, type ModelProduct } from './contract-model.ts';
import { type MortalDb, mortalDb } from './mortal-db.ts';
import { type Desk, EURUSD, freshKey, GBPUSD, openDesk, PRODUCTS, USDJPY, USOIL, XAUUSD } from './trading-fixture.ts';

const START: Readonly<Record<number, string>> = {
  [EURUSD]: '1.08345',
  [XAUUSD]: '2345.67',
  [USOIL]: '70.5',
  [USDJPY]: '151.234',
  [GBPUSD]: '1.27012',
};
const IDS = Object.keys(START).map(Number);
const PEOPLE = 3;
const ROUND = 250;

const modelProducts = (): ModelProduct[] =>
  PRODUCTS.filter((it) => it.id in START).map((it) => ({
    id: it.id,
    contract: new Big(formatDecimal(it.contractNumber)),
    rate: new Big(formatDecimal(it.quoteRate)),
    feePerLot: new Big(formatDecimal(it.feePerLot)),
    digits: it.pricePrecision,
    pricedByMode1: it.marginMode === 1,
    multiples: it.multiples.map((multiple) => multiple.value),
    ...{ isOpen: true, wasOpen: true, price: new Big(0), seq: 0, aliveMs: Number.NEGATIVE_INFINITY },
  }));

type Person = { readonly trader: Trader; readonly account: ModelAccount };
type Sent = Outcome<{ Id: number; Order?: { Id: number } } | null>;

/** One story: the desk, the model beside it, and the chance that drives both. */
class Story {
  readonly random: (below: number) => number;
  readonly model: Model;
  readonly people: Person[] = [];
  /** Moments at which markets opened or closed, newest first. */
  readonly #flips: { productId: number; fromMs: number; isOpen: boolean }[] = [];
  #db: Db;
  #mortal!: MortalDb;
  #at!: Desk;
  kills = 0;

  constructor(db: Db, seed: number) {
    this.#db = db;
    this.random = chance(seed);
    this.model = new Model(modelProducts());
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
    const clock = this.#at ? { clock: this.#at.clock } : {};
    this.#at = await openDesk(this.#db, { ...clock, deskDb: this.#mortal, isOpenAt: (id, timeMs) => this.#isOpenAt(id, timeMs) });
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
    // Whoever has lost nearly everything begins anew, or nothing would happen any more.
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

  #priceNear(product: ModelProduct, spread: number): string {
    const moved = product.price.times(1 + (this.random(2 * spread + 1) - spread) / 100_000);
    const digits = this.random(40) === 0 ? product.digits + 1 : product.digits;
    const price = moved.round(digits);
    return (price.gt(0) ? price : new Big(1)).toFixed();
  }

  #stop(product: ModelProduct, reference: Big, way: number): string {
    if (this.random(5) < 3) return '0';
    const wrong = this.random(12) === 0 ? -1 : 1;
    const share = (this.random(600) + (this.random(8) === 0 ? 0 : 1)) / 100_000;
    return reference
      .times(1 + way * wrong * share)
      .round(product.digits)
      .toFixed();
  }

  /** In hundredths: often most of what the account can carry, so that a gap matters. */
  #lots({ account }: Person, product: ModelProduct): number {
    const { margin } = this.model.cost(product, new Big(1), 500, product.price);
    const carried = Number(account.balance.div(margin.plus(product.feePerLot)).times(100).round(0, Big.roundDown).toFixed());
    return 10 + this.random(this.random(5) < 3 ? 250 : Math.min(4_900, Math.max(1, carried)));
  }

  async #submit(person: Person): Promise<void> {
    const product = this.model.product(IDS[this.random(IDS.length)] as number);
    const isPending = this.random(2) === 0;
    const lots = (this.random(20) === 0 ? this.random(6_000) : this.#lots(person, product)) / 100;
    const cont = this.random(25) === 0 ? `${lots.toFixed(2)}5` : lots.toFixed(2);
    const target = isPending ? (this.random(12) === 0 ? product.price.toFixed() : this.#priceNear(product, 600)) : '0';
    const type = this.random(2) === 0 ? '1' : '2';
    const way = type === '1' ? 1 : -1;
    const reference = isPending ? new Big(target) : product.price;
    const multiple = String([50, 100, 200, 500, 500, 3][this.random(6)]);
    const ask: Ask = {
      ...{ type, cont, product: product.id, status: isPending ? '0' : '1', target, multiple },
      stopLoss: this.#stop(product, reference, -way),
      takeProfit: this.#stop(product, reference, way),
    };
    await this.#place(person, ask);
  }

  /** A heavy position, a pending order for most of the rest, and a market that falls towards it: not everything can be carried. */
  async #strain(person: Person): Promise<void> {
    const product = this.model.product(EURUSD);
    const order = { type: '1', product: EURUSD, multiple: '500', stopLoss: '0', takeProfit: '0' } as const;
    const share = (percent: number) => {
      const { margin } = this.model.cost(product, new Big(1), 500, product.price);
      const free = this.model.usable(person.account, this.model.floating(person.account));
      return free
        .div(margin.plus(product.feePerLot))
        .times(percent / 100)
        .round(2, Big.roundDown)
        .toFixed();
    };
    await this.#place(person, { ...order, status: '1', target: '0', cont: share(20 + this.random(60)) });
    const target = product.price
      .times(1 - this.random(300) / 100_000)
      .round(product.digits)
      .toFixed();
    await this.#place(person, { ...order, status: '0', target, cont: share(60 + this.random(40)) });
    await this.#ticks([
      [
        EURUSD,
        product.price
          .times(1 - this.random(400) / 100_000)
          .round(product.digits)
          .toFixed(),
      ],
    ]);
  }

  async #place(person: Person, ask: Ask): Promise<void> {
    const fields = {
      ...{ type: ask.type, cont: ask.cont, forex_id: String(ask.product), status: ask.status, target_price: ask.target },
      ...{ multiple: ask.multiple, stop_loss_price: ask.stopLoss, target_profit_price: ask.takeProfit },
    };
    const expected = this.model.submit(person.account, ask);
    await this.#call(expected, (key) => this.#at.desk.submit(person.trader, fields, key));
  }

  async #edit(person: Person, order: ModelOrder | undefined): Promise<void> {
    const way = order?.sign ?? 1;
    const reference = order ? (order.status === 0 ? order.target : order.product.price) : new Big(1);
    const product = order?.product ?? this.model.product(EURUSD);
    const stops = { stopLoss: this.#stop(product, reference, -way), takeProfit: this.#stop(product, reference, way) };
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

  #isOpenAt(productId: number, timeMs: number): boolean {
    return this.#flips.find((flip) => flip.productId === productId && flip.fromMs <= timeMs)?.isOpen ?? true;
  }

  /** A market opens or closes; tape time moves on with the next tick of another product. */
  async #toggle(): Promise<void> {
    const product = this.model.product(IDS[this.random(IDS.length)] as number);
    await this.#at.clock.advance(1);
    this.model.now = this.#at.clock.now();
    product.isOpen = !product.isOpen;
    this.#flips.unshift({ productId: product.id, fromMs: this.model.now, isOpen: product.isOpen });
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

  async #ticks(ticks: [number, string | undefined][]): Promise<void> {
    for (const [id, price] of ticks) this.model.tick(id, price);
    const tape = this.#at.tape;
    for (const [productId, text] of ticks) {
      const price = text === undefined ? tape.newest(productId)?.price : BigInt(new Big(text).times(100_000_000).toFixed(0));
      if (price === undefined) continue;
      tape.push({ productId, price, volume: 0n, timeMs: this.#at.clock.now(), confirm: text === undefined });
    }
    await tape.flush();
    await this.#at.desk.caughtUp();
    if (this.#mortal.isDead) await this.#restart();
    else this.#mortal.dieAt(Number.POSITIVE_INFINITY, 'before commit');
  }

  // ------------------------------------------------------------- comparing
  /** Everything that the database holds of the people against everything that the model knows. */
  async compare(sinceId: number): Promise<void> {
    for (const { trader, account } of this.people) {
      const parts = await this.#at.account(trader);
      const held = Object.fromEntries(['balance', 'margin', 'pending', 'deficit'].map((part) => [part, formatDecimal(parts[part] ?? 0n)]));
      const { balance, margin, pending, deficit } = account;
      expect(held).toEqual({
        ...{ balance: balance.toFixed(), margin: margin.toFixed(), pending: pending.toFixed() },
        deficit: deficit.eq(0) ? '0' : `-${deficit.toFixed()}`,
      });
      const query = this.#db.kysely.selectFrom('trade_order').selectAll().where('user_id', '=', trader.id).where('id', '>', sinceId);
      const rows = (await query.orderBy('id').execute()).map((row) => ({
        ...{ id: row.id, status: row.status, product: row.product_id, sign: row.side === 'buy' ? 1 : -1, lots: formatDecimal(row.lots) },
        ...{ target: formatDecimal(row.asked_price), open: formatDecimal(row.open_price), close: formatDecimal(row.close_price) },
        ...{ margin: formatDecimal(row.margin), fee: formatDecimal(row.fee), profit: formatDecimal(row.profit) },
        ...{ stopLoss: formatDecimal(row.stop_loss), takeProfit: formatDecimal(row.take_profit), trigger: row.trigger_side },
        ...{ openSeq: row.open_seq, closeSeq: row.close_seq, reason: row.close_reason, parent: row.parent_id },
      }));
      const known = account.orders.filter((order) => order.id > sinceId);
      expect(rows).toEqual(known.map(plainOrder));
    }
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

const plainOrder = (order: ModelOrder) => ({
  ...{ id: order.id, status: order.status, product: order.product.id, sign: order.sign, lots: order.lots.toFixed() },
  ...{ target: order.target.toFixed(), open: order.open.toFixed(), close: order.close.toFixed(), margin: order.margin.toFixed() },
  ...{ fee: order.fee.toFixed(), profit: order.profit.toFixed(), stopLoss: order.stopLoss.toFixed() },
  ...{ takeProfit: order.takeProfit.toFixed(), trigger: order.trigger, openSeq: order.openSeq, closeSeq: order.closeSeq },
  ...{ reason: order.reason, parent: order.parent },
});

const HAPPENS = [
  ...['opened', 'pended', 'triggered', 'edited', 'part', 'reversed', 'manual', 'sl', 'tp', 'stopout', 'reset', 'deficit', 'forgiven'],
  ...['cancelled manual', 'cancelled balance', 'cancelled stopout'],
];

/** Rounds of a fresh story each, so that a failure is short to read; the last one looks at every order again. */
async function lives(open: OpenDatabase, steps: number): Promise<{ counts: Map<string, number>; kills: number }> {
  const counts = new Map<string, number>();
  let kills = 0;
  for (let round = 0; round * ROUND < steps; round++) {
    const db = await open();
    const story = new Story(db, round + 1);
    await story.begin();
    for (let step = 1; step <= Math.min(ROUND, steps - round * ROUND); step++) {
      await story.step();
      try {
        await story.compare(0);
        if (step % 50 === 0) await story.compareHouse();
      } catch (error) {
        throw new Error(`seed ${round + 1}, step ${step}`, { cause: error });
      }
    }
    await story.compareHouse();
    const at = await story.end();
    await at.desk.stop();
    await db.close();
    for (const [what, count] of story.model.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    kills += story.kills;
  }
  return { counts, kills };
}

eachDatabase('random lives', (open) => {
  const steps = process.env.TEST_LONG ? 10_000 : 1_000;
  it(`S1-7.38 S1-7.40 S1-7.41 S1-7.42 S1-4.05 S1-4.07: ${steps} random steps agree with an independent model to the last digit`, {
    timeout: 1_800_000,
  }, async () => {
    const { counts, kills } = await lives(open, steps);
    expect(HAPPENS.filter((what) => !counts.get(what))).toEqual([]);
    expect(kills).toBeGreaterThan(steps / 100);
  });
});
