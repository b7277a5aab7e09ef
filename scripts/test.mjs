// Runs every test, part by part, prints the seconds of each, adds up the counts and ends with `N passed, N failed`.
//   --long        also the sizes that do not fit a push
//   --no-browser  all gates that need no browser (npm run verify)
//   --only a,b    these parts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { installIfMissing, root } from './install.mjs';

const flags = process.argv.slice(2);
const only = flags[flags.indexOf('--only') + 1]?.split(',');
const wanted = (name) => !flags.includes('--only') || only.includes(name);
const BROWSER_PARTS = ['browser', 'e2e'];
const env = { ...process.env, NO_COLOR: '1', ...(flags.includes('--long') ? { TEST_LONG: '1' } : {}) };

const totals = { passed: 0, failed: 0, skipped: 0 };
const rows = [];

async function part(name, work) {
  if (!wanted(name)) return;
  const startMs = performance.now();
  const counts = (await work()) ?? {};
  for (const key of Object.keys(totals)) totals[key] += counts[key] ?? 0;
  rows.push({ name, seconds: ((performance.now() - startMs) / 1000).toFixed(1), ...counts });
}

/** Exit status of a program of `node_modules`, which prints where we print. */
async function statusOf(script, args) {
  const [status] = await once(
    spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit', env }),
    'close',
  );
  return status;
}

/** A gate is one check: it passes or it fails. */
const gate = async (script, args) => ((await statusOf(script, args)) === 0 ? { passed: 1 } : { failed: 1 });

/** Runs the project of the part's name, and what is apart from it under a longer one. */
async function vitest(project) {
  const report = join(root, '.cache', `test-${project}.json`);
  rmSync(report, { force: true });
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', `${project}*`];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  const status = await statusOf('vitest/vitest.mjs', args);
  if (!existsSync(report)) return { failed: 1 };
  const json = JSON.parse(readFileSync(report, 'utf8'));
  const counts = { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests + json.numTodoTests };
  // A file that fails to load, or an error outside a test, fails the run without failing a test.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

mkdirSync(join(root, '.cache'), { recursive: true });
await part('install', () => void installIfMissing());
await part('build', () => void buildIfStale());
// They read the same files and share no result: what is short runs beside the compiler, which takes longest and keeps one core busy.
await Promise.all([
  part('types', () => gate('typescript/bin/tsc', ['-b'])),
  (async () => {
    await part('lint', () => gate('@biomejs/biome/bin/biome', ['check', '.']));
    await part('promises', () => gate('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', 'src', 'server', 'tests']));
    for (const project of ['tidy', 'unit']) await part(project, () => vitest(project));
  })(),
]);
for (const project of ['property', 'engine']) await part(project, () => vitest(project));
const browsers = !flags.includes('--no-browser') && BROWSER_PARTS.some(wanted);
if (browsers) env.CHROMIUM_PATH = await chromiumPath();
if (browsers) await part('browser', () => vitest('browser'));
for (const project of ['server', 'fault']) await part(project, () => vitest(project));
if (browsers) await part('e2e', () => vitest('e2e'));

console.log('\npart          seconds   passed   failed  skipped');
for (const row of rows) {
  const cell = (value, width) => String(value ?? 0).padStart(width);
  console.log(`${row.name.padEnd(12)}${cell(row.seconds, 9)}${cell(row.passed, 9)}${cell(row.failed, 9)}${cell(row.skipped, 9)}`);
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
