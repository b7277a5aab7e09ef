/** What a page of the history costs: a person may have any number of orders that are over, and asks often (decision D9.509). */
import type { CompiledQuery } from 'kysely';
import { expect, it, vi } from 'vitest';
import { ownerWithPrice } from '../protection/own-stage.ts';
import { startApp } from '../start-app.ts';

it('D9.509 a page of the history and what is added up of it touch no row but those that are shown', async () => {
  const app = await startApp();
  const { token } = await ownerWithPrice(app);
  const { kysely } = app.db;
  const asked = vi.spyOn(kysely.getExecutor(), 'executeQuery');
  expect((await app.call('/v2/api/forex/my_deal', { status: '3', page: '2' }, { token })).code).toBe(1);
  const queries = asked.mock.calls.map(([query]) => query as CompiledQuery).filter((query) => query.sql.includes('"trade_order"'));
  asked.mockRestore();
  const plans: string[] = [];
  for (const query of queries) {
    const plan = { ...query, sql: `explain query plan ${query.sql}` };
    const { rows } = await kysely.executeQuery<{ detail: string }>(plan);
    plans.push(rows.map(({ detail }) => detail).join('; '));
  }
  expect(plans.length).toBe(2);
  const ofRows = plans
    .join('; ')
    .match(/(SEARCH|SCAN) trade_order(?! USING (COVERING INDEX trade_order_history|INTEGER PRIMARY KEY))[^;]*/g);
  expect(ofRows).toBeNull();
  await app.close();
});
