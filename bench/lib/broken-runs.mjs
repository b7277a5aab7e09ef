/** Breaks what is measured in every way that the benches name: each such run must end with `WrongOutput`, every time. */
import { execFileSync } from 'node:child_process';
import { runBench } from './run-bench.mjs';

const NOT_NOTICED = 'NOT NOTICED';

/** What the benches themselves say that can be broken, by bench. */
function waysOf(names, { root, env }) {
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'bench/lib/list-breaks.ts', ...names], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(said);
}

/**
 * Every way of the benches in `names`, `times` times, one round after the other. Gives by `bench: way` what the last run said, how often it
 * was noticed and how often it was run; a run that failed with anything but `WrongOutput` was not noticed.
 */
export function runBroken(names, { root, env, times = 1 }) {
  const ways = Object.entries(waysOf(names, { root, env })).flatMap(([name, list]) => list.map((way) => ({ name, way })));
  const outcomes = Object.fromEntries(ways.map(({ name, way }) => [`${name}: ${way}`, { said: '', noticed: 0, runs: 0 }]));
  for (let round = 1; round <= times; round++) {
    for (const { name, way } of ways) {
      const startedMs = performance.now();
      const { result, said } = runBench(name, { root, env, args: ['--quick', '--broken', way], isQuiet: true });
      const why = result ? undefined : /WrongOutput[^:]*: (.*)/.exec(said)?.[1];
      const outcome = outcomes[`${name}: ${way}`];
      outcome.runs++;
      if (why !== undefined) outcome.noticed++;
      outcome.said = why === undefined ? NOT_NOTICED : outcome.said || why;
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
      const of = times > 1 ? ` ${round}/${times}` : '';
      console.error(`broken${of} ${name}: ${way}: ${why === undefined ? NOT_NOTICED : `noticed (${why})`}, ${seconds} s`);
      if (why === undefined) console.error(said.slice(-2_000));
    }
  }
  return outcomes;
}

/** A table of how often each was noticed. */
export function brokenTable(outcomes) {
  const rows = Object.entries(outcomes).map(([what, { noticed, runs }]) => `| ${what} | ${noticed} of ${runs} |`);
  return ['| broken | noticed |', '|---|---|', ...rows].join('\n');
}

export const isAllNoticed = (outcomes) => Object.values(outcomes).every(({ noticed, runs }) => noticed === runs);
