/** Everything of a trading account that its person would notice, without numbers of rows: two people who are equal here were treated alike. */
import type { Trader } from '#server/trading/trading.ts';
import type { Desk } from './trading-fixture.ts';

export async function standing(at: Desk, trader: Trader) {
  const query = at.db.kysely.selectFrom('trade_order').where('user_id', '=', trader.id).orderBy('id');
  const orders = await query
    .select(['status', 'open_price', 'close_price', 'profit', 'fee', 'margin', 'open_seq', 'close_seq', 'close_reason'])
    .execute();
  const topics = (await at.events(trader)).map((event) => event.topic);
  return { orders, account: await at.account(trader), topics };
}
