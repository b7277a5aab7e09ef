/** A story of random micro trades, ties, gaps, halts, resets and deaths of the server, told to the desk and to the model of the rules. */
import { expect } from 'vitest';
import type { MicroRow } from '#protocol/rest/micro.ts';
import type { Db } from '#server/database/database.ts';
import { storedMicro } from '#server/repositories/stored-micro.ts';
import type { RequestKey, Trader } from '#server/trading/trading.ts';
import { chance } from './chance.ts';
import { broken, endDesk, openMicroDesk, submit } from './micro-fixture.ts';
import { MicroModel } from './micro-model.ts';
import { KilledError, type MortalDb, mortalDb } from './mortal-db.ts';
import { type Desk, EURUSD, freshKey, GBPUSD, USOIL, XAUUSD } from './trading-fixture.ts';

const PRODUCTS = [EURUSD, XAUUSD, USOIL, GBPUSD] as const;
const TRADERS = 3;
const SETTINGS = {
  micro_durations: 'all 5 0.8 1 500, all 10 0.85 10 500, EURUSD 20 0.77 10 300, EURUSD 10 0.9 10 500',
  micro_step: '0.01',
  micro_exposure_max: '100000000',
};
/** Rows as the settings have them, in percent. */
const ROWS = (product: number) => [
  { seconds: 5, percent: 80n, limit: 100n, max: 50_000n },
  { seconds: 10, percent: product === EURUSD ? 90n : 85n, limit: 1_000n, max: 50_000n },
  ...(product === EURUSD ? [{ seconds: 20, percent: 77n, limit: 1_000n, max: 30_000n }] : []),
];
const UNIT = 1_000n;

const centsText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

export class MicroStory {
  readonly #db: Db;
  readonly #random: (below: number) => number;
  readonly #model = new MicroModel();
  readonly #prices = new Map<number, bigint>(PRODUCTS.map((product) => [product, 10_000n]));
  /** Products whose source is silent until a time. */
  readonly #mutedUntil = new Map<number, number>();
  readonly traders: Trader[] = [];
  at!: Desk;
  #mortal!: MortalDb;
  #closed = new Set<number>();
  kills = 0;
  readonly codes = new Map<number, number>();

  constructor(db: Db, seed: number) {
    this.#db = db;
    this.#random = chance(seed);
  }

  async begin(): Promise<void> {
    await this.#live();
    for (let made = 0; made < TRADERS; made++) this.traders.push(await this.at.trader());
    await this.#ticks(PRODUCTS);
  }

