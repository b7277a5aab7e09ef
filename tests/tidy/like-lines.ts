/**
 * Where the tree says the same thing twice: pairs of places with a run of like lines. Lines are alike when they are the same but for names,
 * texts and numbers; what every file has (imports, comments, blank lines, lone brackets) counts for nothing.
 */
import type { Tree } from './tree.ts';

/** So many like lines in a row make a pair. */
export const LIKE_LINES = 12;
/** Pairs that the tree may have: a place to look is not always a fault. */
export const LIKE_PAIRS_MAX = 10;
/** A run of fewer shapes than this is a list of values or fields, and like another only when it is the same to the letter. */
const SHAPES_MIN = 6;
/** A run that stands in more places than this is a form that the language or the house asks for, such as a table of constants. */
const PLACES_MAX = 8;

const CODE = /^(src|server|tests|scripts|bench)\/.*\.(ts|tsx|mjs|css|html)$/;
const WORDS =
  /^(abstract|as|async|await|break|case|catch|class|const|constructor|continue|default|delete|do|else|export|extends|false|finally|for|function|get|if|implements|import|in|instanceof|interface|keyof|let|new|null|of|private|readonly|return|satisfies|set|static|super|switch|this|throw|true|try|type|typeof|undefined|void|while|yield)$/;

type Line = { readonly number: number; readonly text: string; readonly shape: string };
type Place = { readonly path: string; readonly at: number };

/** Texts, numbers and names of a line made equal: `const a = f("x", 1)` is `const a = a('', 0)`. */
const shapeOf = (line: string): string =>
  line
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
    .replace(/\b\d[\w.]*/g, '0')
    .replace(/[A-Za-z_$][\w$]*/g, (word) => (WORDS.test(word) ? word : 'a'));

/** The lines that count, each with its number (from 1). */
function linesOf(text: string): Line[] {
  const bare = text
    .replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/^(?:import|export)\b[^;'"]*?from '[^']*';$|^import '[^']*';$/gm, (statement) => statement.replace(/[^\n]/g, ''));
  return bare.split('\n').flatMap((line, at) => {
    const said = line
      .replace(/(^|\s)\/\/.*$/, '')
      .trim()
      .replace(/\s+/g, ' ');
    return /\w/.test(said) ? [{ number: at + 1, text: said, shape: shapeOf(said) }] : [];
  });
}

/** What two runs have in common when they are alike. */
const keyOf = (run: readonly Line[]): string => {
  const isList = new Set(run.map((line) => line.shape)).size < SHAPES_MIN;
  return run.map((line) => (isList ? line.text : line.shape)).join('\n');
};

/** `a:line like b:line` of every pair of files, and of every file with itself, that share a run; its longest run is named by its first line. */
function likePairs(tree: Tree): string[] {
  const files = new Map([...tree.files].filter(([path]) => CODE.test(path)).map(([path, text]) => [path, linesOf(text)]));
  const places = new Map<string, Place[]>();
  for (const [path, lines] of files)
    for (let at = 0; at + LIKE_LINES <= lines.length; at++) {
      const run = keyOf(lines.slice(at, at + LIKE_LINES));
      places.set(run, [...(places.get(run) ?? []), { path, at }]);
    }
  const pairs = new Map<string, string>();
  for (const found of places.values()) {
    if (found.length > PLACES_MAX) continue;
    for (const [a, b] of found.flatMap((one, index) => found.slice(index + 1).map((other) => [one, other] as const))) {
      if (a.path === b.path && Math.abs(a.at - b.at) < LIKE_LINES) continue;
      const key = `${a.path} ${b.path}`;
      if (!pairs.has(key)) pairs.set(key, `${lineName(files, a)} like ${lineName(files, b)}`);
    }
  }
  return [...pairs.values()];
}

const lineName = (files: ReadonlyMap<string, readonly Line[]>, { path, at }: Place) => `${path}:${files.get(path)?.[at]?.number ?? 0}`;

/** The pairs, when there are more than the tree may have. */
export function likeProblems(tree: Tree): string[] {
  const pairs = likePairs(tree);
  if (pairs.length <= LIKE_PAIRS_MAX) return [];
  return [[`${pairs.length} pairs of ${LIKE_LINES} like lines, at most ${LIKE_PAIRS_MAX}:`, ...pairs].join('\n')];
}
