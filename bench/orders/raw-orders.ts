/**
 * The yardstick: what one order writes, read off a real one, written straight through the same SQLite binding with prepared statements, in
 * a database with the same tables, indexes and triggers; one commit each, at synchronous=FULL.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openConnection, type SqliteConnection } from '../../server/database/sqlite-engine.ts';

type Row = Record<string, bigint | string | null>;

const rows = (db: SqliteConnection, sql: string, ...values: unknown[]): Row[] => db.prepare(sql).all(values) as Row[];

/** An insert of rows like this one; `id` is left to the table. */
function inserter(db: SqliteConnection, table: string, like: Row): (changed: Row) => bigint {
  const names = Object.keys(like).filter((name) => name !== 'id');
  const columns = names.map((name) => `"${name}"`).join(', ');
  const statement = db.prepare(`insert into ${table} (${columns}) values (${names.map(() => '?').join(', ')})`);
  return (changed) => BigInt(statement.run(names.map((name) => (name in changed ? changed[name] : like[name]))).lastInsertRowid);
}

/** Everything that the newest order of a database wrote, as one transaction that can be repeated. */
function orderWriter(db: SqliteConnection): () => void {
  const [order] = rows(db, 'select * from trade_order order by id desc limit 1') as [Row];
  const [deal] = rows(db, 'select * from deal where order_id = ?', order.id) as [Row];
  const postings = rows(db, `select * from ledger_tx where ref_type = 'deal' and ref_id = ? order by id`, deal.id);
  const entries = postings.map((posting) => rows(db, 'select * from entry where tx_id = ? order by id', posting.id));
  const [call] = rows(db, `select * from idempotency where user_id = ? and reply like ?`, order.user_id, `%"Id":${order.id},%`) as [Row];
  const events = rows(db, 'select * from outbox where user_id = ? order by id desc limit 2', order.user_id);
  const insert = {
    order: inserter(db, 'trade_order', order),
    deal: inserter(db, 'deal', deal),
    posting: inserter(db, 'ledger_tx', postings[0] as Row),
    entry: inserter(db, 'entry', entries[0]?.[0] as Row),
    call: inserter(db, 'idempotency', { ...call, reply: '' }),
    event: inserter(db, 'outbox', events[0] as Row),
  };
  const reply = db.prepare('update idempotency set reply = ? where user_id = ? and key = ?');
  const balance = db.prepare('update account set balance = balance + ? where id = ? and user_id is not null');
  const number = db.prepare('update user_seq set seq = seq + ? where user_id = ?');
  const change = db.prepare('update account_change set version = version + 1 where user_id = ?');
  let [{ seq }] = rows(db, 'select seq from user_seq where user_id = ?', order.user_id) as [{ seq: bigint }];
  // Money goes to and fro, so that no balance runs out.
  let sign = 1n;
  return () => {
    const key = randomUUID();
    sign = -sign;
    insert.call({ key });
    const dealId = insert.deal({ order_id: insert.order({}) });
    for (const [at, posting] of postings.entries()) {
      const txId = insert.posting({ ...posting, ref_id: dealId });
      for (const { id: _, ...entry } of entries[at] as Row[]) {
        balance.run([sign * (entry.amount as bigint), entry.account_id]);
        insert.entry({ ...entry, amount: sign * (entry.amount as bigint), tx_id: txId });
      }
    }
    change.run([order.user_id]);
    number.run([events.length, order.user_id]);
    for (const event of events) insert.event({ ...event, seq: ++seq });
    reply.run([call.reply, order.user_id, key]);
  };
}

/** Opens the database of a stopped server that took at least one order. Gives orders per second over `durationMs`. */
export async function openRawOrders(dataDir: string): Promise<{ run(durationMs: number): number; close(): void }> {
  const db = await openConnection(join(dataDir, 'outcry.db'));
  db.exec('pragma journal_mode = wal');
  db.exec('pragma synchronous = full');
  db.exec('pragma foreign_keys = on');
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  const write = orderWriter(db);
  return {
    run(durationMs) {
      const startMs = performance.now();
      let count = 0;
      for (; performance.now() - startMs < durationMs; count++) {
        begin.run([]);
        write();
        commit.run([]);
      }
      return (count / (performance.now() - startMs)) * 1_000;
    },
    close: () => db.close(),
  };
}
