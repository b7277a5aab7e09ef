/** Runs one bench in a process of its own and gives what it measured, or what it said when it failed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A bench that hangs is ended; the longest takes about four minutes. */
const BENCH_MS_MAX = 600_000;
/** A broken run measures nothing: what lasts longer hangs. */
const BROKEN_MS_MAX = 150_000;

/**
 * `root`: of the product under measurement, whose `bench` folder is run. `args` go to `bench/lib/run-one.ts` behind the name. With `isQuiet`
 * what the bench prints to stderr is given as `said` instead.
 */
export function runBench(name, { root, env, args = [], isQuiet = false }) {
  const outDir = join(root, '.cache', 'bench');
  mkdirSync(outDir, { recursive: true });
  const file = join(outDir, `${name}.json`);
  rmSync(file, { force: true });
  const stdio = isQuiet ? 'pipe' : 'inherit';
  const { status, stderr } = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', 'bench/lib/run-one.ts', name, ...args], {
    cwd: root,
    env: { ...env, RESULT_FILE: file },
    stdio: ['ignore', stdio, stdio],
    timeout: args.includes('--broken') ? BROKEN_MS_MAX : BENCH_MS_MAX,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  const wrote = status === 0 && existsSync(file);
  return { result: wrote ? JSON.parse(readFileSync(file, 'utf8')) : undefined, said: `${stderr ?? ''}` };
}
