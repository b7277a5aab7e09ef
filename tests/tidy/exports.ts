/**
 * Exports that nobody imports. A name is used when another file imports it by name; where a file is imported whole (`import * as`, `import()`,
 * `typeof import()`, or by its path as a text, as benches and pages are), when the name stands as a word in another file. What only tests
 * import is no use of source, unless its own file uses it too: a piece that is tried by itself is welcome, code that is kept for its test is not.
 */
import { resolveOwn, type Source, type Tree } from './tree.ts';

/** Users of source: what the product runs, and what measures and builds it. Tests prove it and are no reason for it to be there. */
const PRODUCT = /^(src|server)\//;
const TESTS = /^tests\//;
/** Exported for a test that is the point of it, or specified and proved before a screen asks for it. Each says why. */
const PROVED: Readonly<Record<string, readonly string[]>> = {
  // The number of the frame and this one are held equal by a test, so that the first load needs no indicator.
  'src/domain/indicators/indicator-choice.ts': ['INDICATOR_LINES_MAX'],
  // A log is a part, and this is the one that says nothing.
  'server/log.ts': ['silentLog'],
  // What the public step law is measured by.
  'server/feed/step-law.ts': ['stepVariance'],
  'src/ui/language/language.ts': ['chooseLanguage'],
  // The rules of deposits and withdrawals stand before the wallet that will ask them.
  'src/domain/protection.ts': ['depositBarrier', 'withdrawalBarrier'],
  // Put around each import by the build (scripts/late-imports.ts).
  'src/ui/lazy/page-import.ts': ['pageImport'],
  // Called by the test runner.
  'tests/server/postgres-cluster.ts': ['setup', 'teardown'],
};
/** Found by the name of their file, and called by whoever finds them. */
const FOUND_BY_NAME = /(^|\/)[\w.-]+\.config\.m?[jt]s$|^bench\/[\w-]+\.bench\.ts$/;

/** A file named as a text, as benches name what they bundle. */
const NAMED_FILE = /\b(?:bench|tests)\/[\w./-]+\.(?:tsx?|mjs)\b/g;

/** `undefined` as a name: the file is imported whole. */
type Use = { readonly by: Source; readonly target: string; readonly name: string | undefined };

function usesOf(source: Source): Use[] {
  const named = source.imports.flatMap(({ specifier, name }) => {
    const target = resolveOwn(source.path, specifier);
    return target === undefined ? [] : [{ by: source, target, name }];
  });
  const texts = (source.text.match(NAMED_FILE) ?? []).filter((path) => path !== source.path);
  return [...named, ...texts.map((target) => ({ by: source, target, name: undefined }))];
}

/** Who uses what of which file. */
class Uses {
  readonly #sources: readonly Source[];
  readonly #of = new Map<string, Use[]>();
  readonly #words = new Map<Source, ReadonlyMap<string, number>>();

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
    for (const use of sources.flatMap(usesOf)) this.#of.set(use.target, [...(this.#of.get(use.target) ?? []), use]);
  }

  /** Files that use a name of a file. */
  of(source: Source, name: string): Source[] {
    const uses = this.#of.get(source.path) ?? [];
    const byName = uses.filter((use) => use.name === name).map((use) => use.by);
    const isWhole = uses.some((use) => use.name === undefined);
    return isWhole ? [...byName, ...this.#sources.filter((other) => other !== source && this.count(other, name) > 0)] : byName;
  }

  /** How often a word stands in a file. */
  count(source: Source, word: string): number {
    let words = this.#words.get(source);
    if (!words) {
      const found = new Map<string, number>();
      for (const one of source.text.match(/[\w$]+/g) ?? []) found.set(one, (found.get(one) ?? 0) + 1);
      this.#words.set(source, found);
      words = found;
    }
    return words.get(word) ?? 0;
  }
}

/** `path: name …` of every export that has no use. */
export function exportProblems(tree: Tree): string[] {
  const uses = new Uses(tree.sources);
  const problem = (source: Source, name: string): string[] => {
    if (PROVED[source.path]?.includes(name)) return [];
    const by = uses.of(source, name);
    if (by.length === 0) return [`${source.path}: ${name} is exported and imported nowhere`];
    const isKeptForTests = PRODUCT.test(source.path) && by.every(({ path }) => TESTS.test(path)) && uses.count(source, name) === 1;
    return isKeptForTests ? [`${source.path}: ${name} is used by tests alone`] : [];
  };
  const asked = tree.sources.filter((source) => !FOUND_BY_NAME.test(source.path));
  return asked.flatMap((source) => source.exports.flatMap((name) => problem(source, name)));
}
