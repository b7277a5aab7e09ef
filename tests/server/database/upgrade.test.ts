/** A database of an earlier version is brought up to date with everything that is in it. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { MIGRATIONS, runMigrations } from '#server/database/migrations.ts';
import type { Database } from '#server/database/schema.ts';
import { ImmediateSqliteDialect } from '#server/database/sqlite-dialect.ts';
import { openConnection } from '#server/database/sqlite-engine.ts';
import { freshSchema } from '../each-database.ts';

type Opened = { kysely: Kysely<Database>; dialect: 'sqlite' | 'postgres'; close: () => Promise<void> };

async function sqlite(): Promise<Opened> {
  const kysely = new Kysely<Database>({ dialect: new ImmediateSqliteDialect(await openConnection(':memory:')) });
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
  `insert into setting ("key", "value") values ('stop_out_level', '55')`,
];

const tables: [string, (() => Promise<Opened>) | undefined][] = [
  ['SQLite', sqlite],
  ['PostgreSQL', inject('postgresUrl') ? () => postgres(inject('postgresUrl') as string) : undefined],
];

for (const [name, open] of tables) {
  describe(`an upgrade (${name})`, () => {
    it.skipIf(!open)(
      'D9.17 judges every account up to the evaluator or its last change, and both stops from where they counted',
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
        expect(plain(await kysely.selectFrom('rule_change').select(['rule', 'value', 'from_seq']).execute())).toEqual([
          ['stop_out_level', '55', '0'],
        ]);
        await close();
      },
    );
  });
}
