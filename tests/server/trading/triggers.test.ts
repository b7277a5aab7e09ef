/**
 * Thousands of positions and pending orders with stops over thousands of ticks with gaps, while people edit their stops and the judging
 * process is killed twenty times: what fired, at which price and by which tick equals an offline oracle's.
 */
import { expect, it } from 'vitest';
import { formatDecimal } from '#domain/decimal.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { chance } from './chance.ts';
import { mortalDb } from './mortal-db.ts';
import { type Desk, EURUSD, freshKey, GBPUSD, marketOrder, NO_KEY, openDesk, PRODUCTS, USDJPY, XAUUSD } from './trading-fixture.ts';
import { type OracleOrder, type OracleStops, type OracleTick, oracle } from './trigger-oracle.ts';

const START: readonly [id: number, steps: number][] = [
  [EURUSD, 108_345],
  [GBPUSD, 127_012],
  [USDJPY, 151_234],
  [XAUUSD, 234_567],
];
const ORDERS_A_PERSON = 50;
const KILLS = 20;

type Placed = Omit<OracleOrder, 'stops'> & { readonly id: number; readonly trader: Trader; readonly stops: OracleStops[] };

/** Prices in steps of the product, as text. */
function priceText(product: number, steps: number): string {
  const digits = PRODUCTS.find((it) => it.id === product)?.pricePrecision ?? 5;
  return (steps / 10 ** digits).toFixed(digits);
}

class Market {
  readonly random: (below: number) => number;
  readonly prices = new Map<number, number>(START);
  readonly ticks: OracleTick[] = [];
  readonly placed: Placed[] = [];
  seq = 0;

  constructor(seed: number) {
    this.random = chance(seed);
  }

  price(product: number): number {
    return this.prices.get(product) as number;
  }

  /** A group of ticks; one in fifty jumps. */
  group(size: number): [number, string][] {
    return Array.from({ length: size }, () => {
      const product = (START[this.random(START.length)] as [number, number])[0];
      const reach = this.random(50) === 0 ? 2_000 : 60;
      const price = Math.max(1_000, this.price(product) + this.random(2 * reach + 1) - reach);
      this.prices.set(product, price);
      this.ticks.push({ seq: ++this.seq, product, price });
      return [product, priceText(product, price)];
    });
  }

  /** Stops around a price: near, far, or none. */
  stops(sign: 1 | -1, reference: number): Omit<OracleStops, 'from'> {
    const away = () => (this.random(4) === 0 ? 0 : 1 + this.random(3_000));
    const [loss, gain] = [away(), away()];
    return { stopLoss: loss && reference - sign * loss, takeProfit: gain && reference + sign * gain };
  }

  async place(at: Desk, trader: Trader): Promise<void> {
    const product = (START[this.random(START.length)] as [number, number])[0];
    const price = this.price(product);
    const sign = this.random(2) === 0 ? 1 : -1;
    const distance = 1 + this.random(2_000);
    const target = this.random(3) === 0 ? price + (this.random(2) === 0 ? distance : -distance) : 0;
    const stops = this.stops(sign, target || price);
    const fields = marketOrder({
      ...{ type: sign === 1 ? '1' : '2', forex_id: String(product), status: target ? '0' : '1', target_price: priceText(product, target) },
      ...{ stop_loss_price: priceText(product, stops.stopLoss), target_profit_price: priceText(product, stops.takeProfit) },
    });
    const outcome = await at.desk.submit(trader, fields, NO_KEY);
    expect(outcome.code, outcome.message).toBe(1);
    this.placed.push({
      id: outcome.data?.Id ?? 0,
      trader,
      product,
      sign,
      price,
      target,
      from: this.seq,
      stops: [{ ...stops, from: this.seq }],
    });
  }

