/**
 * One life of a node that writes the tape, for `tape-kill.test.ts`: it seals blocks as fast as its clock is moved and kills itself between
 * two steps of the writing (`KILL_AT`, at the `KILL_BLOCK`th block of this life). Every note that it would show anybody goes to its output.
 */
import system, { writeSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { ManualClock } from '#server/clock/clock.ts';
import type { Db } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { silentLog } from '#server/log.ts';
import { checkpointRow, leafCount } from '#server/repositories/tape-log-repository.ts';
import { openTapeLog } from '#server/tape/log/open-log.ts';
import { createPriceTape } from '#server/tape/price-tape.ts';
import { START_MS, tick } from '../server/tape/tape-rig.ts';

const { DATA_DIR = '', DATABASE_URL, KEY_DIR = '', KILL_AT = 'never', KILL_BLOCK = '1' } = process.env;
/** More than any kill waits for. */
const BLOCKS = 12;

let block = 0;
let show: (() => void) | undefined;
/** Ends this process here, as a kernel that is short of memory would, when it is this step's turn. */
function here(step: string): void {
  // A whole file is written once in a life, before its first block or with it.
  if (KILL_AT !== step || (block !== Number(KILL_BLOCK) && !step.endsWith('rename'))) return;
  // What memory holds at this moment, anybody may just have been told.
  show?.();
  process.kill(process.pid, 'SIGKILL');
}

const { openSync, write } = system;
/** The file `newest`, while it is written over. */
let newest: number | undefined;
system.openSync = (path, ...rest) => {
  const isNewest = String(path).includes('newest');
  if (isNewest) here('before newest');
  const file = openSync(path, ...rest);
  if (isNewest) {
    newest = file;
    here('newest open');
  }
  return file;
};
/** Of a node: the file, its bytes, from where, how many, to where, and who is told. */
type Told = (error: Error | null, written: number) => void;
const mortalWrite = (file: number, bytes: Buffer, from: number, length: number, to: number, told: Told): void => {
  if (file === newest) here('newest not written');
  write(file, bytes, from, length, to, (error, written) => {
    if (file === newest) here('newest written');
    told(error, written);
  });
};
Object.assign(system, { write: mortalWrite });
const { rename } = files;
files.rename = async (from, to) => {
  here('before rename');
  await rename(from, to);
  here('after rename');
};
syncBuiltinESMExports();

/** The database, with the kills around the commits that seal a block. */
function mortal(db: Db): Db {
  return {
    ...db,
    async transaction(work) {
      let isSeal = false;
      const result = await db.transaction(async (trx) => {
        const before = await leafCount(trx);
        const done = await work(trx);
        isSeal = (await leafCount(trx)) > before;
        if (isSeal) {
          block++;
          here('before commit');
        }
        return done;
      });
      if (isSeal) here('after commit');
      return result;
    },
  };
}

const db = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, isFlushed: false });
const { time_ms } = await checkpointRow(db.kysely);
const clock = new ManualClock(Math.max(START_MS, time_ms));
const tapeLog = await openTapeLog({ db, clock, log: silentLog, keyDir: KEY_DIR, origin: 'test.example/tape', waitMs: 0 });
const tape = await createPriceTape({ db: mortal(db), clock, log: silentLog, tapeLog, bodyKeepMs: 86_400_000 });
show = () => void (tapeLog.head && writeSync(1, `${JSON.stringify(tapeLog.head.note)}\n`));
show();
tapeLog.listening();
tape.start();
for (let second = 0; second < BLOCKS; second++) {
  // Another price in each life: whatever is sealed twice would have two roots.
  tape.push(tick(`1.${10_000 + Math.floor(Math.random() * 80_000)}`, clock.now()));
  await clock.advance(1_000);
  here('after publishing');
  show();
}
await tape.stop();
await db.close();
