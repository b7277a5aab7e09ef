/** What was acknowledged is in the database exactly once, nothing else is, and the ledger's laws hold. */
import { openDatabase } from '../../server/database/open-database.ts';
import { checkLedger } from '../../server/ledger/check-ledger.ts';
import { assertOutput } from '../lib/bench.ts';
import type { Acknowledged } from './load-plan.ts';

/** Of a stopped server's database. Throws `WrongOutput`. */
export async function verifyOrders(where: { dataDir: string; databaseUrl?: string }, acknowledged: readonly Acknowledged[]): Promise<void> {
  const db = await openDatabase(where);
  try {
    const orders = await db.kysely.selectFrom('trade_order').select(['id', 'user_id', 'status']).execute();
    const calls = await db.kysely.selectFrom('idempotency').select(['user_id', 'key', 'reply']).execute();
    const orderOwner = new Map(orders.map((order) => [order.id, order.user_id]));
    const stored = new Map(calls.map((call) => [`${call.user_id} ${call.key}`, call.reply]));
    const ids = new Set<number>();
    for (const { userId, clientId, orderId } of acknowledged) {
      assertOutput(orderOwner.get(orderId) === userId, `order ${orderId} was acknowledged and is not in the database`);
      assertOutput(!ids.has(orderId), `order ${orderId} was acknowledged twice`);
      ids.add(orderId);
      const reply = JSON.parse(stored.get(`${userId} ${clientId}`) ?? '{}') as { data?: { Id?: number } };
      assertOutput(reply.data?.Id === orderId, `the answer stored under the key of order ${orderId} is another one`);
    }
    assertOutput(orders.length === ids.size, `${orders.length} orders are in the database, ${ids.size} were acknowledged`);
    const problems = await checkLedger(db);
    assertOutput(problems.length === 0, `the ledger does not hold: ${JSON.stringify(problems.slice(0, 3))}`);
  } finally {
    await db.close();
  }
}
