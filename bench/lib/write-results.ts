/** Merges what a run measured into `bench/results.json` and writes `bench/RESULTS.md` from it: `write-results.ts <run.json>`. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { type BenchResult, type Goal, isReached } from './bench.ts';
import { historyLine } from './history-line.ts';
import type { MachineSpeed } from './machine-speed.ts';
import { median } from './statistics.ts';

type Speeds = { readonly before: MachineSpeed; readonly after: MachineSpeed };
/** What the run said first, how often it was noticed and how often it was run; and of which commit the run was. */
type BrokenOutcome = { readonly said: string; readonly noticed: number; readonly runs: number; readonly commit?: string | undefined };
type Machine = {
  /** At the beginning and at the end of the last whole run: a run of some benches says nothing of the minutes of the others. */
  readonly speeds: Speeds;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly browser: string;
};
/** `commit` that was measured. A bench that failed in its last run has no figure, whatever an older run had measured. */
type Measured = BenchResult & {
  readonly title: string;
  readonly date: string;
  readonly commit?: string | undefined;
  readonly tookSeconds?: number;
  /** Mean of runnable threads in the last minute, as it ended: kernels at both ends of a run see nobody who came and went between. */
  readonly machineLoad?: number;
  readonly isFailed?: boolean;
};
type Results = {
  machine: Machine;
  /** Of the last whole run; undefined before there was one. */
  tookSeconds?: number;
  versions: Record<string, string>;
  benches: Record<string, Measured>;
  broken: Record<string, BrokenOutcome>;
};
type Run = {
  /** As it was when the run began, with a plus where it is not what was measured throughout; undefined without git. */
  commit?: string;
  results: Record<string, BenchResult & { title: string }>;
  /** Benches that measured nothing. */
  failed: readonly string[];
  broken: Record<string, BrokenOutcome>;
  speeds: Speeds;
  tookSeconds: number;
  isWhole: boolean;
  /** A line of the history is written. */
  isHistory: boolean;
};

const folder = new URL('../', import.meta.url);
const read = <T>(path: string | URL): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const round = (value: number): number => Number(value.toPrecision(4));

