/**
 * The due work of an account that holds or waits for something: its next night (decision D9.67). Every product of its orders is covered: the row
 * is due no later than the next night of any. A pending order counts, since it may fill without anybody looking.
 */
import type { Catalogue, Product } from '../../catalogue/catalogue.ts';
import type { Trx } from '../../database/database.ts';
import type { PersonAccount } from '../../ledger/person-account.ts';
import { type NextDue, putTapeWork } from '../../repositories/due-work-repository.ts';
import type { StoredOrder } from '../../repositories/stored-order.ts';

/** Kind of the work; there is one row per account. */
export const FINANCING = 'financing';
const THE_ACCOUNT = 0;

/** The earliest night of any of the orders' products after a time; undefined without orders. */
export function nextNight(catalogue: Catalogue, live: readonly StoredOrder[], afterMs: number): NextDue | undefined {
  const products = [...new Set(live.map((order) => order.productId))].flatMap((id) => catalogue.byId(id) ?? []);
  if (products.length === 0) return undefined;
  const due = Math.min(...products.map((product) => catalogue.financingAt(product, afterMs)));
  return { due, occurrence: due };
}

type Situation = { readonly account: PersonAccount; readonly live: readonly StoredOrder[]; readonly tapeMs: number };

/** An order of a product is about to be placed. `live` and `tapeMs`: as the account was judged, without it. */
export async function noteNights(trx: Trx, catalogue: Catalogue, product: Product, { account, live, tapeMs }: Situation): Promise<void> {
  // Its nights are counted already.
  if (live.some((order) => order.productId === product.id)) return;
  const due = catalogue.financingAt(product, tapeMs);
  const key = { kind: FINANCING, subject: THE_ACCOUNT, userId: account.userId, type: account.type };
  await putTapeWork(trx, { ...key, due, occurrence: due }, tapeMs);
}
