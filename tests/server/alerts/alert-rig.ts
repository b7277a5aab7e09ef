/** Price alerts over a real database and a real tape: persons who act on them, and an evaluator that a test starts, kills and starts again. */
import type { Selectable } from 'kysely';
import { decimal, formatDecimal } from '#domain/decimal.ts';
import type { AlertEditFields, NewAlertFields } from '#protocol/alert-wire.ts';
import { createAlerts } from '#server/alerts/create-alerts.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { Database } from '#server/database/schema.ts';
import { silentLog } from '#server/log.ts';
import type { GroupRunner } from '#server/tape/group-runner.ts';
import type { RequestKey, Trader } from '#server/trading/trading.ts';
import { openTape } from '../tape/test-log.ts';
import { freshKey, NO_KEY, openDesk } from '../trading/trading-fixture.ts';
import { sessionsIn } from '../users/session-of.ts';

export type AlertRig = Awaited<ReturnType<typeof openAlerts>>;
type Told = { readonly userId: number; readonly alert: number; readonly seq: number; readonly price: string; readonly from: string };

/** `actsOn`: the database through which people act, where it is another than that of the tape. */
type Options = { readonly isSealing?: boolean; readonly actsOn?: Db };
type Change = Selectable<Database['alert_change']>;

/** The database of a tape, and every change that it gave a tick, as it stood then: it is forgotten once it is over. */
function watchedDb(db: Db): { db: Db; placed: Map<number, Change> } {
  const placed = new Map<number, Change>();
  const watched: Db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (trx) => {
        const result = await work(trx);
        for (const row of await trx.selectFrom('alert_change').selectAll().where('from_seq', 'is not', null).execute())
          if (!placed.has(row.id)) placed.set(row.id, row);
        return result;
      }),
  };
  return { db: watched, placed };
}

type Data = { AlertId: number; Change?: string; Seq: number; Price: number; From?: number };

/** Every ALERT of the outbox. */
async function events(db: Db): Promise<{ userId: number; data: Data }[]> {
  const own = db.kysely.selectFrom('outbox').select(['user_id', 'payload']).where('topic', '=', 'ALERT');
  const rows = await own.orderBy('user_id').orderBy('seq').execute();
  return rows.map(({ user_id: userId, payload }) => ({ userId, data: (JSON.parse(payload) as { data: Data }).data }));
}

/** `isSealing`: seconds of the tape become blocks as time passes, so that who is late reads those. */
export async function openAlerts(db: Db, { isSealing = false, actsOn = db }: Options = {}) {
  const clock = new ManualClock();
  const tapeDb = watchedDb(db);
  const tape = await openTape({ db: tapeDb.db, clock, log: silentLog });
  const at = await openDesk(db, { clock, tape, isStarted: false });
  if (isSealing) tape.start();
  const given = { clock, settings: at.settings, tape, catalogue: at.catalogue, log: at.log, closeOf: () => undefined, committed: () => {} };
  const desk = createAlerts({ ...given, db: actsOn }).alerts;
  const sessionOf = sessionsIn(db);
  /** What people do, each by a session of their own. */
  const alerts = {
    list: desk.list,
    fired: desk.fired,
    create: async (trader: Trader, fields: NewAlertFields, key: RequestKey) => desk.create(await sessionOf(trader), fields, key),
    edit: async (trader: Trader, fields: AlertEditFields, key: RequestKey) => desk.edit(await sessionOf(trader), fields, key),
    remove: async (trader: Trader, id: string, key: RequestKey) => desk.remove(await sessionOf(trader), id, key),
  };
  let running: GroupRunner | undefined;

  return {
    ...{ db, alerts, clock, tape, trader: at.trader, placed: tapeDb.placed },

    /** What evaluates through `through`, not begun. */
    evaluator(through: Db = db): GroupRunner {
      running = createAlerts({ ...given, db: through }).evaluator;
      return running;
    },
    /** A process that evaluates through `through`, begun as the leading node does, and at the end of the tape unless it fails. */
    async start(through: Db = db): Promise<void> {
      const evaluator = this.evaluator(through);
      evaluator.begin();
      await evaluator.caughtUp();
    },
    stop: async (): Promise<void> => running?.stop(),
    caughtUp: async (): Promise<void> => running?.caughtUp(),

    /** One committed group. A price of '' is a confirm. */
    async tick(...prices: readonly (readonly [productId: number, price: string])[]): Promise<void> {
      for (const [productId, text] of prices) {
        const price = text === '' ? tape.newest(productId)?.price : decimal(text);
        if (price !== undefined) tape.push({ productId, price, volume: 0n, timeMs: clock.now(), confirm: text === '' });
      }
      await tape.flush();
      await running?.caughtUp();
    },

    async above(trader: Trader, productId: number, price: string, repeat: 'once' | 'every' = 'once'): Promise<number> {
      const outcome = await alerts.create(trader, { forex_id: String(productId), kind: 'above', price, repeat }, freshKey());
      if (outcome.code !== 1) throw new Error(`not set: ${JSON.stringify(outcome)}`);
      return outcome.data?.Id ?? 0;
    },
    async move(trader: Trader, productId: number, percent: string, windowS: number, repeat: 'once' | 'every' = 'once'): Promise<number> {
      const fields = { forex_id: String(productId), kind: 'move', percent, window_s: String(windowS), repeat } as const;
      const outcome = await alerts.create(trader, fields, NO_KEY);
      if (outcome.code !== 1) throw new Error(`not set: ${JSON.stringify(outcome)}`);
      return outcome.data?.Id ?? 0;
    },

    /** What people were told of what fired, in the order of each one's events. */
    async told(): Promise<Told[]> {
      return (await events(db)).flatMap(({ userId, data }) =>
        data.Change ? [] : [{ userId, alert: data.AlertId, seq: data.Seq, price: String(data.Price), from: String(data.From ?? '') }],
      );
    },
    /** What people were told of acts. */
    async toldChanges(): Promise<string[]> {
      return (await events(db)).flatMap(({ data }) => (data.Change ? [`${data.Change} ${data.AlertId}`] : []));
    },
    /** What is kept of it. */
    async kept(): Promise<Told[]> {
      const rows = await db.kysely.selectFrom('alert_fired').selectAll().orderBy('user_id').orderBy('id').execute();
      return rows.map((row) => ({
        ...{ userId: row.user_id, alert: row.alert_id, seq: row.tick_seq, price: formatDecimal(row.price) },
        from: row.from_price === null ? '' : formatDecimal(row.from_price),
      }));
    },
    changes: () => db.kysely.selectFrom('alert_change').selectAll().orderBy('id').execute(),
  };
}
