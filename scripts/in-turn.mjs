// Two commands at once, such as `npm start` and `npm run operator`, write into the same folders: the second waits for the first.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 200;
/** A build takes half a minute, and some minutes on a machine that is busy with other things. */
const WAIT_MS_MAX = 300_000;

/** Whoever was killed while they were at it keeps nobody out. */
function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Whose turn it is; 0 for nobody whose number can be read. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Runs `act`, which must end before it returns, while no other process of this folder runs one under the same file. Throws when that takes too long. */
export function inTurn(file, act, { waitMs = WAIT_MS_MAX, say = (line) => process.stderr.write(`${line}\n`) } = {}) {
  const endMs = Date.now() + waitMs;
  let isTold = false;
  while (!take(file)) {
    const pid = holderOf(file);
    if (pid > 0 && isGone(pid)) {
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() > endMs) throw new Error(`another build (process ${pid}) has not ended; if there is none, remove ${file}`);
    if (!isTold) say(`another build is under way (process ${pid}): waiting for it`);
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
  try {
    return act();
  } finally {
    rmSync(file, { force: true });
  }
}
