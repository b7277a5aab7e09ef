/** A database of an earlier version is brought up to date with everything that is in it. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { MIGRATIONS, runMigrations } from '#server/database/migrations.ts';
import type { Database } from '#server/database/schema.ts';
import { OwnSqliteDialect } from '#server/database/sqlite-dialect.ts';
import { openConnection } from '#server/database/sqlite-engine.ts';
import { freshSchema } from '../each-database.ts';

type Opened = { kysely: Kysely<Database>; dialect: 'sqlite' | 'postgres'; close: () => Promise<void> };

async function sqlite(): Promise<Opened> {
  const kysely = new Kysely<Database>({ dialect: new OwnSqliteDialect(await openConnection(':memory:'), 'immediate') });
  return { kysely, dialect: 'sqlite', close: () => kysely.destroy() };
}

async function postgres(url: string): Promise<Opened> {
  const place = await freshSchema(url);
  const pool = new pg.Pool({ connectionString: place.options.databaseUrl, max: 1 });
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    dialect: 'postgres',
    close: async () => {
      await kysely.destroy();
      await place.remove();
    },
  };
}

const OLD = [
  `insert into "user" (uid, realm, area_id, level, credit_score, invite_code, frozen, created_at, last_seen_at)
   values ('1', 'demo', 0, 1, 100, 'a', 0, 1, 1)`,
  `insert into trade_order (user_id, realm, account_type, product_id, status, side, lots, asked_price, open_price, close_price, margin, fee,
     profit, stop_loss, take_profit, leverage, margin_mode, contract_number, quote_rate, open_seq, close_seq, eval_from, close_reason,
     origin_id, parent_id, follow_type, created_at, opened_at, completed_at, stop_from)
   select id, 'demo', 'demo', 1, 1, 'buy', 1, 1, 1, 0, 1, 0, 0, 1, 2, 1, 0, 1, 1, 3, 0, 3, '', 0, 0, 1, 1, 1, 0, 44 from "user"`,
  `insert into account_change (user_id, account_type, seq, version) values (1, 'demo', 900, 1), (2, 'demo', 1100, 2)`,
  `insert into tape_cursor (name, seq) values ('evaluator', 1000)`,
  `insert into candle (product_id, period, time_ms, open, high, low, close, volume, open_ms, open_seq, close_ms, close_seq)
   values (1, 5, 1772582400000, 1, 2, 1, 108345000, 7, 1772582400000, 1, 1772582400001, 2)`,
  `insert into setting ("key", "value") values ('stop_out_level', '55')`,
];

/** Two postings of a table that knew no occurrence, with their entries. */
const OLD_POSTINGS = [
  ...[7, 9].map(
    (id, at) => `insert into ledger_tx (id, realm, user_id, kind, ref_type, ref_id, log_type, memo, created_at)
      values (${id}, 'demo', 1, 'demo_reset', 'user:1', ${at + 1}, 12, '', 5)`,
  ),
  'insert into entry (tx_id, account_id, amount) values (7, 1, 5), (7, 4, -5), (9, 1, -3), (9, 4, 3)',
];

/** A product as it stood before nights had rates. */
const OLD_PRODUCT = `insert into product (id, code, show_code, logo, category_id, price_precision, pip, lots_min, lots_max, contract_number,
    fee_per_lot, fee_of_margin, margin_mode, quote_rate, multiples, hours, forced_closed, seed_price, volatility, sort)
  values (1, 'EURUSD', 'EUR/USD', '', 1, 5, 1, 1, 1, 1, 6, 7, 0, 1, '[]', 'fx', 0, 1, 1, 1)`;

const tables: [string, (() => Promise<Opened>) | undefined][] = [
  ['SQLite', sqlite],
  ['PostgreSQL', inject('postgresUrl') ? () => postgres(inject('postgresUrl') as string) : undefined],
];

