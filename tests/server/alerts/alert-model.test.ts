/**
 * Alerts of many people over thousands of ticks with gaps and pauses, while they set, edit and delete them and the evaluating process is killed
 * and stands still: what people were told, by which tick and at which price, equals an offline oracle's.
 */
import { expect, it } from 'vitest';
import type { AlertEditFields, NewAlertFields } from '#protocol/alert-wire.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { chance } from '../trading/chance.ts';
import { mortalDb } from '../trading/mortal-db.ts';
import { EURUSD, GBPUSD, NO_KEY, PRODUCTS, USDJPY, XAUUSD } from '../trading/trading-fixture.ts';
import { firedBy, type OracleFired, type OracleTerms, type OracleTick } from './alert-oracle.ts';
import { type AlertRig, openAlerts } from './alert-rig.ts';

const SIZE = process.env.TEST_LONG ? { alerts: 2_000, ticks: 20_000, kills: 40 } : { alerts: 90, ticks: 900, kills: 6 };
const A_PERSON = 40;
const START: readonly [id: number, steps: number][] = [
  [EURUSD, 108_345],
  [GBPUSD, 127_012],
  [USDJPY, 151_234],
  [XAUUSD, 234_567],
];
const WINDOWS = [60, 300, 900];

const textOf = (product: number, steps: number): string => {
  const digits = PRODUCTS.find(({ id }) => id === product)?.pricePrecision ?? 5;
  return (steps / 10 ** digits).toFixed(digits);
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Standing = { readonly trader: Trader; terms: Mutable<OracleTerms> };

class Story {
  readonly at: AlertRig;
  readonly random: (below: number) => number;
  readonly prices = new Map(START);
  readonly ticks: OracleTick[] = [];
  /** Every wording that ever held, and those that hold now. */
  readonly terms: Mutable<OracleTerms>[] = [];
  readonly standing = new Map<number, Standing>();
  readonly people: { readonly trader: Trader; count: number }[] = [];
  seq = 0;

  constructor(at: AlertRig, seed: number) {
    this.at = at;
    this.random = chance(seed);
  }

  /** A first price of each product, so that there is something to confirm. */
  async begin(): Promise<void> {
    const second = Math.floor(this.at.tape.nowMs() / 1_000);
    await this.at.tick(...START.map(([product, price]) => [product, textOf(product, price)] as const));
    for (const [product, price] of START) this.ticks.push({ seq: ++this.seq, second, product, price });
  }

  one = <T>(list: readonly T[]): T => list[this.random(list.length)] as T;

  /** A group of ticks some time after the one before; what was asked since holds from its first. */
  async group(size: number): Promise<void> {
    const { random, at } = this;
    await at.clock.advance(random(40) === 0 ? 30_000 + random(60_000) : 50 + random(900));
    const second = Math.floor(at.tape.nowMs() / 1_000);
    for (const terms of this.terms) {
      if (terms.second === 0) terms.second = second;
    }
    const said = Array.from({ length: size }, (): [number, string] => {
      const [product] = this.one(START);
      this.seq++;
      if (random(6) === 0) return [product, ''];
      const reach = random(60) === 0 ? 1_200 : 40;
      const price = Math.max(1_000, (this.prices.get(product) as number) + random(2 * reach + 1) - reach);
      this.prices.set(product, price);
      this.ticks.push({ seq: this.seq, second, product, price });
      return [product, textOf(product, price)];
    });
    await at.tick(...said);
    expect(at.tape.lastSeq()).toBe(this.seq);
  }

  /** What is asked for now holds from the next tick on; its second is known with that. */
  #fresh(product: number, kind: OracleTerms['kind'], every: boolean): Omit<Mutable<OracleTerms>, 'alert'> {
    const away = 1 + this.random(this.random(3) === 0 ? 1_500 : 200);
    const price = (this.prices.get(product) as number) + (kind === 'above' ? away : -away);
    return {
      ...{ product, kind, every, from: this.seq + 1, second: 0, rested: 0, until: Number.POSITIVE_INFINITY },
      price: kind === 'move' ? 0 : price,
      hundredths: kind === 'move' ? 10 + this.random(90) : 0,
      windowS: kind === 'move' ? this.one(WINDOWS) : 0,
    };
  }

  #fieldsOf(terms: Omit<OracleTerms, 'alert'>) {
    if (terms.kind === 'move') return { percent: (terms.hundredths / 100).toFixed(2), window_s: String(terms.windowS) };
    return { price: textOf(terms.product, terms.price) };
  }

  async create(): Promise<void> {
    let person = this.people.at(-1);
    if (!person || person.count === A_PERSON) {
      person = { trader: await this.at.trader(this.random(2) === 0 ? 'demo' : 'real'), count: 0 };
      this.people.push(person);
    }
    const every = this.random(2) === 0;
    const fresh = this.#fresh(this.one(START)[0], this.one(['above', 'below', 'move'] as const), every);
    const fields: NewAlertFields = {
      ...{ forex_id: String(fresh.product), kind: fresh.kind, repeat: every ? 'every' : 'once' },
      ...this.#fieldsOf(fresh),
    };
    const outcome = await this.at.alerts.create(person.trader, fields, NO_KEY);
    // The same is not waited for twice.
    if (outcome.code === 1001) return;
    expect(outcome.code, JSON.stringify(outcome)).toBe(1);
    person.count++;
    this.#stands(person.trader, { ...fresh, alert: outcome.data?.Id ?? 0 });
  }

  #stands(trader: Trader, terms: Mutable<OracleTerms>): void {
    this.terms.push(terms);
    this.standing.set(terms.alert, { trader, terms });
  }

  /** Edits or deletes one; answered by 1004 where it had fired. */
  async change(): Promise<void> {
    const known = this.one([...this.standing.values()]);
    if (!known) return;
    const { trader, terms } = known;
    const isDelete = this.random(3) === 0;
    const fresh = { ...this.#fresh(terms.product, terms.kind, terms.every), alert: terms.alert };
    // An edit of nothing leaves it as it is.
    if (fresh.price === terms.price && fresh.hundredths === terms.hundredths && fresh.windowS === terms.windowS) return;
    const fields: AlertEditFields = { id: String(terms.alert), ...this.#fieldsOf(fresh) };
    const outcome = isDelete
      ? await this.at.alerts.remove(trader, String(terms.alert), NO_KEY)
      : await this.at.alerts.edit(trader, fields, NO_KEY);
    if (outcome.code === 1001) return;
    expect([1, 1004]).toContain(outcome.code);
    if (outcome.code === 1) terms.until = this.seq + 1;
    this.standing.delete(terms.alert);
    if (outcome.code === 1 && !isDelete) this.#stands(trader, fresh);
  }

  /** By the oracle, in the words of what was told. */
  expected(): string[] {
    const ticksOf = new Map(START.map(([id]) => [id, this.ticks.filter(({ product }) => product === id)]));
    const fired = this.terms.flatMap((terms) => firedBy(terms, ticksOf.get(terms.product) ?? []).map((one) => ({ ...one, terms })));
    return fired.map(({ terms: { product }, ...one }) => said(one, product)).sort();
  }
}

const said = ({ alert, seq, price, base }: OracleFired, product: number): string =>
  `${alert} at ${seq}: ${Number(textOf(product, price))} from ${base === 0 ? '' : Number(textOf(product, base))}`;

async function tell(story: Story): Promise<void> {
  const { at, random } = story;
  let mortal = mortalDb(at.db);
  await at.start(mortal);
  const groups = Math.ceil(SIZE.ticks / 10);
  for (let number = 0; number < groups; number++) {
    for (let left = Math.ceil((SIZE.alerts * 1.1) / groups) + 1; left > 0 && story.terms.length < SIZE.alerts; left--) await story.create();
    if (random(3) === 0) await story.change();
    const dies = random(Math.ceil(groups / SIZE.kills)) === 0;
    if (dies) mortal.dieAt(1 + random(3), story.one(['before commit', 'after commit'] as const));
    await story.group(1 + random(19));
    if (!mortal.isDead) continue;
    // Another process begins at once, or some time later.
    await at.stop();
    for (let gone = random(12); gone > 0; gone--) await story.group(1 + random(19));
    mortal = mortalDb(at.db);
    await at.start(mortal);
  }
  await at.caughtUp();
}

eachDatabase('alerts and an oracle', (open) => {
  it(
    `D9.145 D9.146 D9.147 ${SIZE.alerts} alerts over ${SIZE.ticks} ticks with gaps and kills fire as an oracle says, each once`,
    async () => {
      const at = await openAlerts(await open(), { isSealing: true });
      const story = new Story(at, 20_261_122);
      await story.begin();
      await tell(story);
      const told = (await at.told()).map(
        ({ alert, seq, price, from }) => `${alert} at ${seq}: ${Number(price)} from ${from === '' ? '' : Number(from)}`,
      );
      const expected = story.expected();
      expect(told.length).toBeGreaterThan(SIZE.alerts / 2);
      expect(told.sort()).toEqual(expected);
      // What is over is forgotten: of each alert that stands one wording, and nothing else.
      const standing = await at.db.kysely.selectFrom('price_alert').select('change_id').orderBy('change_id').execute();
      await story.group(1);
      expect((await at.changes()).map(({ id }) => id)).toEqual(standing.map((row) => row.change_id));
      await at.stop();
    },
    process.env.TEST_LONG ? 600_000 : 30_000,
  );
});
