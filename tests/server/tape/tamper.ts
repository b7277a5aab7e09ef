/** What somebody with the database and the keys of the log in their hands, the operator above all, would do to the past so that it looks whole. */
import type { Price } from '#domain/decimal.ts';
import { contractProfit } from '#domain/profit.ts';
import { blockEntryText } from '#domain/tape/block-entry.ts';
import { checkpointText } from '#domain/tape/checkpoint.ts';
import { leafHash, TreeEdge } from '#domain/tape/merkle.ts';
import { signNote } from '#domain/tape/signed-note.ts';
import { decodeTicks, encodeTicks } from '#domain/tape/tick-codec.ts';
import type { Db } from '#server/database/database.ts';
import { leavesWithBodies } from '#server/repositories/tape-log-repository.ts';
import { FIRST_PAIR, readKeys } from '#server/tape/log/key-files.ts';
import { nodeSha256, nodeSign } from '#server/tape/log/node-crypto.ts';
import { bendDatabase } from '../bend-database.ts';
import { keyFolderOf } from '../key-folder.ts';

const BLOCKS_MAX = 1_000;
/** So much dearer everything becomes, in 10^-8. */
const SHIFT = 30_000n;

const bytesText = (db: Db, bytes: Uint8Array): string =>
  db.dialect === 'sqlite' ? `x'${Buffer.from(bytes).toString('hex')}'` : `'\\x${Buffer.from(bytes).toString('hex')}'`;

/** Signs the blocks that are there as if there had never been others. */
async function signAnew(db: Db): Promise<void> {
  const keys = await readKeys(keyFolderOf(db), FIRST_PAIR);
  if (!keys) throw new Error('the installation has no keys');
  const tree = new TreeEdge(nodeSha256);
  for (const row of await leavesWithBodies(db.kysely, 0, BLOCKS_MAX)) {
    const { height, first_seq: firstSeq, last_seq: lastSeq, time_ms: timeMs, body_hash: bodyHash } = row;
    tree.append(leafHash(nodeSha256, Buffer.from(blockEntryText({ height, firstSeq, lastSeq, timeMs, bodyHash }))));
  }
  const note = signNote(nodeSign, checkpointText({ origin: keys.origin, size: tree.size, root: tree.root() }), [keys.logKey]);
  await bendDatabase(db, `update tape_checkpoint set size = ${tree.size}, note = '${note}'`);
}

/** Rewrites the price of a product in one block and in all after it, hashes and checkpoint too. */
export async function rewriteTicks(db: Db, fromHeight: number, productId: number): Promise<void> {
  const statements: string[] = [];
  for (const block of await leavesWithBodies(db.kysely, fromHeight - 1, BLOCKS_MAX)) {
    const ticks = decodeTicks(block.body as Uint8Array, block.first_seq);
    const body = encodeTicks(
      ticks.map((tick) => (tick.productId === productId ? { ...tick, price: (tick.price + SHIFT) as Price } : tick)),
    );
    statements.push(
      `update tape_body set body = ${bytesText(db, body)} where height = ${block.height}`,
      `update tape_block set body_hash = ${bytesText(db, nodeSha256(body))} where height = ${block.height}`,
    );
  }
  await bendDatabase(db, ...statements);
  await signAnew(db);
}

/** Takes the last blocks away, with whatever waits behind them, and signs what is left. */
export async function cutTape(db: Db, blocks: number): Promise<void> {
  const last = `(select max(height) from tape_checkpoint_cut)`;
  await bendDatabase(
    db,
    'delete from tape_group',
    `create table tape_checkpoint_cut as select max(height) - ${blocks} as height from tape_block`,
    `delete from tape_body where height > ${last}`,
    `delete from tape_block where height > ${last}`,
    'drop table tape_checkpoint_cut',
  );
  await signAnew(db);
}

/** Makes the newest close dearer, with its order, the ledger's entries, what they say of the balance after them, and the balance. */
export async function bendDeal(db: Db): Promise<{ orderId: number }> {
  const { kysely } = db;
  const deal = await kysely.selectFrom('deal').selectAll().where('kind', '=', 'close').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const order = await kysely.selectFrom('trade_order').selectAll().where('id', '=', deal.order_id).executeTakeFirstOrThrow();
  const price = (deal.price + SHIFT) as Price;
  const terms = {
    contractNumber: order.contract_number,
    quoteRate: order.quote_rate,
    marginMode: order.margin_mode === 1 ? 1 : 0,
  } as const;
  const profit = contractProfit({ ...terms, side: order.side, lots: deal.lots, openPrice: order.open_price, price });
  const more = profit - deal.profit;
  const posting = `(select id from ledger_tx where ref_type = 'deal' and ref_id = ${deal.id} and log_type = 5)`;
  const mine = `(select account_id from entry e join account a on a.id = e.account_id where e.tx_id = ${posting} and a.part = 'balance')`;
  const first = `(select e.id from entry e join account a on a.id = e.account_id where e.tx_id = ${posting} and a.part = 'balance')`;
  await bendDatabase(
    db,
    `update deal set price = ${price}, profit = ${profit} where id = ${deal.id}`,
    `update trade_order set close_price = ${price}, profit = ${profit} where id = ${order.id}`,
    `update account set balance = balance + ${more} where id = ${mine}`,
    `update entry set balance_after = balance_after + ${more} where account_id = ${mine} and id >= ${first}`,
    `update entry set amount = amount + ${more} where id = ${first}`,
    `update entry set amount = amount - ${more} where tx_id = ${posting} and id <> ${first}`,
  );
  return { orderId: order.id };
}
