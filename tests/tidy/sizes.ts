/** How long files and functions are: what is longer than a screen holds two things. */
import { lineOf, type SyntaxNode, type Tree, walk } from './tree.ts';

/** Most lines of a file of code. */
export const LINES_MAX = 300;
/** Files may be longer than this, but only so many of them. */
export const LONG_LINES = 250;
export const LONG_FILES_MAX = 5;
/** Most lines of a function, and of 95 in 100 of them. */
export const FUNCTION_LINES_MAX = 80;
export const FUNCTION_LINES_95 = 30;

const CODE = /^(src|server|tests|scripts|bench)\/.*\.(ts|tsx|mjs|css)$/;
const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
/** What these are called with is a list of tests, not a function that anybody has to follow. */
const GROUPS_OF_TESTS = /^(describe|suite|eachDatabase)\b/;

const linesIn = (text: string): number => text.trimEnd().split('\n').length;

/** Files that are too long, and more long ones than there may be. */
export function fileLengthProblems(tree: Tree): string[] {
  const lengths = [...tree.files].filter(([path]) => CODE.test(path)).map(([path, text]) => ({ path, lines: linesIn(text) }));
  const over = lengths.filter(({ lines }) => lines > LINES_MAX).map(({ path, lines }) => `${path}: ${lines} lines, at most ${LINES_MAX}`);
  const long = lengths.filter(({ lines }) => lines > LONG_LINES);
  if (long.length <= LONG_FILES_MAX) return over;
  const named = long.map(({ path, lines }) => `${path} ${lines}`).join(', ');
  return [...over, `${long.length} files over ${LONG_LINES} lines, at most ${LONG_FILES_MAX}: ${named}`];
}

type Length = { readonly name: string; readonly lines: number };

/** Every function of the tree that has a body, by `path:line`. */
function functionLengths(tree: Tree): Length[] {
  return tree.sources.flatMap((source) => {
    const found: Length[] = [];
    const groups = new Set<unknown>();
    walk(source.program, (node) => {
      if (node.type === 'CallExpression' && GROUPS_OF_TESTS.test(calledText(node, source.text)))
        for (const argument of node.arguments as readonly unknown[]) groups.add(argument);
      if (!FUNCTION.test(node.type) || !node.body || groups.has(node)) return;
      const text = source.text.slice(node.start, node.end as number);
      found.push({ name: `${source.path}:${lineOf(source.text, node.start)}`, lines: text.split('\n').length });
    });
    return found;
  });
}

const calledText = (call: SyntaxNode, text: string): string => {
  const callee = call.callee as SyntaxNode;
  return text.slice(callee.start, callee.end as number);
};

/** Functions that are too long, and a tree in which too many are long. */
export function functionProblems(tree: Tree): string[] {
  const all = functionLengths(tree).sort((a, b) => a.lines - b.lines);
  const over = all.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
  const problems = over.map(({ name, lines }) => `${name} a function of ${lines} lines, at most ${FUNCTION_LINES_MAX}`);
  const at95 = all[Math.floor(all.length * 0.95)]?.lines ?? 0;
  return at95 > FUNCTION_LINES_95 ? [...problems, `95 in 100 functions have up to ${at95} lines, at most ${FUNCTION_LINES_95}`] : problems;
}
