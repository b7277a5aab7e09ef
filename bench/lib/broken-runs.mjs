/** Breaks what is measured in every way that the benches name: each such run must end with `WrongOutput`, every time. */
import { execFileSync } from 'node:child_process';
import { isAboutIt } from './broken-words.mjs';
import { runBench } from './run-bench.mjs';

const NOT_NOTICED = 'NOT NOTICED';
/** Broken runs at once, two more than the smallest machine has cores: most of their time they wait for what does not come. */
const LANES = 4;

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

/** Breaks one bench in one way, once. What it says when it noticed, `undefined` when it did not. */
async function breakOnce({ name, way }, label, at) {
  const startedMs = performance.now();
  const { result, said } = await runBench(name, { ...at, args: ['--quick', '--broken', way], isQuiet: true });
  const words = result ? undefined : /WrongOutput[^:]*: (.*)/.exec(said)?.[1];
  const why = words !== undefined && isAboutIt(`${name}: ${way}`, words) ? words : undefined;
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.error(`broken${label} ${name}: ${way}: ${why === undefined ? NOT_NOTICED : `noticed (${why})`}, ${seconds} s`);
  if (why === undefined) console.error(said.slice(-2_000));
  return why;
}

/**
 * Every way of the benches in `names`, `times` times, several at once, since the clock decides for none of them but those that wait for what never comes; of one bench only one at a time,
 * since they share a build. Gives by `bench: way` what the last run said, how often it was noticed and how often it was run; a run that
 * failed with anything but `WrongOutput`, or with words that are not about what was broken, was not noticed.
 */
export async function runBroken(names, { root, env, times = 1 }) {
  const ways = Object.entries(waysOf(names, { root, env })).flatMap(([name, list]) => list.map((way) => ({ name, way })));
  const outcomes = Object.fromEntries(ways.map(({ name, way }) => [`${name}: ${way}`, { said: '', noticed: 0, runs: 0 }]));
  const waiting = Array.from({ length: times }, (_, round) =>
    ways.map((each) => ({ ...each, label: times > 1 ? ` ${round + 1}/${times}` : '' })),
  ).flat();
  const running = new Set();
  const lane = async () => {
    for (;;) {
      const at = waiting.findIndex(({ name }) => !running.has(name));
      if (at < 0) return;
      const [{ name, way, label }] = waiting.splice(at, 1);
      running.add(name);
      const why = await breakOnce({ name, way }, label, { root, env });
      running.delete(name);
      const outcome = outcomes[`${name}: ${way}`];
      outcome.runs++;
      if (why !== undefined) outcome.noticed++;
      outcome.said = why === undefined ? NOT_NOTICED : outcome.said || why;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

/** A table of how often each was noticed. */
export function brokenTable(outcomes) {
  const rows = Object.entries(outcomes).map(([what, { noticed, runs }]) => `| ${what} | ${noticed} of ${runs} |`);
  return ['| broken | noticed |', '|---|---|', ...rows].join('\n');
}

export const isAllNoticed = (outcomes) => Object.values(outcomes).every(({ noticed, runs }) => noticed === runs);