  /** A process begins, on the tape that goes on. */
  async #live(): Promise<void> {
    const before = this.at as Desk | undefined;
    this.#mortal = mortalDb(this.#db);
    const kept = before ? { clock: before.clock, tape: before.tape } : {};
    this.at = await openMicroDesk(this.#db, { ...kept, settings: SETTINGS, deskDb: this.#mortal, evaluatorDb: this.#mortal });
    for (const product of this.#closed) this.at.closed.add(product);
  }

  async #reviveIfDead(): Promise<void> {
    if (!this.#mortal.isDead) return;
    this.kills++;
    await this.at.desk.stop();
    await this.#live();
    await this.at.desk.caughtUp();
  }

  get trades(): number {
    return this.#model.trades.length;
  }

  async step(): Promise<void> {
    const dice = this.#random(100);
    if (this.#random(4) === 0) this.#openAll();
    if (dice < 35) await this.#ticks(this.#some());
    else if (dice < 45) await this.#confirms();
    else if (dice < 88) await this.#submits();
    else if (dice < 90) await this.at.clock.advance(1_000 * (4 + this.#random(12)));
    else if (dice < 93) this.#mutedUntil.set(this.#product(), this.at.clock.now() + 1_000 * this.#random(15));
    else if (dice < 96) this.#close(this.#product());
    else if (dice < 97) await this.#reset();
    else this.#mortal.dieAt(1 + this.#random(4), this.#random(2) === 0 ? 'before commit' : 'after commit');
    await this.#reviveIfDead();
  }

  #product(): number {
    return PRODUCTS[this.#random(PRODUCTS.length)] as number;
  }

  #some(): number[] {
    const now = this.at.clock.now();
    return PRODUCTS.filter((product) => this.#random(3) > 0 && (this.#mutedUntil.get(product) ?? 0) <= now);
  }

  #close(product: number): void {
    this.#closed.add(product);
    this.at.closed.add(product);
  }

  #openAll(): void {
    this.#closed.clear();
    this.at.closed.clear();
  }

  /** Some at a time; what is due is over then, and what has just been committed is known. */
  async #submits(): Promise<void> {
    if (this.#random(8) > 0) await this.#ticks([...this.#some(), GBPUSD]);
    for (let count = 1 + this.#random(4); count > 0; count--) await this.#submit();
  }

  /** A group of ticks whose prices move by a step or not at all; some are committed a little after their time. */
  async #ticks(products: readonly number[], confirm = false): Promise<void> {
    await this.at.clock.advance(10 * this.#random(90));
    const timeMs = this.at.clock.now();
    for (const product of products) {
      const price = (this.#prices.get(product) ?? 0n) + (confirm ? 0n : BigInt(this.#random(3) - 1));
      this.#prices.set(product, price);
      this.at.tape.push({ productId: product, price: 100_000_000n + price * UNIT, volume: 0n, timeMs, confirm });
      this.#model.ticks.push({ product, price, timeMs, confirm });
    }
    if (this.#random(3) === 0) await this.at.clock.advance(10 * this.#random(5));
    await this.at.tape.flush();
    await this.at.desk.caughtUp().catch(() => {});
    expect(this.at.tape.lastSeq()).toBe(this.#model.ticks.length);
    this.#model.settle();
  }

  #confirms(): Promise<void> {
    return this.#ticks(
      this.#some().filter((product) => this.#model.newest(product) !== undefined),
      true,
    );
  }

  /** Puts a tick before it, so that what has come to its end is over before. */
  async #reset(): Promise<void> {
    await this.#ticks([GBPUSD]);
    const trader = this.#random(TRADERS);
    const key = freshKey();
    await this.#surely(() => this.at.desk.resetDemo(this.traders[trader] as Trader, key));
    this.#model.reset(trader);
  }

  /** A call whose process dies is sent again, under its key. */
  async #surely<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
      await this.#reviveIfDead();
      return call();
    }
  }

  async #submit(): Promise<void> {
    const trader = this.#random(TRADERS);
    const product = this.#product();
    const isUp = this.#random(2) === 0;
    const cents = [10n, 100n, 3_333n, 1_001n, 50_000n, 60_000n, 25n][this.#random(7)] as bigint;
    const rows = ROWS(product);
    const now = this.at.clock.now();
    const end = this.#random(4) === 0 ? Math.ceil((now + 1_000 * (3 + this.#random(20))) / 1_000) * 1_000 : undefined;
    const listed = rows[this.#random(rows.length)]?.seconds ?? 0;
    const seconds = end === undefined ? (this.#random(8) === 0 ? 7 : listed) : undefined;
    const held = end === undefined ? rows.filter((row) => row.seconds === seconds) : rows.filter((row) => row.seconds * 1_000 <= end - now);
    const isTooLong = end !== undefined && end - now > 1_000 * Math.max(...rows.map((row) => row.seconds));
    const row = isTooLong ? undefined : held.at(-1);
    const expireMs = end ?? now + 1_000 * (seconds ?? 0);
    const plan = { trader, product, isUp, cents, row, expireMs };
    const expected = this.#codeOf(plan);
    const fields = { forex_id: String(product), type: isUp ? ('1' as const) : ('2' as const), number: centsText(cents) };
    const time = end === undefined ? { seconds: String(seconds) } : { expire_at: String(end), seconds: undefined };
    const key: RequestKey = freshKey();
    const outcome = await this.#surely(() => submit(this.at, this.traders[trader] as Trader, { ...fields, ...time }, key));
    expect({ code: outcome.code, plan: JSON.stringify(plan, bigText) }).toEqual({ code: expected, plan: JSON.stringify(plan, bigText) });
    this.codes.set(outcome.code, (this.codes.get(outcome.code) ?? 0) + 1);
    if (outcome.code === 1 && outcome.data && row) this.#open(outcome.data.Micro, { ...plan, row });
  }

  #open(told: MicroRow, { trader, product, isUp, cents, row, expireMs }: Plan & { row: PlanRow }): void {
    const newest = this.#model.newest(product);
    if (!newest) throw new Error('opened without a price');
    const seconds = Math.floor((expireMs - this.at.clock.now()) / 1_000);
    const ended = { state: 'running', endPrice: 0n, endSeq: 0, profitCents: 0n } as const;
    const own = { id: told.Id, trader, product, isUp, cents, percent: row.percent, seconds };
    this.#model.open({ ...own, ...ended, openPrice: newest.price, openSeq: newest.seq, expireMs });
  }

  /** The code that the rules have for a call, in the order in which they are looked at. */
  #codeOf({ trader, product, isUp, cents, row }: Plan): number {
    const now = this.at.clock.now();
    const newest = this.#model.newest(product);
    if (this.#closed.has(product)) return 1101;
    if (!newest || now - newest.timeMs >= 5_000) return 1108;
    if (!row) return 1203;
    if (cents < row.limit) return 1202;
    if (cents > row.max) return 1302;
    const running = this.#model.running(trader);
    if (running.some((trade) => trade.product === product && trade.isUp !== isUp)) return 1203;
    if (running.length >= 20) return 1302;
    return this.#model.cents(trader) < cents ? 1301 : 1;
  }

  /** Everything ends, and every figure of every trade and account is as the model has it. */
  async end(): Promise<void> {
    await this.at.clock.advance(30_000);
    await this.#ticks([GBPUSD]);
    await this.#reviveIfDead();
    await this.at.desk.caughtUp();
    const stored = (await this.#db.kysely.selectFrom('micro_order').selectAll().orderBy('id').execute()).map(storedMicro);
    const told = stored.map((micro) => ({
      id: micro.id,
      trader: this.traders.findIndex(({ id }) => id === micro.userId),
      product: micro.productId,
      isUp: micro.side === 'up',
      cents: micro.stake / 1_000_000n,
      percent: micro.ratio / 1_000_000n,
      seconds: micro.seconds,
      openPrice: (micro.openPrice - 100_000_000n) / UNIT,
      openSeq: micro.openSeq,
      expireMs: micro.expireAtMs,
      state: micro.end,
      endPrice: micro.endPrice === 0n ? 0n : (micro.endPrice - 100_000_000n) / UNIT,
      endSeq: micro.endSeq,
      profitCents: micro.profit / 1_000_000n,
    }));
    expect(told).toEqual([...this.#model.trades].sort((a, b) => a.id - b.id));
    for (const [index, trader] of this.traders.entries()) {
      expect(await this.at.account(trader)).toMatchObject({ balance: this.#model.cents(index) * 1_000_000n, stake: 0n });
    }
    expect(await broken(this.at)).toEqual([]);
    expect(await this.#db.kysely.selectFrom('due_work').selectAll().where('kind', '=', 'micro').execute()).toEqual([]);
    await endDesk(this.at);
  }
}
type PlanRow = ReturnType<typeof ROWS>[number];
type Plan = { trader: number; product: number; isUp: boolean; cents: bigint; row: PlanRow | undefined; expireMs: number };
const bigText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
