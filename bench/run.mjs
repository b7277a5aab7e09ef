// Runs the benches, one process each and one after the other, on the built product, beside their peers.
//   npm run bench                      all of them, then the broken runs; writes bench/results.json and bench/RESULTS.md
//   npm run bench -- chart list        these only; their rows are replaced in the results, the others stay
//   npm run bench -- chart --quick     few repetitions, nothing is written
//   npm run bench -- chart --broken    only its broken runs: each must fail
//   npm run bench -- --check           types only
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../scripts/browser.mjs';
import { buildIfStale } from '../scripts/build.mjs';
import { installIfMissing, root } from '../scripts/install.mjs';

const folder = join(root, 'bench');
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const has = (flag) => flags.includes(flag);
/** A bench that hangs is ended; the longest takes about four minutes. */
const BENCH_MS_MAX = 600_000;
/** Cheap ones first, so that a mistake shows early; a name that is not here comes last. */
const ORDER = [
  'bytes',
  'cold-load',
  'ingest',
  'candles',
  'worker',
  'chart',
  'list',
  'main-thread',
  'latency',
  'reconnect',
  'heap',
  'radio',
  'orders',
  'fan-out',
  'start',
];

/** The peers are installed here only: `npm test` and the product never see them. */
function installPeers() {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.outcry-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 2, 2] });
  writeFileSync(stamp, lock);
}

const rank = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
const known = readdirSync(folder)
  .flatMap((file) => (file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : []))
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
const strange = words.filter((word) => !known.includes(word));
if (strange.length) {
  console.error(`no bench is called ${strange.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}
const names = words.length ? known.filter((name) => words.includes(name)) : known;

installIfMissing();
installPeers();
buildIfStale();
const types = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'bench'], { cwd: root, stdio: ['ignore', 2, 2] });
if (types.status !== 0 || has('--check')) process.exit(types.status ?? 1);
const env = { ...process.env, CHROMIUM_PATH: await chromiumPath(), NODE_ENV: 'production' };
const outDir = join(root, '.cache', 'bench');
mkdirSync(outDir, { recursive: true });

/** Runs one bench in a process of its own. Gives its result, or undefined when it failed. */
function runOne(name, extra, stdio = 'inherit') {
  const file = join(outDir, `${name}.json`);
  rmSync(file, { force: true });
  const node = ['--expose-gc', '--import', 'tsx', 'bench/lib/run-one.ts', name, ...extra];
  const result = spawnSync(process.execPath, node, {
    cwd: root,
    env: { ...env, RESULT_FILE: file },
    stdio: ['ignore', stdio, stdio],
    timeout: BENCH_MS_MAX,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  const wrote = result.status === 0 && existsSync(file);
  return { result: wrote ? JSON.parse(readFileSync(file, 'utf8')) : undefined, said: `${result.stderr ?? ''}` };
}

const startedMs = performance.now();
const seconds = () => `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
let isGood = true;

const results = {};
const broken = {};

/** Writes what there is so far, so that an ended run has not measured for nothing. */
function writeResults() {
  if (has('--quick') || has('--broken')) return;
  const run = join(outDir, 'run.json');
  const tookSeconds = Math.round((performance.now() - startedMs) / 1000);
  writeFileSync(run, JSON.stringify({ results, broken, tookSeconds, isWhole: words.length === 0 }));
  execFileSync(process.execPath, ['--import', 'tsx', 'bench/lib/write-results.ts', run], { cwd: root, env, stdio: 'inherit' });
}

if (!has('--broken')) {
  for (const name of names) {
    console.error(`\n== ${name} (${seconds()})`);
    const { result } = runOne(name, has('--quick') ? ['--quick'] : []);
    if (result) results[name] = result;
    else isGood = false;
    if (!result) console.error(`${name}: failed`);
    for (const line of result ? goalLines(result) : []) console.error(line);
  }
}

writeResults();

// Each way to break what is measured must end the run with an error that says what was wrong.
if (has('--broken') || (words.length === 0 && !has('--quick'))) {
  for (const name of names) {
    const source = readFileSync(join(folder, `${name}.bench.ts`), 'utf8');
    const ways = [...(/breaks: \[([^\]]*)\]/.exec(source)?.[1].matchAll(/'([^']+)'/g) ?? [])].map((match) => match[1]);
    for (const way of ways) {
      const { result, said } = runOne(name, ['--quick', '--broken', way], 'pipe');
      const why = /WrongOutput[^:]*: (.*)/.exec(said)?.[1];
      const failed = !result && why !== undefined;
      broken[`${name}: ${way}`] = failed ? why : 'NOT NOTICED';
      console.error(`broken ${name}: ${way}: ${failed ? `noticed (${why})` : 'NOT NOTICED'}`);
      if (!failed) console.error(said.slice(-2_000));
      isGood &&= failed;
    }
  }
}

function goalLines({ goals }) {
  const isReached = ({ value, limit, atLeast }) => (atLeast ? value >= limit : value <= limit);
  return goals.map((goal) => {
    const sign = goal.atLeast ? '>=' : '<=';
    return `${isReached(goal) ? 'pass ' : 'SHORT'} ${goal.id} ${goal.text}: ${Number(goal.value.toPrecision(4))} ${goal.unit} (${sign} ${goal.limit})`;
  });
}

writeResults();
console.error(`\n${names.length} benches in ${seconds()}`);
process.exit(isGood ? 0 : 1);
