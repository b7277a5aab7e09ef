/** A season of a desk with the model of nights beside it: acts, prices, rates that change, processes that are killed, a server that is down. */
import { setTimeout as pause } from 'node:timers/promises';
import Big from 'big.js';
import { expect } from 'vitest';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import { CALENDARS, isOpen as isCalendarOpen } from '#domain/market-hours.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { createRuleKeeper } from '#server/trading/market/trading-rules.ts';
import type { Trader } from '#server/trading/trading.ts';
import { chance } from './chance.ts';
import { type MortalDb, mortalDb } from './mortal-db.ts';
import { expectNights } from './nights-compare.ts';
import { isOpen, type ModelProduct, NightsModel, type Rates, tradingDayEnd } from './nights-model.ts';
import { type Desk, EURUSD, filled, freshKey, marketOrder, openDesk, USDJPY, XAUUSD } from './trading-fixture.ts';

const HOUR_MS = 3_600_000;
const PEOPLE = 3;
const BUSY = 1110;
const HOURS = { [EURUSD]: 'fx', [XAUUSD]: 'eu-indices', [USDJPY]: 'around-the-clock' } as const;
const START: Readonly<Record<number, string>> = { [EURUSD]: '1.1', [XAUUSD]: '2000', [USDJPY]: '150' };
const ZERO: Rates = { long: '0', short: '0', triple: -1 };

const modelProducts = (): ModelProduct[] => [
  { id: EURUSD, zone: 'new-york', contract: '100000', quoteRate: '1', rates: ZERO },
  { id: XAUUSD, zone: 'berlin', contract: '100', quoteRate: '1', rates: ZERO },
  { id: USDJPY, zone: 'utc', contract: '100000', quoteRate: '0.0067', rates: ZERO },
];

type Season = { readonly seed: number; readonly startMs: number; readonly endMs: number; readonly steps: number; readonly isLate: boolean };

export class NightsStory {
  readonly model: NightsModel;
  kills = 0;
  readonly #db: Db;
  readonly #season: Season;
  readonly #random: (below: number) => number;
  readonly #clock: ManualClock;
  #mortal!: MortalDb;
  #at!: Desk;
  #people: Trader[] = [];

  constructor(db: Db, season: Season) {
    this.#db = db;
    this.#season = season;
    this.#random = chance(season.seed);
    this.#clock = new ManualClock(season.startMs);
    this.model = new NightsModel(modelProducts(), season.startMs);
  }

