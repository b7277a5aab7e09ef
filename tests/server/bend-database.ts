/** Runs statements as the owner of a database could, past the laws that the database itself holds. */
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { isPostgres } from '#server/database/lock-rows.ts';

/** On SQLite the laws of the database are gone afterwards. */
export async function bendDatabase(db: Db, ...statements: string[]): Promise<void> {
  await db.transaction(async (trx) => {
    if (isPostgres(trx)) await sql`set local session_replication_role = replica`.execute(trx);
    const triggers = isPostgres(trx)
      ? []
      : (await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(trx)).rows;
    for (const { name } of triggers) await sql.raw(`drop trigger "${name}"`).execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}
