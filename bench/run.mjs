// Runs the benches, one process each, on the built product, beside their peers: those that count bytes side by side, then the others one by
// one. Ends with 0 when each measured something right and every broken run was noticed; goals that are short are reported and are no error.
//   npm run bench                           all of them, then the broken runs; writes bench/results.json, bench/RESULTS.md and a line of bench/history.jsonl
//   npm run bench -- chart list             these only; their rows are replaced in the results, the others stay
//   npm run bench -- chart --quick          few repetitions, nothing is written
//   npm run bench -- chart --broken         only its broken runs: each must fail; with --times 20 twenty times, and a table
//   npm run bench -- orders --compare abc1  that commit and this work tree in turns, seven runs each; ends with 1 when something is worse
//                                           by more than 5 %; --runs N, --worse PERCENT, --full (as many repetitions as in a whole run),
//                                           --own (that commit by its own benches, where files have moved since)
//   npm run bench -- --check                types only
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPath } from '../scripts/browser.mjs';
import { buildIfStale } from '../scripts/build.mjs';
import { installIfMissing, root } from '../scripts/install.mjs';
import { brokenTable, isAllNoticed, runBroken } from './lib/broken-runs.mjs';
import { compareWith } from './lib/compare-with.mjs';
import { commitOf, measuredCommit } from './lib/measured-commit.mjs';
import { runBench } from './lib/run-bench.mjs';

const folder = join(root, 'bench');
/** Cheap ones first, so that a mistake shows early; a name that is not here comes last. */
const ORDER = [
  'bytes',
  'heap',
  'radio',
  'cold-load',
  'taps',
  'ingest',
  'candles',
  'worker',
  'chart',
  'list',
  'main-thread',
  'latency',
  'reconnect',
  'orders',
  'fan-out',
  'start',
  'seal',
  'flood',
  'receipts',
];

/** Pairs by which the least certain verdict can be had; times by the clock need seven. */
const COMPARED_MIN = 5;
/** These count bytes and no time, and mostly wait: side by side, before all others. */
const COUNTED = new Set(['bytes', 'heap', 'radio']);

/** Ends with a line that says what is wrong with the command. */
function refuse(message) {
  console.error(message);
  process.exit(2);
}

function readArguments() {
  const flag = { type: 'boolean', default: false };
  const options = {
    quick: flag,
    check: flag,
    broken: flag,
    full: flag,
    own: flag,
    compare: { type: 'string' },
    times: { type: 'string', default: '1' },
    runs: { type: 'string', default: '7' },
    worse: { type: 'string', default: '5' },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(error.message);
  }
}

/** A whole number from 1 to `max`. */
function numberOf(name, text, max) {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= max)) refuse(`--${name}: ${text}, allowed: a whole number from 1 to ${max}`);
  return value;
}

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

const { values: asked, positionals: words } = readArguments();
const times = numberOf('times', asked.times, 1_000);
const runs = numberOf('runs', asked.runs, 1_000);
if (asked.compare !== undefined && runs < COMPARED_MIN)
  refuse(`--runs: ${runs}, allowed with --compare: ${COMPARED_MIN} or more; fewer pairs never agree beyond chance`);
const worsePercent = numberOf('worse', asked.worse, 1_000);
const rank = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
const known = readdirSync(folder)
  .flatMap((file) => (file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : []))
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
const strange = words.filter((word) => !known.includes(word));
if (strange.length) refuse(`no bench is called ${strange.join(', ')}; there are: ${known.join(', ')}`);
const names = words.length ? known.filter((name) => words.includes(name)) : known;
const isWhole = words.length === 0;

const begunCommit = commitOf(root);
installIfMissing();
installPeers();
buildIfStale();
/** Ends the run when the benches' types do not fit; half a minute of one core, so in a measured run it goes beside those that count bytes. */
async function checkTypes() {
  const child = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'bench'], { cwd: root, stdio: ['ignore', 2, 2] });
  const [status] = await once(child, 'exit');
  if (status !== 0 || asked.check) process.exit(status ?? 1);
}
if (asked.check || asked.broken || asked.compare !== undefined) await checkTypes();
const env = { ...process.env, CHROMIUM_PATH: await chromiumPath(), NODE_ENV: 'production' };
const at = { root, env };
const outDir = join(root, '.cache', 'bench');
mkdirSync(outDir, { recursive: true });

