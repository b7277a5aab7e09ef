/**
 * Another commit beside this work tree: the same benches, those of this work tree, on both products in turns. The other product lies in a
 * git work tree of its own with its own build; the folder `bench` in it is a copy of ours, so that all that a bench imports, builds, starts or
 * serves is the other's.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBench } from './run-bench.mjs';

/** Of `bench`: made by a run, or large and the same for both. */
const NOT_COPIED = new Set(['node_modules', 'results.json', 'RESULTS.md', 'history.jsonl']);

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** The full name of a commit; undefined when there is none. */
function commitOf(root, name) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** At most one other commit is kept, since each holds a build and maybe libraries of its own. */
function removeOthers(root, folder, kept) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name === kept) continue;
    spawnSync('git', ['worktree', 'remove', '--force', join(folder, name)], { cwd: root });
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  git(root, 'worktree', 'prune');
}

/** Work tree of a commit with our benches in it, or with those that it had itself, installed and built. Gives its folder. */
function otherProduct(root, commit, { env, isOwn }) {
  const folder = join(root, '.cache', 'compare');
  const other = join(folder, commit);
  removeOthers(root, folder, commit);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(other, 'package.json'))) git(root, 'worktree', 'add', '--force', '--detach', other, commit);
  const lock = (of) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  const modules = join(other, 'node_modules');
  // The same libraries need no second copy; libraries of its own stay where they are.
  const isLink = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  const isShared = lock(other) === lock(root);
  if (isLink || isShared) rmSync(modules, { recursive: !isLink, force: true });
  if (isShared) symlinkSync(join(root, 'node_modules'), modules, 'dir');
  // An install under NODE_ENV=production would leave the builders out.
  const { NODE_ENV: _, ...unset } = env;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: other, env: unset, stdio: ['ignore', 2, 2] });
  rmSync(join(other, 'bench'), { recursive: true, force: true });
  if (isOwn) git(other, 'checkout', '--', 'bench');
  else copyBenches(root, other);
  symlinkSync(join(root, 'bench', 'node_modules'), join(other, 'bench', 'node_modules'), 'dir');
  return other;
}

function copyBenches(root, other) {
  cpSync(join(root, 'bench'), join(other, 'bench'), {
    recursive: true,
    filter: (path) => !NOT_COPIED.has(path.slice(join(root, 'bench').length + 1)),
  });
}

/** The sides of one round: who goes first turns round each time. */
const turn = (round, old, now) => (round % 2 ? [now, old] : [old, now]);

/**
 * Runs the benches `runs` times on each side, prints a table and gives whether nothing is worse by more than `worsePercent`; a bench that
 * fails on either side ends the comparison with an error, since nothing can be said of it. `isFull`: with as many repetitions as a whole run.
 * `isOwn`: the other commit is measured by the benches that it had, where ours would look for files that have moved since; what they
 * count must be the same, which the difference of the two folders tells.
 */
export async function compareWith(name, names, { root, env, runs, worsePercent, isFull, isOwn }) {
  const commit = commitOf(root, name);
  if (!commit) {
    console.error(`--compare: ${name} is no commit of this repository`);
    return false;
  }
  const old = { key: 'old', root: otherProduct(root, commit, { env, isOwn }) };
  const now = { key: 'new', root };
  const measured = [];
  for (const bench of names) {
    const results = { bench, old: [], new: [] };
    for (let round = 0; round < runs; round++) {
      for (const { key, root: product } of turn(round, old, now)) {
        console.error(`${bench} ${round + 1}/${runs}: ${key}`);
        const { result, said } = await runBench(bench, { root: product, env, args: isFull ? [] : ['--quick'], isQuiet: true });
        if (result) {
          results[key].push(result);
          continue;
        }
        console.error(`${said.slice(-2_000)}\n${bench} failed on the ${key} side: it cannot be compared`);
        return false;
      }
    }
    measured.push(results);
  }
  const file = join(root, '.cache', 'bench', 'compare.json');
  writeFileSync(file, JSON.stringify({ commit, worsePercent, runs, measured }));
  const table = spawnSync(process.execPath, ['--import', 'tsx', 'bench/lib/compare-table.ts', file], { cwd: root, env, stdio: 'inherit' });
  return table.status === 0;
}