for (const [name, open] of tables) {
  describe(`an upgrade (${name})`, () => {
    it.skipIf(!open)(
      'D9.17 D9.70 judges every account up to the evaluator or its last change, both stops from where they counted, and keeps days as days',
      async () => {
        const { kysely, dialect, close } = await (open as () => Promise<Opened>)();
        await kysely.transaction().execute((trx) => runMigrations(trx, dialect, MIGRATIONS.slice(0, 3)));
        for (const statement of OLD) await sql.raw(statement).execute(kysely);
        await kysely.transaction().execute((trx) => runMigrations(trx, dialect));
        const plain = (rows: object[]) => rows.map((row) => Object.values(row).map(String));
        const changes = await kysely.selectFrom('account_change').select(['user_id', 'judged_seq']).orderBy('user_id').execute();
        expect(plain(changes)).toEqual([
          ['1', '1000'],
          ['2', '1100'],
        ]);
        expect(plain(await kysely.selectFrom('trade_order').select(['stop_loss_from', 'take_profit_from']).execute())).toEqual([
          ['44', '44'],
        ]);
        // A day stays a day, whatever periods come later.
        expect(plain(await kysely.selectFrom('candle').select(['period', 'time_ms', 'close']).execute())).toEqual([
          ['5', '1772582400000', '108345000'],
        ]);
        expect(plain(await kysely.selectFrom('candle_period').select(['id', 'name']).where('id', '=', 5).execute())).toEqual([
          ['5', '1day'],
        ]);
        expect(plain(await kysely.selectFrom('rule_change').select(['rule', 'value', 'from_seq']).execute())).toEqual([
          ['stop_out_level', '55', '0'],
        ]);
        await close();
      },
    );

    it.skipIf(!open)('D9.67 counts the nights of positions that are open, and notes rates as it notes fees', async () => {
      const { kysely, dialect, close } = await (open as () => Promise<Opened>)();
      await kysely.transaction().execute((trx) => runMigrations(trx, dialect, MIGRATIONS.slice(0, 3)));
      for (const statement of [...OLD.slice(0, 2), OLD_PRODUCT]) await sql.raw(statement).execute(kysely);
      const body = dialect === 'sqlite' ? "x''" : "''";
      await sql.raw(`insert into tape_group (first_seq, last_seq, committed_at, body) values (1, 2, 5400, ${body})`).execute(kysely);
      await kysely.transaction().execute((trx) => runMigrations(trx, dialect));
      const plain = (rows: object[]) => rows.map((row) => Object.values(row).map(String));
      // The first whole second that the tape has not come to.
      expect(plain(await kysely.selectFrom('due_work').select(['kind', 'clock', 'due', 'account_type']).execute())).toEqual([
        ['financing', 'tape', '6000', 'demo'],
      ]);
      expect(plain(await kysely.selectFrom('account').select(['id', 'realm']).where('part', '=', 'financing').execute())).toEqual([
        ['10', 'demo'],
        ['510', 'real'],
      ]);
      await sql`update product set financing_long = -800, financing_triple = 3, fee_per_lot = 8`.execute(kysely);
      const notes = kysely.selectFrom('rule_change').select(['rule', 'value', 'from_seq']).orderBy('id');
      expect(new Set((await notes.where('from_seq', 'is', null).execute()).map(({ rule, value }) => `${rule} ${value}`))).toEqual(
        new Set(['financing_long -800', 'financing_triple 3', 'fee_per_lot 8']),
      );
      expect((await notes.where('from_seq', '=', 0).where('rule', 'like', 'financing%').execute()).map(({ value }) => value)).toEqual([
        '0',
        '0',
        '-1',
      ]);
      await close();
    });

    it.skipIf(!open)('D9.64 keeps every posting and entry, and takes a posting of the same thing once for each occurrence', async () => {
      const { kysely, dialect, close } = await (open as () => Promise<Opened>)();
      await kysely.transaction().execute((trx) => runMigrations(trx, dialect, MIGRATIONS.slice(0, 7)));
      await kysely.transaction().execute(async (trx) => {
        for (const statement of [...OLD.slice(0, 1), ...OLD_POSTINGS]) await sql.raw(statement).execute(trx);
      });
      const rows = async () =>
        JSON.stringify(await kysely.selectFrom('entry').selectAll().orderBy('id').execute(), (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        );
      const before = await rows();
      await kysely.transaction().execute((trx) => runMigrations(trx, dialect));
      expect(await rows()).toBe(before);
      const postings = await kysely.selectFrom('ledger_tx').select(['id', 'kind', 'ref_id', 'occurrence']).orderBy('id').execute();
      expect(postings.map((row) => Object.values(row).map(String))).toEqual([
        ['7', 'demo_reset', '1', '0'],
        ['9', 'demo_reset', '2', '0'],
      ]);
      const again = (occurrence: number) =>
        sql
          .raw(
            `insert into ledger_tx (id, realm, user_id, kind, ref_type, ref_id, occurrence, log_type, memo, created_at)
             values (${20 + occurrence}, 'demo', 1, 'demo_reset', 'user:1', 2, ${occurrence}, 12, '', 5)`,
          )
          .execute(kysely);
      await expect(again(0)).rejects.toThrow();
      // On PostgreSQL a posting without entries is refused at its commit, and not for its key.
      await again(1).catch((error: Error) => expect(error.message).toContain('does not sum to zero'));
      await expect(sql.raw('delete from ledger_tx').execute(kysely)).rejects.toThrow(/can only grow/);
      await expect(sql.raw("update ledger_tx set memo = 'x'").execute(kysely)).rejects.toThrow(/can only grow/);
      await close();
    });

    it.skipIf(!open)('D9.166 keeps what the house may already lose on micro trades as its own', async () => {
      const { kysely, dialect, close } = await (open as () => Promise<Opened>)();
      await kysely.transaction().execute((trx) => runMigrations(trx, dialect, MIGRATIONS.slice(0, 15)));
      await sql`insert into micro_exposure (realm, product_id, window_ms, taken) values ('real', 3, 20000, 700)`.execute(kysely);
      await kysely.transaction().execute((trx) => runMigrations(trx, dialect));
      const rows = await kysely.selectFrom('micro_exposure').select(['realm', 'product_id', 'window_ms', 'user_id', 'taken']).execute();
      expect(rows.map((row) => Object.values(row).map(String))).toEqual([['real', '3', '20000', '0', '700']]);
      await close();
    });

    it.skipIf(!open)(
      'D9.170 keeps of the changes of an alert that wait for a tick the newest, and no second one can be written',
      async () => {
        const { kysely, dialect, close } = await (open as () => Promise<Opened>)();
        await kysely.transaction().execute((trx) => runMigrations(trx, dialect, MIGRATIONS.slice(0, 15)));
        const add = (alertId: number, price: number, seq: number | null) =>
          sql`insert into alert_change (alert_id, user_id, act, product_id, kind, asked_price, repeat, from_seq, from_at)
          values (${alertId}, 1, 'put', 1, 'above', ${price}, 'once', ${seq}, ${seq})`.execute(kysely);
        for (const [alertId, price, seq] of [
          [1, 10, 5],
          [1, 11, null],
          [2, 20, null],
          [1, 12, null],
          [1, 13, null],
        ] as const)
          await add(alertId, price, seq);
        await kysely.transaction().execute((trx) => runMigrations(trx, dialect));
        const rows = await kysely.selectFrom('alert_change').select(['alert_id', 'asked_price', 'from_seq']).orderBy('id').execute();
        expect(rows.map((row) => Object.values(row).map(String))).toEqual([
          ['1', '10', '5'],
          ['2', '20', 'null'],
          ['1', '13', 'null'],
        ]);
        await expect(add(2, 21, null)).rejects.toThrow();
        await close();
      },
    );

    it.skipIf(!open)(
      'D9.307 D9.314 D9.340 takes what an older node writes beside a newer one: people, sessions and passkeys without the newest columns',
      async () => {
        const { kysely, dialect, close } = await (open as () => Promise<Opened>)();
        await kysely.transaction().execute((trx) => runMigrations(trx, dialect));
        await sql.raw(OLD[0] as string).execute(kysely);
        await sql`insert into session (token_hash, user_id, created_at, used_at, device_hash, agent, network, via)
        select 'hash', id, 1, 1, null, '', '', 'passkey' from "user"`.execute(kysely);
        await sql`insert into passkey (user_id, credential_id, public_key, counter, transports, name, challenged_at, created_at, used_at)
        select id, 'id', 'key', 0, '[]', 'My phone', 0, 1, 0 from "user"`.execute(kysely);
        expect(await kysely.selectFrom('user').select('lang').execute()).toEqual([{ lang: '' }]);
        expect(await kysely.selectFrom('passkey').select(['name', 'agent']).execute()).toEqual([{ name: 'My phone', agent: '' }]);
        expect(await kysely.selectFrom('session').select('passkey_id').execute()).toEqual([{ passkey_id: null }]);
        await close();
      },
    );
  });
}
