// Which statements of the specification have a test that carries their id in its name: counts per area, then what is missing.
//   npm run checklist              counts, and the ids without a test
//   npm run checklist -- --all     also every id with its tests
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const isAll = process.argv.includes('--all');
const ID = /\bS[12]-\d+\.\d+\b/g;

const statements = readFileSync(join(root, 'docs/spec/checklist.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([id, area, statement]) => ({ id, area, statement, tests: /** @type {string[]} */ ([]) }));
const byId = new Map(statements.map((row) => [row.id, row]));
const unknown = [];

/** Every test file under a folder. */
function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Names of tests and groups, wherever they are made: the first text given to a call that begins with it, test or describe, or `name` of a table. */
function names(path) {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const found = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'CallExpression' && /^(it|test|describe)$/.test(rootName(node.callee))) found.push(textOf(node.arguments[0]));
    if (node.type === 'Property' && node.key.name === 'name') found.push(textOf(node.value));
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(program);
  return found.filter(Boolean);
}
function rootName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  return rootName(callee.object ?? callee.callee ?? callee.tag ?? { type: 'Identifier', name: '' });
}
function textOf(node) {
  if (node?.type === 'Literal') return String(node.value);
  return node?.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.cooked).join('…') : '';
}

for (const path of testFiles(join(root, 'tests')))
  for (const name of names(path))
    for (const [id] of name.matchAll(ID)) {
      const test = `${relative(root, path)}: ${name}`;
      const row = byId.get(id);
      if (!row) unknown.push(`${id} in ${test}`);
      else if (!row.tests.includes(test)) row.tests.push(test);
    }

const areas = new Map();
for (const row of statements) {
  const area = areas.get(row.area) ?? { tested: 0, all: 0 };
  areas.set(row.area, { tested: area.tested + (row.tests.length > 0 ? 1 : 0), all: area.all + 1 });
}
const width = Math.max(...[...areas.keys()].map((area) => area.length));
console.log(`${'area'.padEnd(width)}  tested   of`);
for (const [area, { tested, all }] of areas) console.log(`${area.padEnd(width)}${String(tested).padStart(8)}${String(all).padStart(5)}`);

if (isAll) {
  console.log('\nwith a test:');
  for (const row of statements) for (const test of row.tests) console.log(`  ${row.id}  ${test}`);
}
console.log('\nwithout a test:');
for (const row of statements) if (row.tests.length === 0) console.log(`  ${row.id.padEnd(9)} ${row.area}: ${row.statement}`);
for (const line of unknown) console.log(`not in the checklist: ${line}`);

const tested = statements.filter((row) => row.tests.length > 0).length;
console.log(`\n${tested} of ${statements.length} statements have a test with their id in its name`);
process.exit(unknown.length === 0 ? 0 : 1);
