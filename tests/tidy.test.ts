/** The whole tree against the rules of the house that no compiler can hold; then each checker against a sample that breaks its rule. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as code from './tidy/code-rules.ts';
import { decisionProblems, documentProblems, machineProblems } from './tidy/documents.ts';
import type { Rule } from './tidy/rule.ts';
import { languageProblems, usageProblems } from './tidy/texts.ts';
import { readTree, treeOf } from './tidy/tree.ts';
import { missingImports, wallProblems } from './tidy/walls.ts';
import { WHOLE_TREE_RULES } from './tidy/whole-tree-rules.ts';

/** Files that hold the real clock or the real chance of their layer, and what each may call. */
const REAL_CLOCKS = new Map<string, readonly string[]>([
  ['server/clock/clock.ts', ['Date.now', 'performance.now', 'setTimeout']],
  ['server/alerts/in-turns.ts', ['setImmediate']],
  ['server/database/commit-queue.ts', ['setImmediate']],
  ['server/limits/network-turns.ts', ['setImmediate']],
  ['server/micro/recorded-odds.ts', ['setImmediate']],
  ['server/trading/receipts/recheck-deals.ts', ['setImmediate']],
  ['server/routes/even-time.ts', ['performance.now', 'setTimeout', 'setImmediate']],
  ['src/worker/platform.ts', ['Date.now', 'performance.now', 'setTimeout', 'Math.random']],
]);
const tree = readTree(fileURLToPath(new URL('..', import.meta.url)));
const timeProblems = (of: typeof tree) => code.timeProblems(of, REAL_CLOCKS);

