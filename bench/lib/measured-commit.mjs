/** Which commit a run measures: pages and bundles are built from the work tree all along, so it is looked at as the run begins and as it ends. */
import { execFileSync } from 'node:child_process';

/** Written by a run itself. */
const WRITTEN = ['bench/results.json', 'bench/RESULTS.md', 'bench/history.jsonl'];

/** Short name of the commit in a work tree, with a plus where files other than the results were changed; undefined without git. */
export function commitOf(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changed = git('status', '--porcelain', '--', '.', ...WRITTEN.map((path) => `:!${path}`));
    return `${git('rev-parse', '--short=10', 'HEAD').trim()}${changed ? '+' : ''}`;
  } catch {
    return undefined;
  }
}

/** The commit that a run began with, with a plus where it is another one by now or files were changed meanwhile. */
export const measuredCommit = (begun, now) => (begun === undefined || begun.endsWith('+') || begun === now ? begun : `${begun}+`);
