/** Runs one bench in a process of its own and gives what it measured, or what it said when it failed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A bench that hangs is ended; the longest takes about four minutes. */
const BENCH_MS_MAX = 600_000;
/** A broken run measures nothing: what lasts longer hangs. */
const BROKEN_MS_MAX = 150_000;
/** In these CPU time is what is compared: garbage is collected by the thread itself, else helpers that wait for each other are counted as well. */
const ALONE = new Set(['candles', 'ingest']);
/** Characters that are kept of what it says. */
const SAID_MAX = 100_000;

/**
 * `root`: of the product under measurement, whose `bench` folder is run. `args` go to `bench/lib/run-one.ts` behind the name. With `isQuiet`
 * what the bench prints to stderr is given as `said` instead.
 */
export async function runBench(name, { root, env, args = [], isQuiet = false }) {
  const outDir = join(root, '.cache', 'bench');
  mkdirSync(outDir, { recursive: true });
  const file = join(outDir, `${name}.json`);
  rmSync(file, { force: true });
  const child = spawn(
    process.execPath,
    ['--expose-gc', ...(ALONE.has(name) ? ['--single-threaded-gc'] : []), '--import', 'tsx', 'bench/lib/run-one.ts', name, ...args],
    {
      cwd: root,
      env: { ...env, RESULT_FILE: file },
      stdio: isQuiet ? ['ignore', 'ignore', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      timeout: args.includes('--broken') ? BROKEN_MS_MAX : BENCH_MS_MAX,
      killSignal: 'SIGKILL',
    },
  );
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-SAID_MAX);
  });
  const [status] = await once(child, 'close');
  const wrote = status === 0 && existsSync(file);
  return { result: wrote ? JSON.parse(readFileSync(file, 'utf8')) : undefined, said };
}