  /** An edit counts where the server took it: an order that has fired can no longer be edited. */
  async edit(at: Desk): Promise<void> {
    const order = this.placed[this.random(this.placed.length)] as Placed;
    const row = await at.db.kysely.selectFrom('trade_order').select('status').where('id', '=', order.id).executeTakeFirstOrThrow();
    const stops = this.stops(order.sign, row.status === 0 ? order.target : this.price(order.product));
    const fields = {
      stop_loss_price: priceText(order.product, stops.stopLoss),
      target_profit_price: priceText(order.product, stops.takeProfit),
    };
    const outcome = await at.desk.setStops(order.trader, { id: String(order.id), ...fields }, freshKey());
    expect([1, 1106]).toContain(outcome.code);
    if (outcome.code === 1) order.stops.push({ ...stops, from: this.seq });
  }
}

eachDatabase('triggers', (open, dialect) => {
  const isLong = Boolean(process.env.TEST_LONG);
  const orders = isLong ? 5_000 : dialect === 'sqlite' ? 1_000 : 400;
  const tickCount = isLong ? 20_000 : 4_000;
  it(`S1-4.05 S1-7.42: ${orders} orders over ${tickCount} ticks with gaps, the desk killed ${KILLS} times, fire as an offline oracle says`, {
    timeout: 1_800_000,
  }, async () => {
    const db = await open();
    // Nobody is ever short of money here: only prices decide.
    const settings = { demo_balance: '1000000000' };
    let mortal = mortalDb(db);
    let at = await openDesk(db, { settings, deskDb: mortal });
    const market = new Market(11);
    await at.tick(...START.map(([id, steps]): [number, string] => [id, priceText(id, steps)]));
    market.seq = START.length;
    for (let count = 0; count < orders; ) {
      const trader = await at.trader();
      for (let mine = 0; mine < ORDERS_A_PERSON && count < orders; mine++, count++) await market.place(at, trader);
    }
    let kills = 0;
    const killEvery = tickCount / (KILLS + 1);
    while (market.ticks.length < tickCount) {
      const isDue = market.ticks.length >= (kills + 1) * killEvery && kills < KILLS;
      if (isDue) mortal.dieAt(1 + market.random(3), market.random(2) === 0 ? 'before commit' : 'after commit');
      await at.clock.advance(50);
      await at.tick(...market.group(Math.min(1 + market.random(40), tickCount - market.ticks.length)));
      // Where so few transactions were needed, it dies between two of them.
      if (isDue) mortal.dieNow();
      if (mortal.isDead) {
        kills++;
        // Ticks come while nobody judges.
        for (let missed = market.random(3); missed > 0 && market.ticks.length < tickCount; missed--) {
          await at.tick(...market.group(Math.min(10, tickCount - market.ticks.length)));
        }
        await at.desk.stop();
        mortal = mortalDb(db);
        at = await openDesk(db, { settings, clock: at.clock, deskDb: mortal });
        await at.desk.caughtUp();
      } else if (market.random(3) === 0) {
        await market.edit(at);
      }
    }
    expect(kills).toBe(KILLS);

    const rows = await db.kysely.selectFrom('trade_order').selectAll().orderBy('id').execute();
    const price = (value: bigint) => formatDecimal(value);
    const got = rows.map((row) => ({
      ...{ id: row.id, open: row.open_price === 0n ? '0' : price(row.open_price), close: price(row.close_price), closeSeq: row.close_seq },
      ...{ status: row.status, reason: row.close_reason, openSeq: row.trigger_side === '' ? 0 : row.open_seq },
    }));
    const plain = (product: number, steps: number) => (steps === 0 ? '0' : String(Number(priceText(product, steps))));
    const expected = market.placed.map((order) => {
      const end = oracle(order, market.ticks);
      const isHeld = order.target === 0 || end.openSeq > 0;
      return {
        ...{
          id: order.id,
          open: plain(order.product, order.target === 0 ? order.price : end.open),
          close: plain(order.product, end.close),
        },
        ...{ closeSeq: end.closeSeq, status: end.closeSeq > 0 ? 3 : isHeld ? 1 : 0, reason: end.reason, openSeq: end.openSeq },
      };
    });
    expect(got).toEqual(expected);
    const fired = (reason: string) => got.filter((row) => row.reason === reason).length;
    expect(Math.min(fired('sl'), fired('tp'), got.filter((row) => row.openSeq > 0).length)).toBeGreaterThan(orders / 25);
    expect(await at.laws()).toEqual([]);
    await at.desk.stop();
  });
});