if (asked.compare !== undefined) {
  const isNotWorse = await compareWith(asked.compare, names, { ...at, runs, worsePercent, isFull: asked.full, isOwn: asked.own });
  process.exit(isNotWorse ? 0 : 1);
}

const startedMs = performance.now();
const seconds = () => `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
const isWritten = !asked.quick && !asked.broken;
const results = {};
let broken = {};

/** Small kernels on this machine, now. */
function machineSpeed() {
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'bench/lib/machine-speed.ts', folder], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(said);
}

/** Writes what there is so far, so that an ended run has not measured for nothing; at the end of a whole run a line of the history too. */
function writeResults(speeds, isEnd) {
  const run = join(outDir, 'run.json');
  const tookSeconds = Math.round((performance.now() - startedMs) / 1000);
  const measured = Object.fromEntries(names.flatMap((name) => (results[name] ? [[name, results[name]]] : [])));
  const failed = names.filter((name) => !results[name]);
  const commit = measuredCommit(begunCommit, commitOf(root));
  writeFileSync(
    run,
    JSON.stringify({ commit, results: measured, failed, broken, speeds, tookSeconds, isWhole, isHistory: isEnd && isWhole }),
  );
  execFileSync(process.execPath, ['--import', 'tsx', 'bench/lib/write-results.ts', run], { cwd: root, env, stdio: 'inherit' });
}

const isReached = ({ value, limit, atLeast }) => (atLeast ? value >= limit : value <= limit);
function goalLine(goal) {
  const sign = goal.atLeast ? '>=' : '<=';
  return `${isReached(goal) ? 'pass ' : 'SHORT'} ${goal.id} ${goal.text}: ${Number(goal.value.toPrecision(4))} ${goal.unit} (${sign} ${goal.limit})`;
}

async function measure(name) {
  const [startedAt, beganMs] = [seconds(), performance.now()];
  const { result } = await runBench(name, { ...at, args: asked.quick ? ['--quick'] : [] });
  console.error(`\n== ${name} (${startedAt} to ${seconds()})`);
  if (result) results[name] = { ...result, tookSeconds: Math.round((performance.now() - beganMs) / 1000), machineLoad: loadavg()[0] };
  else console.error(`${name}: failed`);
  for (const goal of result?.goals ?? []) console.error(goalLine(goal));
}

async function measureAll() {
  await Promise.all([checkTypes(), ...names.filter((name) => COUNTED.has(name)).map(measure)]);
  for (const name of names.filter((each) => !COUNTED.has(each))) await measure(name);
}

const before = isWritten && isWhole ? machineSpeed() : {};
if (!asked.broken) await measureAll();
if (isWritten) writeResults({ before, after: {} }, false);
if (asked.broken || (isWhole && !asked.quick)) broken = await runBroken(names, { ...at, times });
if (isWritten) writeResults({ before, after: isWhole ? machineSpeed() : {} }, true);

const failed = asked.broken ? [] : names.filter((name) => !results[name]);
const short = Object.values(results).flatMap(({ goals }) => goals.filter((goal) => !isReached(goal)));
const goals = Object.values(results).flatMap((result) => result.goals);
if (!asked.broken) console.error(`\n${goals.length - short.length} goals reached, ${short.length} short`);
for (const goal of short) console.error(goalLine(goal));
if (asked.broken) console.log(brokenTable(broken));
for (const [what, { noticed, runs: all }] of Object.entries(broken))
  if (noticed < all) console.error(`NOT NOTICED: ${what}, ${all - noticed} of ${all} times`);
for (const name of failed) console.error(`FAILED: ${name} measured nothing`);
console.error(`\n${names.length} benches in ${seconds()}`);
process.exit(failed.length === 0 && isAllNoticed(broken) ? 0 : 1);
