/**
 * What the server says of an order never changes by a rearrangement of its code: orders that random lives left behind in every state, and
 * the exact text of each as an earlier server sent it, are put into a database and asked for again.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { OrderColumns } from '#server/repositories/stored-order.ts';
import type { Trader } from '#server/trading/trading.ts';
import { eachDatabase } from '../each-database.ts';
import { type Desk, openDesk } from './trading-fixture.ts';

type Head = { prices: [productId: number, price: string][]; totals: Record<string, string>; push: string };
type Recorded = { row: Record<string, number | string | bigint> & { id: number; status: number; close_reason: string }; text: string };

const lines = readFileSync(new URL('./recorded-orders.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const withUnits = (_name: string, value: unknown) =>
  typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
const head = JSON.parse(lines[0] as string) as Head;
const recorded = lines.slice(1).map((line) => JSON.parse(line, withUnits) as Recorded);
/** The lists by the status that asks for each. */
const LISTS = Object.entries({ 0: 'pending', 1: 'holding', 3: 'closed' } as const);

/** Every list of the person's orders, page by page: the text of each order by its number, and of each list's totals. */
async function said(at: Desk, trader: Trader) {
  const texts = new Map<number, string>();
  const totals: Record<string, string> = {};
  for (const [status, list] of LISTS) {
    let found = 0;
    for (let page = 1, total = 1; found < total; page++) {
      const { data, ...sums } = await at.desk.orders(trader, { list, page, limit: 50 });
      for (const row of data) texts.set(row.Id, JSON.stringify(row));
      found += data.length;
      total = sums.total;
      totals[status] = JSON.stringify(sums);
    }
  }
  return { texts, totals };
}

/** What an earlier text is of a later one: fields that came since stand behind it. */
const asFarAs = (text: string | undefined, earlier: string): string => `${text?.slice(0, earlier.length - 1)}}`;

eachDatabase('the text of an order', (open) => {
  it('S1-3.01 D1.3.05 to D1.3.09: is what it was, to the byte, for orders of every state and end', async () => {
    const db = await open();
    const at = await openDesk(db, { isEvaluating: false });
    const trader = await at.trader();
    await at.tick(...head.prices);
    const own = { user_id: trader.id, realm: trader.realm, account_type: 'demo' };
    await db.transaction(async (trx) => {
      for (const { row } of recorded)
        await trx
          .insertInto('trade_order')
          .values({ ...row, ...own } as unknown as OrderColumns)
          .execute();
    });
    const { texts, totals } = await said(at, trader);
    expect(texts.size).toBe(recorded.length);
    for (const { row, text } of recorded) expect(asFarAs(texts.get(row.id), text)).toBe(text);
    for (const [status] of LISTS) expect(asFarAs(totals[status], head.totals[status] as string)).toBe(head.totals[status]);
    const push = JSON.stringify((await at.desk.snapshot(trader)).figures);
    expect(asFarAs(push, head.push)).toBe(head.push);
    await at.desk.stop();
  });

  it('is asked of orders of every state and every end that there is', () => {
    const seen = new Set(recorded.map(({ row }) => `${row.status} ${row.close_reason}`.trim()));
    const ends = ['3 manual', '3 sl', '3 tp', '3 stopout', '3 reset', '3 copy', '4 manual', '4 balance', '4 stopout', '4 reset'];
    expect([...seen].sort()).toEqual(['0', '1', ...ends].sort());
  });
});
