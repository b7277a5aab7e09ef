/** Rules that only the whole tree can break: old prices, rings, exports without a use, the same thing twice, and how long things are. */
import { oldPriceProblems, unitProblems } from './code-rules.ts';
import { exportProblems } from './exports.ts';
import { LIKE_LINES, LIKE_PAIRS_MAX, likeProblems } from './like-lines.ts';
import { packageProblems } from './packages.ts';
import type { Rule } from './rule.ts';
import {
  FUNCTION_LINES_95,
  FUNCTION_LINES_MAX,
  fileLengthProblems,
  functionProblems,
  LINES_MAX,
  LONG_FILES_MAX,
  LONG_LINES,
} from './sizes.ts';
import { cycles } from './walls.ts';
import { wireNameProblems } from './wire-names.ts';

/** So many lines, each with a call of its own name. */
const lines = (count: number, name = 'x') => Array.from({ length: count }, (_, at) => `${name}${at}();`).join('\n');
/** Lines of as many shapes as there are. */
const varied = (count: number) => Array.from({ length: count }, (_, at) => `if (${'!'.repeat(at)}a) b(${at});`).join('\n');
const functionOf = (count: number, name = 'a') => `function ${name}() {\n${lines(count - 2)}\n}\n`;
const files = (count: number, textOf: (at: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/ui/a${at}.ts`, textOf(at)]));

/** A package.json with these dependencies, beside what the product is built on. */
const packageWith = (...names: string[]) =>
  JSON.stringify({
    dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
  });
const FOOTING = ['@preact/signals', 'comlink', 'dayjs', 'i18next', 'msgpackr', 'preact', 'preact-iso', 'uplot'];
const footingImports =
  "import '@preact/signals'; import 'comlink'; import 'dayjs/plugin/utc.js'; import 'i18next'; import 'msgpackr'; import 'preact/hooks'; import 'preact-iso'; import('uplot');";

/** A little wire of its own: an order, a push, what is asked, a form; and a table that has a column of a like name. */
const WIRE = {
  'src/protocol/rest/forex.ts':
    'export const OrderRow = v.object({ Id: v.number(), CautionMoney: Decimal }); export const SubmitQuery = v.object({ id: Id, forex_id: Id, good_till: Id, lockBalance: Id });',
  'src/protocol/rest/user.ts': 'export const LoginForm = v.object({ login_type: v.string() });',
  'server/database/schema.ts': 'export type Database = { trade_order: { good_till: number } };',
  'src/protocol/socket.ts': 'export type AccountPush = { HazardRate: string };',
};

export const WHOLE_TREE_RULES: readonly Rule[] = [
  {
    name: 'a price that is old never looks live',
    check: oldPriceProblems,
    bad: {
      'a list that forgets it': { 'src/ui/screens/alerts/a.tsx': 'const a = <PriceText text={quote.priceText} tone={quote.tone} />;' },
      'what follows from a price': { 'src/ui/orders/a.tsx': 'const a = <LiveText class="num" text={live.profitText} />;' },
      'by hand': { 'src/ui/products/a.tsx': "const a = quote.state.value === QUOTE_STATE.stale ? '' : undefined;" },
    },
    good: {
      'src/ui/screens/alerts/a.tsx': 'const a = <p {...oldMark(id)}><PriceText text={quote.priceText} /></p>;',
      'src/ui/screens/order/a.tsx': 'const a = <Row isOld={isOldPrice(freshnessOf(id))}><LiveText class="num" text={text} /></Row>;',
      'src/ui/kit/a.tsx': 'const a = <LiveText class="price num" text={text} />;',
      'src/ui/freshness/freshness.tsx': 'const a = QUOTE_STATE.stale;',
    },
  },
  {
    name: 'units of time stand once',
    check: unitProblems,
    bad: {
      'a copy': { 'server/a.ts': 'const MINUTE_MS = 60_000;' },
      'a bare day': { 'src/ui/a.ts': 'export const KEPT_MS = 7 * 86_400_000;' },
    },
    good: {
      'src/domain/time-units.ts': 'export const MINUTE_MS = 60_000;',
      'src/ui/a.ts': "import { DAY_MS } from '#domain/time-units.ts'; const WAIT_MS = 60_000; const KEPT_MS = 7 * DAY_MS;",
      'tests/a.ts': 'const DAY_MS = 86_400_000;',
    },
  },
  {
    name: 'names of the wire stay in src/protocol',
    check: wireNameProblems,
    bad: {
      read: { ...WIRE, 'src/ui/a.ts': 'const a = row.CautionMoney;' },
      'by its text': { ...WIRE, 'src/worker/a.ts': "const a = row['CautionMoney'];" },
      'taken apart': { ...WIRE, 'src/rest/a.ts': 'const { CautionMoney: margin } = row;' },
      written: { ...WIRE, 'server/a.ts': "const a = { CautionMoney: '0' };" },
      described: { ...WIRE, 'src/domain/a.ts': 'type A = { CautionMoney: string };' },
      'of a push': { ...WIRE, 'server/a.ts': 'const a = push.HazardRate;' },
      'of a request': { ...WIRE, 'src/ui/a.ts': "const a = { forex_id: '1' };" },
      'of two words': { ...WIRE, 'server/a.ts': 'const a = row.lockBalance;' },
      'a row in a route': { ...WIRE, 'server/routes/a.ts': 'const a = { Id: 1 };' },
      'a column on the page': { ...WIRE, 'src/worker/a.ts': 'const a = row.good_till;' },
    },
    good: {
      ...WIRE,
      'src/protocol/order-wire.ts': 'const a = row.CautionMoney;',
      'src/ui/a.tsx': 'type A = OrderRow; const a = <Order a={row.id} />; const b = row[CautionMoney]; const c = "CautionMoney";',
      'src/rest/a.ts': 'const a = { forex_id: 1 };',
      'server/routes/a.ts': 'const a = input.forex_id;',
      'server/a.ts': 'const a = row.good_till;',
      'src/ui/b.ts': "const a = { login_type: 'email' };",
      'tests/a.test.ts': 'const a = row.CautionMoney;',
    },
  },
  {
    name: 'each dependency is imported, and what the product is built on stays',
    check: packageProblems,
    bad: {
      'a package of the footing is gone': {
        'package.json': packageWith(...FOOTING.filter((name) => name !== 'dayjs')),
        'src/ui/a.ts': footingImports,
      },
      'a package for nobody': { 'package.json': packageWith(...FOOTING, 'left-over'), 'src/ui/a.ts': footingImports },
      'a package for tests alone': {
        'package.json': packageWith(...FOOTING, 'probe'),
        'src/ui/a.ts': footingImports,
        'tests/a.ts': "import 'probe';",
      },
    },
    good: { 'package.json': packageWith(...FOOTING, 'fastify'), 'src/ui/a.ts': footingImports, 'server/a.ts': "import 'fastify';" },
  },
  {
    name: 'no import cycles, types included',
    check: cycles,
    bad: {
      'of two': { 'server/a.ts': "import './b.ts';", 'server/b.ts': "import type { A } from './a.ts';" },
      'of three': {
        'src/domain/a.ts': "import './b.ts';",
        'src/domain/b.ts': "import './c.ts';",
        'src/domain/c.ts': "export * from './a.ts';",
      },
      'of tests': { 'tests/a.ts': "import './b.ts';", 'tests/b.ts': "import './a.ts';" },
      'of benches': { 'bench/lib/a.ts': "import '../b.ts';", 'bench/b.ts': "import type { A } from './lib/a.ts';" },
      'by a type alone': { 'server/a.ts': "let b: import('./b.ts').B;", 'server/b.ts': "import './a.ts';" },
    },
    good: { 'server/a.ts': "import './b.ts'; import './c.ts';", 'server/b.ts': "import './c.ts';", 'server/c.ts': '' },
  },
  {
    name: 'what is exported is imported, and source is not kept for its tests alone',
    check: exportProblems,
    bad: {
      'a function': { 'src/ui/a.ts': 'export function a() {}' },
      'a type': { 'server/a.ts': 'export type A = string;' },
      'used at home': { 'src/ui/a.ts': 'export const a = 1; const b = a;' },
      'passed on': { 'src/ui/a.ts': "export { b } from './b.ts';", 'src/ui/b.ts': 'export const b = 1;' },
      'by its test alone': { 'src/ui/a.ts': 'export const a = 1;', 'tests/a.test.ts': "import { a } from '#ui/a.ts'; a;" },
      'not named by who loads the file': { 'src/ui/a.ts': 'export const lazy = 1;', 'src/ui/b.ts': "import('./a.ts');" },
      'of a test': { 'tests/a.ts': 'export const a = 1;' },
    },
    good: {
      'src/ui/a.ts': 'export const a = 1; export type A = number; export const inner = 2; const b = inner; export default 1;',
      'src/ui/b.ts': "import { a as c, type A } from './a.ts'; export const lazy = 1;",
      'src/ui/c.ts': "import('./b.ts').then((b) => b.lazy);",
      'src/ui/d.ts': "import * as e from './e.ts'; e.whole();",
      'src/ui/e.ts': 'export function whole() {}',
      'tests/a.test.ts': "import { inner } from '#ui/a.ts'; inner;",
      'bench/list.bench.ts': 'export const bench = 1;',
      'vite.config.ts': 'export default {};',
    },
  },
  {
    name: `at most ${LIKE_PAIRS_MAX} pairs of ${LIKE_LINES} like lines`,
    check: likeProblems,
    bad: {
      'to the letter': files(6, () => lines(LIKE_LINES)),
      'but for names': files(6, (at) => varied(LIKE_LINES).replaceAll('b', `b${at}`)),
      'with comments between': files(6, (at) => lines(LIKE_LINES).replaceAll('\n', `\n\n// ${at}\n`)),
    },
    good: {
      ...files(4, () => lines(LIKE_LINES)),
      'src/ui/b.ts': lines(LIKE_LINES - 1),
      'src/ui/c.ts': lines(LIKE_LINES, 'other'),
      'src/ui/d.ts': lines(LIKE_LINES, 'third'),
    },
  },
  {
    name: `files have at most ${LINES_MAX} lines, ${LONG_FILES_MAX} of them more than ${LONG_LINES}`,
    check: fileLengthProblems,
    bad: {
      'one line too many': { 'src/a.ts': `${'\n'.repeat(LINES_MAX)}x` },
      'too many long ones': files(LONG_FILES_MAX + 1, () => lines(LONG_LINES + 1)),
    },
    good: { ...files(LONG_FILES_MAX, () => lines(LINES_MAX)), 'server/seed/names.json': '\n'.repeat(999), 'src/b.ts': lines(LONG_LINES) },
  },
  {
    name: `functions have at most ${FUNCTION_LINES_MAX} lines, 95 in 100 of them ${FUNCTION_LINES_95}`,
    check: functionProblems,
    bad: {
      'a function': { 'src/a.ts': `${functionOf(5).repeat(20)}${functionOf(FUNCTION_LINES_MAX + 1)}` },
      'an arrow': { 'src/a.ts': `${functionOf(5).repeat(20)}const a = () => {\n${lines(FUNCTION_LINES_MAX - 1)}\n};` },
      'a test': { 'tests/a.test.ts': `${functionOf(5).repeat(20)}it('a', () => {\n${lines(FUNCTION_LINES_MAX - 1)}\n});` },
      'too many that are long': { 'src/a.ts': functionOf(FUNCTION_LINES_95 + 1) },
    },
    good: {
      'src/a.ts': `${functionOf(FUNCTION_LINES_95).repeat(30)}${functionOf(FUNCTION_LINES_MAX)}`,
      'tests/a.test.ts': `describe('a', () => {\n${lines(200)}\n}); eachDatabase('a', (open) => {\n${lines(200)}\n});`,
    },
  },
];