function machine(speeds: Speeds): Machine {
  const browser = process.env.CHROMIUM_PATH
    ? execFileSync(process.env.CHROMIUM_PATH, ['--version', '--no-sandbox'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    : 'unknown';
  const cpu = cpus()[0]?.model.trim() ?? 'unknown';
  return { speeds, cpu, cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30), node: process.version, browser };
}

/** Exact versions of our own runtime libraries and of the peers. */
function versions(): Record<string, string> {
  type Package = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
  const own = read<Package>(new URL('../package.json', folder)).dependencies ?? {};
  const peers = read<Package>(new URL('package.json', folder)).devDependencies ?? {};
  const isShown = (name: string) => !name.startsWith('@types/');
  return Object.fromEntries(Object.entries({ ...own, ...peers }).filter(([name]) => isShown(name)));
}

const goalRow = (bench: string, goal: Goal): string => {
  const verdict = isReached(goal) ? 'pass' : '**short**';
  const limit = `${goal.atLeast ? '≥' : '≤'} ${goal.limit}`;
  return `| ${goal.id} | ${goal.text} | ${round(goal.value)} ${goal.unit} | ${limit} | ${verdict} | \`${bench}\` | ${goal.note ?? ''} |`;
};

function figureRows({ figures }: BenchResult): string[] {
  return figures.map(({ name, unit, samples: all }) => {
    // What could not be divided is no sample.
    const samples = all.filter(Number.isFinite);
    const numbers = [median(samples), Math.min(...samples), Math.max(...samples)].map(round);
    return `| ${name} | ${numbers[0]} | ${numbers[1]} | ${numbers[2]} | ${samples.length} | ${unit} |`;
  });
}

const speedRows = ({ before, after }: Speeds): string[] =>
  Object.entries(before).map(([what, { median: first, unit }]) => `| ${what} | ${first} | ${after[what]?.median ?? ''} | ${unit} |`);

function page({ machine: box, versions: used, benches, broken, tookSeconds }: Results): string {
  const goals = Object.entries(benches)
    .flatMap(([name, bench]) => bench.goals.map((goal) => ({ name, goal })))
    .sort((a, b) => Number(a.goal.id.slice(1)) - Number(b.goal.id.slice(1)));
  const short = goals.filter(({ goal }) => !isReached(goal)).length;
  const failed = Object.keys(benches).filter((name) => benches[name]?.isFailed);
  return [
    '# Results',
    '',
    'Written by `npm run bench`; what each figure means and how it is made is in `docs/performance.md`. Absolute times are for orientation: they change with the machine.',
    '',
    `Machine: ${box.cpu}, ${box.cores} cores, ${box.memoryGb} GB; Node ${box.node}; ${box.browser}.${tookSeconds ? ` The last whole run took ${tookSeconds} s.` : ''}`,
    '',
    '| speed of this machine, last whole run | at the beginning | at the end | unit |',
    '|---|---|---|---|',
    ...speedRows(box.speeds),
    '',
    `Versions: ${Object.entries(used)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    `## Goals: ${goals.length - short} reached, ${short} short${failed.length ? `, ${failed.length} benches failed` : ''}`,
    '',
    '| goal | what | measured | limit | verdict | bench | note |',
    '|---|---|---|---|---|---|---|',
    ...goals.map(({ name, goal }) => goalRow(name, goal)),
    ...failed.map((name) => `| | all goals of this bench | | | **failed** | \`${name}\` | it measured nothing |`),
    ...Object.entries(benches).flatMap(([name, bench]) => [
      '',
      `## ${name}: ${bench.title}`,
      '',
      `${bench.load} (${[bench.date, bench.commit, bench.tookSeconds && `${bench.tookSeconds} s`, bench.machineLoad && `load ${bench.machineLoad.toFixed(1)}`].filter(Boolean).join(', ')})`,
      '',
      ...(bench.figures.length ? ['| figure | median | min | max | runs | unit |', '|---|---|---|---|---|---|', ...figureRows(bench)] : []),
      ...(bench.notes?.length ? ['', ...bench.notes.map((note) => `- ${note}`)] : []),
    ]),
    ...(Object.keys(broken).length
      ? [
          '',
          '## Broken on purpose',
          '',
          'Each of these breaks what is measured; the run must then fail instead of getting faster.',
          '',
          '| broken | noticed | commit | what the bench said |',
          '|---|---|---|---|',
          ...Object.entries(broken).map(
            ([what, { said, noticed, runs, commit = '' }]) =>
              `| ${what} | ${noticed} of ${runs} | ${commit} | ${said.replaceAll('|', '\\|')} |`,
          ),
        ]
      : []),
    '',
  ].join('\n');
}

const [runFile] = process.argv.slice(2);
if (!runFile) throw new Error('usage: write-results.ts <run.json>');
const run = read<Run>(runFile);
const file = new URL('results.json', folder);
const before: Partial<Results> = existsSync(file) && !run.isWhole ? read<Results>(file) : {};
const date = new Date().toISOString().slice(0, 10);
const { commit } = run;
const tookSeconds = run.isWhole ? run.tookSeconds : before.tookSeconds;
const results: Results = {
  machine: run.isWhole || !before.machine ? machine(run.speeds) : before.machine,
  ...(tookSeconds === undefined ? {} : { tookSeconds }),
  versions: versions(),
  benches: {
    ...before.benches,
    ...Object.fromEntries(Object.entries(run.results).map(([name, result]) => [name, { ...result, date, commit }])),
    ...Object.fromEntries(
      run.failed.map((name) => [
        name,
        { title: 'failed', load: 'It measured nothing', figures: [], goals: [], date, commit, isFailed: true },
      ]),
    ),
  },
  broken: { ...before.broken, ...Object.fromEntries(Object.entries(run.broken).map(([what, outcome]) => [what, { ...outcome, commit }])) },
};
writeFileSync(file, `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? round(value) : value), 1)}\n`);
writeFileSync(new URL('RESULTS.md', folder), page(results));
if (run.isHistory) {
  appendFileSync(new URL('history.jsonl', folder), `${historyLine({ ...run, commit })}\n`);
}
