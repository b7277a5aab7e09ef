/** Merges what a run measured into `bench/results.json` and writes `bench/RESULTS.md` from it: `write-results.ts <run.json>`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { type BenchResult, type Goal, isReached } from './bench.ts';
import { median } from './statistics.ts';

/** `parseNs`: what `JSON.parse` of one tick takes, the yardstick between machines. */
type Machine = {
  readonly parseNs: number;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly browser: string;
};
type Measured = BenchResult & { readonly title: string; readonly date: string };
type Results = {
  machine: Machine;
  /** Of the last whole run; undefined before there was one. */
  tookSeconds?: number;
  versions: Record<string, string>;
  benches: Record<string, Measured>;
  broken: Record<string, string>;
};
type Run = {
  results: Record<string, BenchResult & { title: string }>;
  broken: Record<string, string>;
  tookSeconds: number;
  isWhole: boolean;
};

const folder = new URL('../', import.meta.url);
const read = <T>(path: string | URL): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const round = (value: number): number => Number(value.toPrecision(4));

const A_TICK =
  '{"type":"DAY_MARKET","symbol":"EURUSD","quotation":{"open":1.10123,"close":1.10012,"high":1.10325,"low":1.09877,"change":-0.1,"time":1763625600123}}';
const PARSES = 100_000;
const PARSE_ROUNDS = 9;

/** Median of rounds, in nanoseconds. */
function parseNs(): number {
  const rounds = Array.from({ length: PARSE_ROUNDS }, () => {
    const startedMs = performance.now();
    for (let parse = 0; parse < PARSES; parse++) JSON.parse(A_TICK);
    return ((performance.now() - startedMs) * 1e6) / PARSES;
  });
  return Math.round(median(rounds));
}

function machine(): Machine {
  const browser = process.env.CHROMIUM_PATH
    ? execFileSync(process.env.CHROMIUM_PATH, ['--version', '--no-sandbox'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    : 'unknown';
  const cpu = cpus()[0]?.model.trim() ?? 'unknown';
  return { parseNs: parseNs(), cpu, cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30), node: process.version, browser };
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

function page({ machine: box, versions: used, benches, broken, tookSeconds }: Results): string {
  const goals = Object.entries(benches)
    .flatMap(([name, bench]) => bench.goals.map((goal) => ({ name, goal })))
    .sort((a, b) => Number(a.goal.id.slice(1)) - Number(b.goal.id.slice(1)));
  const short = goals.filter(({ goal }) => !isReached(goal)).length;
  return [
    '# Results',
    '',
    'Written by `npm run bench`; what each figure means and how it is made stands in `docs/performance.md`. Every goal is a ratio of one run, or bytes; absolute times are for orientation.',
    '',
    `Machine: ${box.cpu}, ${box.cores} cores, ${box.memoryGb} GB; Node ${box.node}; ${box.browser}; \`JSON.parse\` of one tick takes ${box.parseNs} ns (655 to 761 where the limits were found).${tookSeconds ? ` The last whole run took ${tookSeconds} s.` : ''}`,
    '',
    `Versions: ${Object.entries(used)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    `## Goals: ${goals.length - short} reached, ${short} short`,
    '',
    '| goal | what | measured | limit | verdict | bench | note |',
    '|---|---|---|---|---|---|---|',
    ...goals.map(({ name, goal }) => goalRow(name, goal)),
    ...Object.entries(benches).flatMap(([name, bench]) => [
      '',
      `## ${name}: ${bench.title}`,
      '',
      `${bench.load} (${bench.date})`,
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
          '| broken | what the bench said |',
          '|---|---|',
          ...Object.entries(broken).map(([what, said]) => `| ${what} | ${said.replaceAll('|', '\\|')} |`),
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
const tookSeconds = run.isWhole ? run.tookSeconds : before.tookSeconds;
const results: Results = {
  machine: machine(),
  ...(tookSeconds === undefined ? {} : { tookSeconds }),
  versions: versions(),
  benches: { ...before.benches, ...Object.fromEntries(Object.entries(run.results).map(([name, result]) => [name, { ...result, date }])) },
  broken: { ...before.broken, ...run.broken },
};
writeFileSync(file, `${JSON.stringify(results, (_, value) => (typeof value === 'number' ? round(value) : value), 1)}\n`);
writeFileSync(new URL('RESULTS.md', folder), page(results));
