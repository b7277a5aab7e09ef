/**
 * One person's account under everything that can move it at once: several tabs act at several nodes, prices move, the evaluator judges,
 * and others read. What each of them was told is kept, with the events as they stand in the outbox afterwards.
 */
import type { AccountStateReply } from '#protocol/rest/account-state.ts';
import type { OrderRow } from '#protocol/rest/forex.ts';
import type { NumberedBalances } from '#protocol/rest/numbered-balances.ts';
import type { Db } from '#server/database/database.ts';
import type { Outcome } from '#server/outcome.ts';
import type { Trader } from '#server/trading/trading.ts';
import type { Seeded } from '../../engine/seeded.ts';
import { type Desk, EURUSD, freshKey, marketOrder, openDesk, XAUUSD } from './trading-fixture.ts';

/** The rows that an answer to a money call brought, and where the events stood. */
type ToldReply = { readonly rows: readonly OrderRow[]; readonly outbox: NumberedBalances };
export type ToldEvent = { readonly seq: number; readonly atMs: number; readonly topic: string; readonly payload: Record<string, unknown> };
export type History = {
  readonly trader: Trader;
  readonly begin: AccountStateReply;
  readonly replies: readonly ToldReply[];
  readonly snapshots: readonly AccountStateReply[];
  readonly events: readonly ToldEvent[];
  readonly end: AccountStateReply;
};

const TABS = 3;
const withOutbox = () => ({ ...freshKey(), withOutbox: true });

/** Rows of whatever a money call answers. */
function rowsOf(data: unknown): OrderRow[] {
  const { Order, Rest, Closed, Results } = (data ?? {}) as Record<'Order' | 'Rest' | 'Closed', OrderRow | undefined> & {
    Results?: readonly { Order: OrderRow }[];
  };
  return [Order, Rest, Closed, ...(Results ?? []).map((result) => result.Order)].filter((row) => row !== undefined);
}

class Race {
  readonly trader: Trader;
  readonly replies: ToldReply[] = [];
  readonly snapshots: AccountStateReply[] = [];
  readonly #nodes: readonly Desk[];
  readonly #random: Seeded;
  #price = 1.08;

  constructor(nodes: readonly Desk[], trader: Trader, random: Seeded) {
    this.#nodes = nodes;
    this.trader = trader;
    this.#random = random;
  }

  get #desk() {
    return this.#random.pick(this.#nodes as Desk[]).desk;
  }

  async tab(acts: number): Promise<void> {
    for (let act = 0; act < acts; act++) {
      const outcome = await this.#act();
      if (outcome?.outbox) this.replies.push({ rows: rowsOf(outcome.data), outbox: outcome.outbox });
    }
  }

  async reader(reads: number): Promise<void> {
    for (let read = 0; read < reads; read++) {
      this.snapshots.push(await this.#desk.accountState(this.trader));
      await new Promise((resolve) => setTimeout(resolve, this.#random.whole(0, 4)));
    }
  }

  /** Prices jump over stops and targets, so that the judge has something to do. */
  async market(ticks: number): Promise<void> {
    const [first] = this.#nodes as [Desk];
    for (let tick = 0; tick < ticks; tick++) {
      this.#price = Math.max(1, this.#price + this.#random.between(-0.004, 0.004));
      await first.tick([EURUSD, this.#price.toFixed(5)], [XAUUSD, (2_000 + this.#price * 10).toFixed(2)]);
      await new Promise((resolve) => setTimeout(resolve, this.#random.whole(0, 6)));
    }
  }

  async #act(): Promise<Outcome | undefined> {
    const { trader } = this;
    const random = this.#random;
    const chance = random.next();
    const desk = this.#desk;
    if (chance < 0.3) return desk.submit(trader, marketOrder({ ...this.#stops(), type: random.pick(['1', '2']) }), withOutbox());
    if (chance < 0.45) return desk.submit(trader, marketOrder({ status: '0', target_price: this.#near(0.002) }), withOutbox());
    if (chance > 0.98) return desk.closeAll(trader, withOutbox());
    if (chance > 0.96) return desk.cancelAll(trader, withOutbox());
    const { Orders } = await desk.accountState(trader);
    const row = Orders.length > 0 ? random.pick([...Orders]) : undefined;
    if (!row) return undefined;
    const id = String(row.Id);
    if (row.Status === 0 && chance < 0.7) return desk.cancel(trader, { id }, withOutbox());
    if (chance < 0.6) return desk.setStops(trader, { id, stop_loss_price: this.#near(0.02) }, withOutbox());
    if (chance < 0.7) return desk.reverse(trader, { id }, withOutbox());
    return desk.close(trader, { id, ...(chance < 0.8 ? { cont: '0.1' } : {}) }, withOutbox());
  }

  #near = (by: number): string => (this.#price + this.#random.between(-by, by)).toFixed(5);

  #stops() {
    const lots = this.#random.pick(['0.1', '0.3']);
    return this.#random.chance(0.5) ? { cont: lots, stop_loss_price: this.#near(0.003) } : { cont: lots };
  }
}

/** Runs it at as many nodes as there are databases given: several connections to the same one, of which the first leads. */
export async function raceAccount(dbs: readonly [Db, ...Db[]], random: Seeded, acts = 12): Promise<History> {
  const leader = await openDesk(dbs[0]);
  const nodes = [leader];
  for (const db of dbs.slice(1)) nodes.push(await openDesk(db, { clock: leader.clock, tape: leader.tape, isEvaluating: false }));
  await leader.tick([EURUSD, '1.08000'], [XAUUSD, '2010.80']);
  const trader = await leader.trader();
  const race = new Race(nodes, trader, random);
  const begin = await leader.desk.accountState(trader);
  const tabs = Array.from({ length: TABS }, () => race.tab(acts));
  await Promise.all([...tabs, race.market(acts), race.reader(acts), race.reader(acts)]);
  await leader.desk.caughtUp();
  const rows = await dbs[0].kysely.selectFrom('outbox').selectAll().where('user_id', '=', trader.id).orderBy('seq').execute();
  const events = rows.map(({ seq, topic, payload, created_at: atMs }) => ({ seq, atMs, topic, payload: JSON.parse(payload) }));
  const end = await leader.desk.accountState(trader);
  for (const node of nodes) await node.desk.stop();
  return { trader, begin, replies: race.replies, snapshots: race.snapshots, events, end };
}
