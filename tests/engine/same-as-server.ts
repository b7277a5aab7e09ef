/** When all is calm, what the page has is what the server has. */
import { periodOf } from '#domain/periods.ts';
import { InvariantError } from './fake-backend.ts';
import type { World } from './world.ts';

/** Quotes, orders, their profits and the account are the server's, and no bar is missing or wrong. */
export function checkSame(world: World): void {
  const { page, exchange } = world;
  for (const product of exchange.products) {
    const quote = page.quotes.get(product.id);
    const isSame = quote?.close === product.price && quote.high === product.high && quote.low === product.low;
    if (!isSame || quote.change !== exchange.change(product))
      throw new InvariantError(`quote ${JSON.stringify(quote)} of ${product.code} ${product.price}`);
  }
  checkBars(world);
  const ids = (list: Iterable<number>) => [...list].sort((a, b) => a - b).join();
  const open = ids(exchange.orders.keys());
  if (ids(page.orders.map((order) => order.id)) !== open)
    throw new InvariantError(`orders ${ids(page.orders.map((order) => order.id))}, server ${open}`);
  for (const order of exchange.orders.values()) {
    const shown = page.orderNumbers.get(order.row.Id)?.profit;
    if (shown !== exchange.profit(order)) throw new InvariantError(`profit of ${order.row.Id}: ${shown}, server ${exchange.profit(order)}`);
  }
  const { balance, margin, floating } = exchange;
  const account = [balance, balance + margin + floating, margin];
  if (page.account.slice(0, 3).join() !== account.join())
    throw new InvariantError(`account ${page.account.slice(0, 3).join()}, server ${account.join()}`);
}

/** No bar missing, none wrong, from the first one shown. */
function checkBars({ page, exchange }: World): void {
  if (!page.request) throw new InvariantError('no chart');
  const { productId, period } = page.request;
  const asked = periodOf(period);
  const first = Math.min(...page.bars.keys());
  const truth = (exchange.product(productId).bars.get(asked.id) ?? []).filter((bar) => bar.timeMs >= first);
  if (truth.length < Math.min(300, asked.barsKept)) throw new InvariantError(`only ${truth.length} bars`);
  if (page.bars.size !== truth.length) throw new InvariantError(`${page.bars.size} bars of ${period}, server ${truth.length}`);
  for (const bar of truth) {
    const shown = page.bars.get(bar.timeMs);
    const isSame = shown && (['open', 'high', 'low', 'close', 'volume'] as const).every((field) => shown[field] === bar[field]);
    if (!isSame) throw new InvariantError(`bar ${JSON.stringify(shown)}, server ${JSON.stringify(bar)}`);
  }
}
