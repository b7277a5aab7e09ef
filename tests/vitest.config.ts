import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { slimUplot } from '../scripts/slim-uplot.ts';
import { SlowFirst } from './slow-first.ts';

/** The repository; project roots are absolute, since a relative one is taken from the root above. */
const root = new URL('..', import.meta.url).pathname;

const chromium =
  process.env.CHROMIUM_PATH ||
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'].find((path) =>
    existsSync(path),
  );

/**
 * How long a page or a server may take until what a test waits for is there. It is no claim about speed (those are in bench/): a second, as Vitest has it
 * unless told otherwise, passes on a loaded machine before a page has been drawn once.
 */
const PATIENCE_MS = 10_000;
const patient = { expect: { poll: { timeout: PATIENCE_MS } } };

/** Test files that run at once: as many as the smallest machine that we test on has cores. */
const WORKERS = 2;

/** How long one test may take on a machine that does much else; also no claim about speed. */
const TEST_MS_MAX = 60_000;

/** Tests on real databases: the set-up starts a PostgreSQL where it finds one. */
const ON_DATABASES = { hookTimeout: 60_000, globalSetup: ['tests/server/postgres-cluster.ts'] };

/**
 * Where a test waits for a database, a server or for time to pass, more files than there are cores fill what they leave idle. Files of
 * another number of workers are a group of their own, also when several projects run at once.
 */
const WAITING = { maxWorkers: 3, sequence: { groupOrder: 1 } };
const WAITING_LONG = { maxWorkers: 4, sequence: { groupOrder: 2 } };

/** Tests of a folder that put a rule of their own in the place of one of the product's: no other file may share with them what they import. */
const ownRules = (name: string) =>
  readdirSync(join(root, 'tests', name), { recursive: true, encoding: 'utf8' })
    .map((path) => `tests/${name}/${path}`)
    .filter((path) => path.endsWith('.test.ts') && readFileSync(join(root, path), 'utf8').includes('vi.mock('));

/** A project of the node kind: name and folder are one. */
const node = (name: string, extra: Record<string, unknown> = {}) => ({
  root,
  test: {
    name,
    environment: 'node' as const,
    include: [`tests/${name}/**/*.test.ts`],
    maxWorkers: WORKERS,
    testTimeout: TEST_MS_MAX,
    ...patient,
    ...extra,
  },
});

/** Files that share what they import, and beside them those that must not. */
function withRules(name: string, extra: Record<string, unknown>) {
  const rules = ownRules(name);
  return [node(name, { ...extra, isolate: false, exclude: rules }), node(`${name}-rules`, { ...extra, include: rules })];
}

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      { root, test: { name: 'tidy', environment: 'node', include: ['tests/tidy.test.ts'], maxWorkers: WORKERS, testTimeout: TEST_MS_MAX } },
      // Its many small files share what they import: a process for each took six times as long as the tests in it.
      node('unit', { isolate: false }),
      // These share it too, but for those with a rule of their own.
      ...withRules('property', {}),
      ...withRules('server', { ...ON_DATABASES, ...WAITING }),
      node('engine', { isolate: false }),
      // Alone, since these say how soon a node takes over from another.
      node('fault', {
        ...ON_DATABASES,
        testTimeout: 180_000,
        maxWorkers: 1,
        fileParallelism: false,
      }),
      node('e2e', { testTimeout: 120_000, hookTimeout: 120_000, ...WAITING_LONG, isolate: false }),
      {
        root,
        plugins: [preact(), slimUplot()],
        optimizeDeps: {
          exclude: ['uplot'],
          include: [
            'preact',
            'preact/hooks',
            'preact/compat',
            'preact/test-utils',
            'preact/jsx-runtime',
            'preact/jsx-dev-runtime',
            'preact/devtools',
            '@preact/signals',
            'preact-iso',
            'preact-iso/router',
            'preact-iso/lazy',
            'comlink',
            'dayjs',
            'dayjs/plugin/utc.js',
            'i18next',
            'valibot',
            '@testing-library/preact',
            'virtua',
            'axe-core',
          ],
        },
        test: {
          name: 'browser',
          testTimeout: TEST_MS_MAX,
          maxWorkers: WORKERS,
          ...patient,
          provide: { patienceMs: PATIENCE_MS },
          setupFiles: ['tests/browser/support/each-file.ts'],
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 360, height: 740 },
            instances: [
              {
                browser: 'chromium',
                provider: playwright({
                  launchOptions: {
                    ...(chromium ? { executablePath: chromium } : {}),
                    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
                  },
                }),
              },
            ],
          },
        },
      },
    ],
  },
});