  async run(): Promise<void> {
    await this.#start();
    for (let person = 0; person < PEOPLE; person++) this.#people.push(await this.#at.trader());
    for (const product of this.model.products) await this.#rates(product);
    await this.#group();
    const stepMs = (this.#season.endMs - this.#season.startMs) / this.#season.steps;
    for (let step = 1; step <= this.#season.steps && this.#clock.now() < this.#season.endMs; step++) {
      await this.#move(Math.max(1, this.#season.startMs + step * stepMs - this.#clock.now()));
      await this.#step();
    }
    // Who has slept through it all is judged by whoever leads next.
    if (this.#season.isLate) await this.#at.desk.startEvaluator();
    await this.#compare();
    await this.#at.desk.stop();
    await this.#at.tape.stop();
  }

  async #start(tape?: Desk['tape']): Promise<void> {
    this.#mortal = mortalDb(this.#db);
    this.#at = await openDesk(this.#db, {
      clock: this.#clock,
      ...(tape ? { tape } : {}),
      deskDb: this.#mortal,
      isEvaluating: !this.#season.isLate,
      isOpenAt: (id, timeMs) => isCalendarOpen(CALENDARS[HOURS[id as keyof typeof HOURS]], timeMs),
      products: Object.fromEntries(Object.entries(HOURS).map(([id, hours]) => [id, { hours }])),
      rules: createRuleKeeper,
      settings: { demo_balance: '10000000' },
    });
  }

  /** On to about a time; now and then only to the edge of a night or of a wait, or past days without a server. */
  async #move(byMs: number): Promise<void> {
    const now = this.#clock.now();
    const near = this.model.moments(now).filter((ms) => ms <= now + byMs + 24 * HOUR_MS);
    const edge = near[this.#random(near.length)];
    if (edge !== undefined && this.#random(3) > 0) {
      const beside = [-1_000, -50, -1, 0, 1, 50, 999, 1_000][this.#random(8)] as number;
      this.#clock.jump(Math.max(1, edge + beside - now));
    } else this.#clock.jump(Math.max(1, Math.round((byMs * this.#random(200)) / 100)));
    // Timers of the tape run once, as after any stall.
    await this.#clock.advance(0);
  }

  async #step(): Promise<void> {
    const kind = this.#random(100);
    if (kind < 3) await this.#downtime();
    else if (kind < 10) await this.#kill();
    await this.#group();
    if (kind < 20) await this.#rates(this.#pick(this.model.products));
    const person = this.#people[this.#random(PEOPLE)] as Trader;
    if (kind < 45) await this.#market(person);
    else if (kind < 65) await this.#pend(person);
    else if (kind < 80) await this.#close();
    else if (kind < 85) await this.#cancel();
    if (!this.#season.isLate && this.#random(25) === 0) await this.#compare();
  }

  #pick = <T>(list: readonly T[]): T => list[this.#random(list.length)] as T;

  #nextPrice(id: number): string {
    const before = this.model.prices.get(id) ?? Big(START[id] as string);
    const moved = before.times(1 + (this.#random(2_001) - 1_000) / 500_000);
    return moved.round(5, 1).toFixed();
  }

  /** One group of ticks of every open market; `isHeard` false: the desk is dead. */
  async #group(isHeard = true): Promise<void> {
    const now = this.#clock.now();
    const open = this.model.products.filter((product) => isOpen(product, now));
    const ticks = open.map(({ id }) => [id, this.#nextPrice(id)] as const);
    for (const [productId, price] of ticks)
      this.#at.tape.push({ productId, price: decimal(price), volume: 0n, timeMs: now, confirm: false });
    await this.#at.tape.flush();
    this.model.group(now, ticks);
    if (isHeard) await this.#at.desk.caughtUp();
  }

  /** The process dies in the middle of what the next ticks do; the tape goes on without it. */
  async #kill(): Promise<void> {
    this.kills++;
    this.#mortal.dieAt(1 + this.#random(3), this.#pick(['before commit', 'after commit']));
    await this.#group(false);
    await pause(3);
    this.#mortal.dieNow();
    await this.#at.desk.stop();
    if (this.#random(2) === 0) {
      await this.#move(6 * HOUR_MS);
      await this.#group(false);
    }
    await this.#start(this.#at.tape);
  }

  async #downtime(): Promise<void> {
    await this.#at.desk.stop();
    await this.#at.tape.stop();
    this.#clock.jump(HOUR_MS * (1 + this.#random(90)));
    await this.#start();
    this.model.count('downtime');
  }

  async #rates(product: ModelProduct): Promise<void> {
    const rate = () => `${this.#pick(['', '-', '-'])}0.000${this.#random(10)}${this.#random(10)}`;
    const rates = this.#random(6) === 0 ? ZERO : { long: rate(), short: rate(), triple: this.#random(8) - 1 };
    const row = (rule: string, value: string) => ({ rule: `financing_${rule}`, product_id: product.id, value, from_seq: null });
    const units = (text: string) => String(decimal(text));
    const rows = [row('long', units(rates.long)), row('short', units(rates.short)), row('triple', String(rates.triple))];
    await this.#db.transaction((trx) => trx.insertInto('rule_change').values(rows).execute());
    this.model.setRates(product, rates);
  }

  async #market(person: Trader): Promise<void> {
    const now = this.#clock.now();
    const open = this.model.products.filter((product) => isOpen(product, now));
    const [product, isBuy, lots] = [this.#pick(open), this.#random(2) === 0, this.#lots()];
    const fields = marketOrder({ forex_id: String(product.id), type: isBuy ? '1' : '2', cont: lots });
    const { Id: id } = filled(await this.#patiently(() => this.#at.desk.submit(person, fields, freshKey())));
    this.model.orders.push({
      id,
      product,
      isBuy,
      lots: Big(lots),
      state: 'holding',
      target: Big(0),
      isTargetBelow: false,
      until: 0,
      nights: [],
    });
  }

  async #pend(person: Trader): Promise<void> {
    const now = this.#clock.now();
    const product = this.#pick(this.model.products);
    const price = this.model.prices.get(product.id);
    if (!price) return;
    const [isBuy, lots, isTargetBelow] = [this.#random(2) === 0, this.#lots(), this.#random(2) === 0];
    const away = Big(this.#random(100) + 1)
      .div(100_000)
      .times(isTargetBelow ? -1 : 1);
    const digits = { [EURUSD]: 5, [XAUUSD]: 2, [USDJPY]: 3 }[product.id] as number;
    const target = price.times(away.plus(1)).round(digits, isTargetBelow ? 0 : 3);
    if (target.eq(price)) return;
    const second = Math.floor(now / 1_000) + 1 + this.#random(this.#pick([60, 86_400, 400_000]));
    const [goodTill, until] = this.#pick([
      ['cancelled', 0] as const,
      ['day', tradingDayEnd(product, now)] as const,
      [String(second), second * 1_000] as const,
    ]);
    const fields = marketOrder({
      ...{ forex_id: String(product.id), type: isBuy ? '1' : '2', cont: lots, status: '0' },
      ...{ target_price: target.toFixed(), good_till: goodTill },
    });
    const { Id: id } = filled(await this.#patiently(() => this.#at.desk.submit(person, fields, freshKey())));
    this.model.orders.push({ id, product, isBuy, lots: Big(lots), state: 'pending', target, isTargetBelow, until, nights: [] });
  }

  #lots = (): string => formatDecimal(decimal('0.01') * BigInt(10 + this.#random(190)));

  async #close(): Promise<void> {
    const now = this.#clock.now();
    const order = this.#pick(this.model.live('holding').filter(({ product }) => isOpen(product, now)));
    if (!order) return;
    const whole = this.#random(3) > 0 || order.lots.lt(0.4);
    const part = order.lots.div(2).round(2, 0);
    const fields = { id: String(order.id), ...(whole ? {} : { cont: part.toFixed() }) };
    filled(await this.#patiently(async () => this.#at.desk.close(await this.#ownerOf(order.id), fields, freshKey())));
    if (whole) order.state = 'closed';
    else order.lots = order.lots.minus(part);
    this.model.count(whole ? 'closed' : 'part');
  }

  async #cancel(): Promise<void> {
    const order = this.#pick(this.model.live('pending'));
    if (!order) return;
    const owner = await this.#ownerOf(order.id);
    filled(await this.#patiently(() => this.#at.desk.cancel(owner, { id: String(order.id) }, freshKey())));
    order.state = 'cancelled';
  }

  async #ownerOf(id: number): Promise<Trader> {
    const row = await this.#db.kysely.selectFrom('trade_order').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
    return this.#people.find((person) => person.id === row.user_id) as Trader;
  }

  /** An account with much to be judged is judged in slices, and its person asks again. */
  async #patiently<T extends { code: number }>(ask: () => Promise<T>): Promise<T> {
    for (let turn = 0; turn < 100; turn++) {
      const answer = await ask();
      if (answer.code !== BUSY) return answer;
    }
    throw new Error('busy for ever');
  }

  async #compare(): Promise<void> {
    await this.#at.desk.caughtUp();
    await expectNights(this.#db, this.model);
    expect(await this.#at.laws()).toEqual([]);
  }
}
