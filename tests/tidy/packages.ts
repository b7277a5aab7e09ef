/** What the product is built on, and that nothing is installed for nobody. */
import type { Tree } from './tree.ts';

/** Fixed for good: whoever replaces one of them replaces the product's footing, not a detail. */
const FOOTING = ['@preact/signals', 'comlink', 'dayjs', 'i18next', 'msgpackr', 'preact', 'preact-iso', 'uplot'];

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Dependencies that no source imports, and those of the footing that are not among the dependencies. */
export function packageProblems({ files, sources }: Tree): string[] {
  const text = files.get('package.json');
  if (text === undefined) return [];
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Readonly<Record<string, string>> };
  const used = new Set(sources.filter(({ path }) => /^(src|server)\//.test(path)).flatMap(({ specifiers }) => specifiers.map(packageOf)));
  return [
    ...FOOTING.filter((name) => !(name in dependencies)).map(
      (name) => `package.json: ${name} is what the product is built on, and is gone`,
    ),
    ...Object.keys(dependencies).flatMap((name) => (used.has(name) ? [] : [`package.json: no source imports ${name}`])),
  ];
}
