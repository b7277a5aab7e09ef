/** What one order writes, read off a real one: the same statements, row for row, for the yardstick of either database. */
import { randomUUID } from 'node:crypto';

export type Row = Record<string, bigint | string | null>;
/** Runs a statement with `?` for its values and gives its rows. */
type ReadRows = (sql: string, values: readonly unknown[]) => Row[] | Promise<Row[]>;
/** A statement that is worth preparing: the same text comes with each order. `givesId`: the id of the new row is the answer. */
type Write = { readonly sql: string; readonly values: readonly unknown[]; readonly givesId: boolean };
/** One order: yields its statements in turn; each `next` takes the new row's id, where one was asked for. */
export type OrderWrites = Generator<Write, void, bigint | string | undefined>;

/** An insert of rows like this one; `id` is left to the table. */
function inserter(table: string, like: Row, givesId: boolean): (changed: Row) => Write {
  const names = Object.keys(like).filter((name) => name !== 'id');
  const columns = names.map((name) => `"${name}"`).join(', ');
  const sql = `insert into ${table} (${columns}) values (${names.map(() => '?').join(', ')})`;
  return (changed) => ({ sql, values: names.map((name) => (name in changed ? changed[name] : like[name])), givesId });
}

const update = (sql: string, ...values: unknown[]): Write => ({ sql, values, givesId: false });

/** Of each of so many people, what writes their newest order again: nobody waits for a row of another's. Throws where there are fewer. */
export async function writesOfPeople(read: ReadRows, people: number): Promise<readonly (() => OrderWrites)[]> {
  const newest = await read('select max(id) as id from trade_order group by user_id order by user_id limit ?', [people]);
  if (newest.length < people) throw new Error(`${newest.length} people have an order, ${people} are needed`);
  const all: (() => OrderWrites)[] = [];
  for (const { id } of newest) all.push(await orderWrites(read, id as bigint | string));
  return all;
}

/** Reads everything that an order wrote. Gives what writes it again, each time under numbers of its own. */
async function orderWrites(read: ReadRows, orderId: bigint | string): Promise<() => OrderWrites> {
  const [order] = (await read('select * from trade_order where id = ?', [orderId])) as [Row];
  const user = order.user_id;
  const [deal] = (await read('select * from deal where order_id = ?', [order.id])) as [Row];
  const postings = await read(`select * from ledger_tx where ref_type = 'deal' and ref_id = ? order by id`, [deal.id]);
  const entries: Row[][] = [];
  for (const { id } of postings) entries.push(await read('select * from entry where tx_id = ? order by id', [id]));
  const answer = `%"Id":${order.id},%`;
  const [call] = (await read('select * from idempotency where user_id = ? and reply like ?', [user, answer])) as [Row];
  const events = await read('select * from outbox where user_id = ? order by id desc limit 2', [user]);
  const [number] = (await read('select seq from user_seq where user_id = ?', [user])) as [Row];
  const insert = {
    order: inserter('trade_order', order, true),
    deal: inserter('deal', deal, true),
    posting: inserter('ledger_tx', postings[0] as Row, true),
    entry: inserter('entry', entries[0]?.[0] as Row, false),
    call: inserter('idempotency', { ...call, reply: '' }, false),
    event: inserter('outbox', events[0] as Row, false),
  };
  let seq = BigInt(number.seq as bigint | string);
  // Money goes to and fro, so that no balance runs out.
  let sign = 1n;
  return function* write(): OrderWrites {
    const key = randomUUID();
    sign = -sign;
    yield insert.call({ key });
    const newId = (yield insert.order({})) as bigint;
    const dealId = (yield insert.deal({ order_id: newId })) as bigint;
    for (const [at, posting] of postings.entries()) {
      const txId = (yield insert.posting({ ...posting, ref_id: dealId })) as bigint;
      for (const { id: _, ...entry } of entries[at] as Row[]) {
        const amount = sign * BigInt(entry.amount as bigint | string);
        yield update('update account set balance = balance + ? where id = ? and user_id is not null', amount, entry.account_id);
        yield insert.entry({ ...entry, amount, tx_id: txId });
      }
    }
    yield update('update account_change set version = version + 1 where user_id = ?', user);
    yield update('update user_seq set seq = seq + ? where user_id = ?', BigInt(events.length), user);
    for (const event of events) yield insert.event({ ...event, seq: ++seq });
    yield update('update idempotency set reply = ? where user_id = ? and "key" = ?', call.reply, user, key);
  };
}
