/** G22: what a second of the tape costs once it has ended: its block, its leaf, the signed checkpoint and the file `newest`, beside a commit of ticks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../server/clock/clock.ts';
import type { Db } from '../server/database/database.ts';
import { type DatabaseOptions, openDatabase } from '../server/database/open-database.ts';
import { silentLog } from '../server/log.ts';
import { insertGroup } from '../server/repositories/tape-repository.ts';
import { BlockSealer } from '../server/tape/log/block-sealer.ts';
import { logProblem } from '../server/tape/log/log-problem.ts';
import { openTapeLog } from '../server/tape/log/open-log.ts';
import type { TapeLog } from '../server/tape/log/tape-log.ts';
import { encodeTicks } from '../src/domain/tape/tick-codec.ts';
import { startLocalPostgres } from '../tests/server/local-postgres.ts';
import { assertOutput, type Bench, type BenchOptions, type BenchResult, type Figure } from './lib/bench.ts';
import { median } from './lib/statistics.ts';

const SEALED_MS_MAX = 2;
/** Blocks: a whole tile with its summary, and what warms up before. */
const SIZE = { full: { warm: 64, counted: 512 }, quick: { warm: 16, counted: 48 } } as const;
/** As many as the seeded market has in a second. */
const GROUPS = 10;
const TICKS_OF_A_GROUP = 12;
const SECOND_MS = 1_000;
const NOBODY_PUBLISHES = 'a checkpoint is committed and shown to nobody';

type Times = { readonly commit: number[]; readonly sealed: number[]; readonly published: number[] };

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const before = performance.now();
  const done = await work();
  into.push(performance.now() - before);
  return done;
}

/** A second of ticks, each group a commit of its own. */
async function commitSecond(db: Db, clock: ManualClock, firstSeq: number, into: number[]): Promise<number> {
  let seq = firstSeq;
  for (let group = 0; group < GROUPS; group++) {
    const ticks = Array.from({ length: TICKS_OF_A_GROUP }, (_, at) => {
      const price = BigInt(100_000_000 + ((seq + at) % 977) * 1_000);
      return { seq: seq + at, productId: 1 + at, price, volume: 300_000_000n, timeMs: clock.now(), confirm: false } as const;
    });
    const row = { first_seq: seq, last_seq: seq + ticks.length - 1, committed_at: clock.now(), body: encodeTicks(ticks as never) };
    await timed(into, () => db.transaction((trx) => insertGroup(trx, row)));
    seq += ticks.length;
    await clock.advance(SECOND_MS / GROUPS);
  }
  return seq;
}

async function sealSecond(db: Db, tapeLog: TapeLog, sealer: BlockSealer, nowMs: number, { sealed, published }: Times, broken: boolean) {
  const block = await timed(sealed, () => db.transaction((trx) => sealer.seal(trx, nowMs)));
  assertOutput(block !== undefined, 'a second had ended and was not sealed');
  await timed(published, async () => (broken ? undefined : tapeLog.publish(block.block)));
  block.committed();
}

async function measure(options: DatabaseOptions, keyDir: string, { quick, broken }: BenchOptions): Promise<Times> {
  const { warm, counted } = SIZE[quick ? 'quick' : 'full'];
  const db = await openDatabase(options);
  try {
    const clock = new ManualClock(Date.UTC(2026, 2, 4, 10));
    const tapeLog = await openTapeLog({ db, clock, log: silentLog, keyDir, origin: 'bench.example/tape', waitMs: 0 });
    tapeLog.listening();
    const sealer = new BlockSealer(tapeLog);
    const times: Times = { commit: [], sealed: [], published: [] };
    let seq = 1;
    for (let second = 0; second < warm + counted; second++) {
      seq = await commitSecond(db, clock, seq, times.commit);
      await sealSecond(db, tapeLog, sealer, clock.now(), times, broken === NOBODY_PUBLISHES);
      assertOutput(
        tapeLog.head?.size === second + 1,
        `${second + 1} blocks were sealed, and the checkpoint shown is of ${tapeLog.head?.size}`,
      );
    }
    const problem = await logProblem(db.kysely);
    assertOutput(problem === undefined, `the log does not hold: ${problem}`);
    return {
      commit: times.commit.slice(warm * GROUPS),
      sealed: times.sealed.slice(warm),
      published: times.published.slice(warm),
    };
  } finally {
    await db.close();
  }
}

const both = ({ sealed, published }: Times): number[] => sealed.map((ms, at) => ms + (published[at] ?? 0));

async function run(options: BenchOptions): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-seal-'));
  const postgres = await startLocalPostgres({});
  try {
    const stores: [name: string, options: DatabaseOptions][] = [['SQLite', { dataDir: folder }]];
    if (postgres) stores.push(['PostgreSQL', { dataDir: folder, databaseUrl: postgres.url }]);
    const times = new Map<string, Times>();
    for (const [name, store] of stores) times.set(name, await measure(store, join(folder, `keys-${name}`), options));
    const figure = (name: string, samples: readonly number[]): Figure => ({ name, unit: 'ms', samples, isWall: true });
    return {
      load: `${GROUPS} groups of ${TICKS_OF_A_GROUP} ticks a second, each a commit flushed to the disk, then the second is sealed: ${SIZE.full.counted} seconds, one after another. The log is recomputed at the end.`,
      figures: [...times].flatMap(([name, one]) => [
        figure(`a commit of ticks, ${name}`, one.commit),
        figure(`the transaction that seals, ${name}`, one.sealed),
        figure(`the file newest, ${name}`, one.published),
      ]),
      goals: [...times].map(([name, one]) => ({
        id: 'G22',
        text: `sealing and signing a second, beside a commit, ${name}`,
        value: median(both(one)) - median(one.commit),
        unit: 'ms',
        limit: SEALED_MS_MAX,
        isWall: true,
        isDifference: true,
      })),
    };
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = { title: 'Sealing and signing a second of the tape', breaks: [NOBODY_PUBLISHES], run };