const RULES: Rule[] = [
  {
    name: 'layers import only what the table allows',
    check: wallProblems,
    bad: {
      'domain uses protocol': { 'src/domain/a.ts': "import type { B } from '#protocol/b.ts';" },
      'kit uses state': { 'src/ui/kit/a.ts': "import { b } from '../state/b.ts';" },
      'charts use state': { 'src/ui/charts/a.ts': "import { b } from '#ui/state/b.ts';" },
      'a screen uses another screen': { 'src/ui/screens/home/a.ts': "export { b } from '../trade/b.ts';" },
      'a room uses a screen': { 'src/ui/orders/a.ts': "import { b } from '../screens/trade/b.ts';" },
      'words use state': { 'src/ui/language/a.ts': "import { b } from '../state/b.ts';" },
      'a screen uses the route table': { 'src/ui/screens/home/a.ts': "import { b } from '../../routes.ts';" },
      'uPlot outside of charts': { 'src/ui/screens/home/a.ts': "import uPlot from 'uplot';" },
      'a second importer of the worker': { 'src/ui/state/a.ts': "import url from '#worker/main.ts?worker&url';" },
      'the worker as code': { 'src/ui/engine/engine.ts': "import type { Engine } from '#worker/engine.ts';" },
      'lazily, too': { 'src/ui/kit/a.ts': "const b = () => import('../screens/home/b.ts');" },
      'the server uses the page': { 'server/a.ts': "import { b } from '#ui/b.ts';" },
      'source uses tests': { 'src/ui/a.ts': "import { b } from '../../tests/b.ts';" },
    },
    good: {
      'src/ui/engine/engine.ts': "import url from '#worker/main.ts?worker&url';",
      'src/ui/charts/a.ts': "import uPlot from 'uplot'; import { c } from '#domain/c.ts'; import './a.css';",
      'src/ui/screens/home/a.ts': "import { b } from './b.ts'; import { c } from '../../state/c.ts'; import { p } from '../../paths.ts';",
      'src/ui/orders/a.ts': "import { b } from '../freshness/b.tsx'; import { c } from '#rest/c.ts';",
      'server/a.ts': "import { b } from '#protocol/b.ts'; import fs from 'node:fs';",
    },
  },
  {
    name: 'imports name files that are there',
    check: missingImports,
    bad: { 'a file that is not there': { 'src/domain/a.ts': "import { b } from './b.ts';" } },
    good: { 'src/domain/a.ts': "import { b } from './b.ts';", 'src/domain/b.ts': '' },
  },
  {
    name: 'one owner of the worker',
    check: code.workerProblems,
    bad: {
      'a second one': { 'src/ui/a.ts': 'const w = new Worker(url);' },
      shared: { 'src/ui/a.ts': 'new globalThis.SharedWorker(url);' },
    },
    good: { 'src/ui/engine/engine.ts': 'const w = new Worker(url);' },
  },
  {
    name: 'money is written in one place (decision D9.97)',
    check: code.moneyProblems,
    bad: {
      'the setting': { 'src/ui/screens/home/a.tsx': "const a = t('home:total', { currency: setting('currency') });" },
      'the code': { 'src/ui/orders/a.ts': "import { moneyCode } from '../text/money.ts';" },
    },
    good: {
      'src/ui/text/money.ts': 'moneyCode.value;',
      'src/ui/state/site.ts': "setting('currency');",
      'src/ui/a.ts': "setting('timezone');",
    },
  },
  {
    name: 'file names are kebab-case nouns, and no barrels',
    check: code.nameProblems,
    bad: {
      utils: { 'src/ui/utils.ts': '' },
      'part of a name': { 'server/date-helpers.ts': '' },
      barrel: { 'src/domain/index.ts': '' },
      'camel case': { 'src/domain/netPrice.ts': '' },
    },
    good: {
      'src/domain/net-price.ts': '',
      'server/account-index.ts': '',
      'tests/tsconfig.json': '',
      'bench/README.md': '',
      'index.html': '',
    },
  },
  {
    name: 'no any, no default exports, no files that only pass on, the compiler never switched off',
    check: code.shapeProblems,
    bad: {
      any: { 'src/a.ts': 'let a: Map<string, any>;' },
      'a default export': { 'src/a.tsx': 'export default function A() {}' },
      'a barrel by another name': { 'src/all.ts': "export * from './a.ts'; export { b } from './b.ts';" },
      'ts-ignore': { 'src/a.ts': '// @ts-ignore\nlet a = 1;' },
      'a syntax error': { 'src/a.ts': 'let = ;' },
    },
    good: { 'vite.config.ts': 'export default {};', 'src/a.ts': "// any word\nexport const any = 'any'; export { b } from './b.ts';" },
  },
  {
    name: 'nothing left over: notes to self, tests off or alone, console.log',
    check: code.leftovers,
    bad: {
      'a note': { 'src/a.ts': `// ${'TO'}DO later` },
      'a note in a document': { 'a.md': `${'FIX'}ME` },
      'two versions': { 'a.md': `one\n${'<'.repeat(7)} HEAD\ntwo` },
      skipped: { 'tests/a.test.ts': "it.skip('a', () => {});" },
      alone: { 'tests/a.test.ts': "describe.only('a', () => {});" },
      'each, alone': { 'tests/a.test.ts': "test.concurrent.only('a', () => {});" },
      logged: { 'src/ui/a.ts': "console.log('here');" },
    },
    good: {
      'tests/a.test.ts':
        "it('only', () => list.skip(1)); it.skip('not tried here: no database', () => {}); describe.skipIf(!isThere)('a', () => {});",
      'scripts/a.mjs': "console.log('x');",
    },
  },
  {
    name: 'clock and chance are passed in',
    check: timeProblems,
    bad: {
      'Date.now': { 'src/domain/a.ts': 'const a = Date.now();' },
      'as a value': { 'server/a.ts': 'const clock = { now: Date.now };' },
      'new Date()': { 'server/a.ts': 'const a = new Date();' },
      setTimeout: { 'server/routes/a.ts': 'setTimeout(work, 5);' },
      'by globalThis': { 'src/worker/a.ts': 'globalThis.setInterval(work, 5);' },
      chance: { 'src/rest/a.ts': 'const a = Math.random();' },
      'more than a clock may': { 'server/clock/clock.ts': 'const a = Math.random();' },
    },
    good: {
      'server/clock/clock.ts': 'export const now = () => Date.now();',
      'server/a.ts': 'const a = new Date(timeMs); clock.setTimeout(work, 1); const setTimeout = 1;',
      'src/ui/a.ts': 'setTimeout(work, 5);',
    },
  },
  {
    name: 'SQL only in server/repositories, server/database and server/ledger',
    check: code.sqlProblems,
    bad: {
      built: { 'server/trading/a.ts': "database.selectFrom('user');" },
      'over lines': { 'server/routes/a.ts': "trx\n  .updateTable('user')" },
      written: { 'server/app.ts': 'const a = sql`select 1`;' },
    },
    good: {
      'server/repositories/a.ts': "database.selectFrom('user');",
      'server/database/a.ts': 'sql`select 1`;',
      'server/a.ts': '// selectFrom( sql`',
    },
  },
  {
    name: 'files of the pure and serving layers open with what they are',
    check: code.openingProblems,
    bad: { nothing: { 'server/a.ts': 'const a = 1;' }, 'too late': { 'src/domain/a.ts': "import './b.ts';\n// What it is." } },
    good: { 'server/a.ts': '/** What it is. */\nconst a = 1;', 'src/ui/a.ts': 'const a = 1;' },
  },
  {
    name: 'a decision has a number of its own',
    check: decisionProblems,
    bad: { 'one number, two decisions': { 'docs/spec/decisions.md': '- **D9.01** A. → a\n- **D9.01** B. → b' } },
    good: { 'docs/spec/decisions.md': '- **D9.01** A. → as D9.02\n- **D9.02** B. → b' },
  },
  {
    name: 'documents name only paths and npm scripts that exist',
    check: documentProblems,
    bad: {
      'a path': { 'README.md': 'See `src/ui/gone.ts`.', 'src/ui/a.ts': '' },
      'a folder': { 'README.md': 'See `src/gone`.', 'src/ui/a.ts': '' },
      'a file name': { 'README.md': 'See `gone.ts`.' },
      'a link': { 'README.md': '[it](docs/gone.md)' },
      'outside of the tree': { 'docs/a.md': 'See `../gone/a.md`.' },
      'a script': { 'README.md': 'Run `npm run gone`.', 'package.json': '{"scripts":{"start":""}}' },
    },
    good: {
      'README.md':
        '`src/ui/a.ts`, `a.ts`, `src/ui/`, `.cache/x.json`, `src/<name>/x.ts`, `and/or`, `GET /a/b.json`; `npm run size`, npm start',
      'src/ui/a.ts': '',
      'package.json': '{"scripts":{"start":"","size":""}}',
    },
  },
  {
    name: 'nothing names a machine or a registry',
    check: machineProblems,
    bad: {
      'a home': { 'a.md': `cd ${'/home'}/somebody/x` },
      'a work folder': { 'scripts/a.mjs': `const a = '${'/work'}/main';` },
      'a registry': { '.npmrc': `@x:${'registry'}.npmjs.org` },
      'a lock entry': { 'package-lock.json': '{"resolved": "https://example.test/a.tgz"}' },
    },
    good: { 'a.md': 'https://example.test/home/x/ and ./work/x and /v2/api/root/x', 'package-lock.json': '{"version": "1.0.0"}' },
  },
  {
    name: 'every language has the keys and placeholders of English',
    check: languageProblems,
    bad: {
      'a key less': { 'locales/en/a.json': '{"k":"x","l":"y"}', 'locales/de/a.json': '{"k":"x"}' },
      'a key more': { 'locales/en/a.json': '{}', 'locales/de/a.json': '{"k":"x"}' },
      'a file less': { 'locales/en/a.json': '{}', 'locales/de/b.json': '{}', 'locales/en/b.json': '{}' },
      'another placeholder': { 'locales/en/a.json': '{"k":"{{count}}"}', 'locales/de/a.json': '{"k":"{{number}}"}' },
      'no text': { 'locales/en/a.json': '{"k":" "}' },
    },
    good: {
      'locales/en/a.json': '{"k":"{{a}} of {{b}}","n_one":"{{count}} day","n_other":"{{count}} days"}',
      'locales/ja/a.json': '{"k":"{{b}}/{{a}}","n_other":"{{count}}"}',
    },
  },
  {
    name: 'English has the texts that the page names, and no others',
    check: usageProblems,
    bad: {
      'named, not there': { 'src/ui/a.ts': "t('shell:gone')", 'locales/en/shell.json': '{}' },
      'there, not named': { 'src/ui/a.ts': '', 'locales/en/shell.json': '{"gone":"x"}' },
      'a template elsewhere': { 'src/ui/a.ts': `t(\`shell:x.\${a}\`)`, 'locales/en/shell.json': '{"gone":"x"}' },
    },
    good: {
      'src/ui/a.ts': `t('shell:days', { count }); t(\`shell:tab.\${name}\`); const url = 'https://x';`,
      'locales/en/shell.json': '{"days_one":"x","days_other":"x","tab.a":"x"}',
    },
  },
];
const ALL = [...RULES, ...WHOLE_TREE_RULES];

describe('the tree', () => {
  for (const rule of ALL)
    it(rule.name, () => {
      const problems = rule.check(tree);
      expect(problems.length > (rule.known ?? 0) ? problems : []).toEqual([]);
    });

  it('is there', () => {
    expect(tree.files.has('src/domain/margin.ts')).toBe(true);
    expect(tree.sources.length).toBeGreaterThan(100);
  });
});

describe('each checker finds what breaks its rule, and only that', () => {
  for (const rule of ALL) {
    it.each(Object.entries(rule.bad))(`${rule.name}: %s`, (_name, files) => expect(rule.check(treeOf(files))).toHaveLength(1));
    it(`${rule.name}: kept`, () => expect(rule.check(treeOf(rule.good))).toEqual([]));
  }
});
