/** Today's chain becomes leaves: beside the market, in batches, from wherever a start finds it, with every reader seeing all of the tape meanwhile. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { decimal, type Price } from '#domain/decimal.ts';
import { blockEntryText } from '#domain/tape/block-entry.ts';
import { parseCheckpoint } from '#domain/tape/checkpoint.ts';
import { leafHash, TreeEdge } from '#domain/tape/merkle.ts';
import { nobleCrypto } from '#domain/tape/noble-crypto.ts';
import { parseNote } from '#domain/tape/signed-note.ts';
import type { TapeTick } from '#domain/tape/tape-tick.ts';
import { toHex, utf8 } from '#domain/tape/text-bytes.ts';
import { encodeTicks } from '#domain/tape/tick-codec.ts';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { checkpointRow, leafCount } from '#server/repositories/tape-log-repository.ts';
import { heightOfSeq, lastSeqBefore, newestBlock } from '#server/repositories/tape-repository.ts';
import { logProblem } from '#server/tape/log/log-problem.ts';
import { moveChain } from '#server/tape/log/move-chain.ts';
import { TreeReader } from '#server/tape/log/tree-reader.ts';
import { readGroupsAfter } from '#server/tape/tape-reader.ts';
import { bendDatabase } from '../bend-database.ts';
import { eachDatabase } from '../each-database.ts';
import { open as openTape, START_MS, tick } from './tape-rig.ts';

const { sha256 } = nobleCrypto;
/** Three batches, and some tiles. */
const BLOCKS = 2_345;
const TICKS = 3;

const hex = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const ticksOf = (height: number): TapeTick[] =>
  Array.from({ length: TICKS }, (_, at) => ({
    seq: (height - 1) * TICKS + at + 1,
    productId: 1 + at,
    price: decimal<Price>('1.08') + BigInt(height),
    volume: 1n,
    timeMs: START_MS + height * 1_000 - 500 + at,
    confirm: false,
  }));

/** A database as the version before left it: a chain, with the bodies of its last blocks. */
async function chained(db: Db): Promise<string> {
  const tree = new TreeEdge(sha256);
  let prevHash = '0'.repeat(64);
  const rows = Array.from({ length: BLOCKS }, (_, at) => {
    const height = at + 1;
    const body = encodeTicks(ticksOf(height));
    const header = {
      height,
      first_seq: at * TICKS + 1,
      last_seq: height * TICKS,
      time_ms: START_MS + height * 1_000,
      body_hash: hex(body),
      prev_hash: prevHash,
    };
    prevHash = hex(Object.values(header).join('\n'));
    const bodyHash = Buffer.from(header.body_hash, 'hex');
    tree.append(
      leafHash(
        sha256,
        utf8(blockEntryText({ height, firstSeq: header.first_seq, lastSeq: header.last_seq, timeMs: header.time_ms, bodyHash })),
      ),
    );
    return { ...header, hash: prevHash, body };
  });
  await db.transaction(async (trx) => {
    for (let at = 0; at < rows.length; at += 500) {
      const part = rows.slice(at, at + 500);
      await trx
        .insertInto('tape_chain')
        .values(part.map(({ body: _, ...row }) => row))
        .execute();
      await trx
        .insertInto('tape_body')
        .values(part.map(({ height, body }) => ({ height, body })))
        .execute();
    }
    await sql`insert into fact ("key", "value") values ('tape.pruned_height', '2000')`.execute(trx);
    await trx.deleteFrom('tape_body').where('height', '<=', 2_000).execute();
  });
  return toHex(tree.root());
}

/** What readers of the tape see of a block, whichever table has it. */
async function seen(db: Db, height: number) {
  const [group] = await readGroupsAfter(db.kysely, (height - 1) * TICKS, 1);
  return {
    newest: (await newestBlock(db.kysely))?.height,
    height: await heightOfSeq(db.kysely, height * TICKS),
    before: await lastSeqBefore(db.kysely, START_MS + height * 1_000),
    prices: group?.ticks.map(({ price }) => price),
  };
}
const expected = (height: number) => ({
  newest: BLOCKS,
  height,
  before: height * TICKS,
  prices: ticksOf(height).map(({ price }) => price),
});

eachDatabase('blocks of the chain', (open) => {
  it('D9.290 become leaves in batches that a start goes on with, and readers see the whole tape at every step', async () => {
    const db = await open();
    const root = await chained(db);
    const sizes = [];
    let isMoved = false;
    while (!isMoved) {
      expect(await seen(db, 2_100)).toEqual(expected(2_100));
      expect((await seen(db, 2_345)).prices).toEqual(expected(2_345).prices);
      sizes.push(await leafCount(db.kysely));
      isMoved = await moveChain(db);
    }
    expect(sizes).toEqual([0, 1_000, 2_000, BLOCKS]);
    expect(await seen(db, 2_100)).toEqual(expected(2_100));
    await expect(sql`select * from tape_chain`.execute(db.kysely)).rejects.toThrow(/tape_chain/);
    expect(await logProblem(db.kysely)).toBeUndefined();

    const clock = new ManualClock(START_MS + (BLOCKS + 5) * 1_000);
    const tape = await openTape(db, clock);
    tape.start();
    tape.push(tick('1.09', clock.now()));
    await clock.advance(3_000);
    await tape.stop();
    const row = await checkpointRow(db.kysely);
    expect(row.size).toBe(BLOCKS + 1);
    expect(parseCheckpoint(parseNote(row.note)?.text ?? '')?.size).toBe(BLOCKS + 1);
    expect(await logProblem(db.kysely)).toBeUndefined();
    expect(toHex(await new TreeReader(db.kysely).rootAt(BLOCKS))).toBe(root);
  });

  it('D9.290 wait with what is sealed until all of them are leaves; ticks are taken meanwhile, and the first whole tile has a summary', async () => {
    const db = await open();
    await chained(db);
    const clock = new ManualClock(START_MS + (BLOCKS + 5) * 1_000);
    const tape = await openTape(db, clock);
    tape.start();
    for (let second = 0; second < 240; second++) {
      tape.push(tick(`1.08${300 + second}`, clock.now()));
      await clock.advance(1_000);
    }
    for (let second = 0; second < 300; second++) {
      tape.push(tick(`1.08${300 + second}`, clock.now()));
      await clock.advance(1_000);
    }
    await tape.stop();
    const { size } = await checkpointRow(db.kysely);
    expect(size).toBeGreaterThan(BLOCKS + 500);
    // Blocks 2,305 to 2,560 were not sealed whole: the first summary is that of the next tile.
    const summaries = await db.kysely.selectFrom('tape_summary').select('tile').orderBy('tile').execute();
    expect(summaries.map(({ tile }) => tile)).toEqual([10]);
    const ranges = await db.kysely.selectFrom('tape_block').select('height').where('ranges', 'is not', null).execute();
    expect(ranges.map(({ height }) => height)).toEqual([2_816]);
    expect(await logProblem(db.kysely)).toBeUndefined();
  });

  it('D9.290 that do not belong together become leaves as they are, and the break is named for ever', async () => {
    const db = await open();
    await chained(db);
    await bendDatabase(db, `update tape_chain set time_ms = time_ms + 1 where height = 1500`);
    while (!(await moveChain(db)));
    expect(await leafCount(db.kysely)).toBe(BLOCKS);
    expect(await logProblem(db.kysely)).toBe('block 1500 of the chain: its hash is not the hash of its header');
  });
});
