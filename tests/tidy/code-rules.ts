/** Rules for the text of code: names, shape, and what must not stand in it. */
import { at, type Source, type SyntaxNode, type Tree, walk } from './tree.ts';

const OWN = /^(src|server|tests|scripts|bench)\//;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
/** Say nothing anywhere in a name, and say nothing as the whole of it. */
const EMPTY_WORDS = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'manager']);
const EMPTY_NAMES = new Set(['index', 'common', 'shared', 'lib']);

/** File names that say nothing, barrels, and names that are not kebab-case. */
export function nameProblems(tree: Tree): string[] {
  return [...tree.files.keys()]
    .filter((path) => OWN.test(path))
    .flatMap((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const noun = name.split('.')[0] ?? '';
      const isEmpty = EMPTY_NAMES.has(noun) || noun.split('-').some((word) => EMPTY_WORDS.has(word));
      if (/\.(ts|tsx|mjs|css)$/.test(name) && isEmpty) return [`${path}: a name that says nothing`];
      return KEBAB.test(name) || /^(README|RESULTS)\.md$/.test(name) ? [] : [`${path}: not kebab-case`];
    });
}

/** `any`, default exports, re-exporting files, and comments that switch the compiler off. */
export function shapeProblems(tree: Tree): string[] {
  return tree.sources.flatMap((source) => {
    const problems = source.syntaxErrors.map((error) => `${source.path}: ${error}`);
    walk(source.program, (node) => {
      if (node.type === 'TSAnyKeyword') problems.push(at(source, node, 'any'));
    });
    if (source.hasDefaultExport && !/(^|\/)[\w.-]+\.config\.m?[jt]s$/.test(source.path)) problems.push(`${source.path}: default export`);
    if (isBarrel(source)) problems.push(`${source.path}: only passes on what others export`);
    for (const comment of source.comments)
      if (/@ts-(ignore|nocheck)/.test(comment.value)) problems.push(at(source, comment, 'switches the compiler off'));
    return problems;
  });
}

function isBarrel(source: Source): boolean {
  const body = source.program.body as readonly SyntaxNode[];
  return (
    body.length > 0 && body.every((node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source))
  );
}

/** Notes to self, tests that are switched off or alone, and marks of a merge. */
export function leftovers(tree: Tree): string[] {
  const note = /\b(TODO|FIXME|XXX|HACK)\b/;
  const inCode = tree.sources.flatMap((source) => {
    const problems = source.comments.filter((comment) => note.test(comment.value)).map((comment) => at(source, comment, 'a note to self'));
    walk(source.program, (node) => {
      const name = calleeName(node);
      if (name && /^(it|test|describe|suite)\.(\w+\.)*(only|skip|todo)$/.test(name) && !saysWhatIsMissing(node))
        problems.push(at(source, node, name));
      if (name === 'console.log' && source.path.startsWith('src/')) problems.push(at(source, node, name));
    });
    return problems;
  });
  const inText = [...tree.files].filter(([path]) => /\.(md|css|html)$/.test(path));
  const unmerged = [...tree.files].filter(([, text]) => /^(<{7}|>{7}) /m.test(text));
  return [
    ...inCode,
    ...inText.filter(([, text]) => note.test(text)).map(([path]) => `${path}: a note to self`),
    ...unmerged.map(([path]) => `${path}: two versions that nobody merged`),
  ];
}

/** A test that needs what a machine may not have is skipped with a word: `it.skip('not tried here: …')`. */
function saysWhatIsMissing(call: SyntaxNode): boolean {
  const title = (call.arguments as readonly SyntaxNode[])[0]?.value;
  return typeof title === 'string' && title.startsWith('not tried here: ');
}

/** `a.b.c` of a call `a.b.c(…)`. */
function calleeName(node: SyntaxNode): string | undefined {
  return node.type === 'CallExpression' ? dotted(node.callee as SyntaxNode) : undefined;
}
function dotted(node: SyntaxNode): string | undefined {
  if (node.type === 'Identifier') return node.name as string;
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const object = dotted(node.object as SyntaxNode);
  return object && `${object}.${(node.property as SyntaxNode).name as string}`;
}

const TIME =
  /^(globalThis\.|window\.|self\.)?(Date\.now|performance\.now|setTimeout|setInterval|setImmediate|requestAnimationFrame|Math\.random)$/;
/** Layers whose clock and chance are passed in, and the files in them that hold the real ones. */
const TIMELESS = /^(src\/(domain|protocol|rest|worker)|server)\//;

/** Reading the time, waiting, or drawing chance where a clock or a source of chance is passed in. `allowed`: path -> names that it may call. */
export function timeProblems(tree: Tree, allowed: ReadonlyMap<string, readonly string[]>): string[] {
  return tree.sources
    .filter((source) => TIMELESS.test(source.path))
    .flatMap((source) => {
      const problems: string[] = [];
      const may = allowed.get(source.path) ?? [];
      walk(source.program, (node) => {
        const isBareDate =
          node.type === 'NewExpression' && dotted(node.callee as SyntaxNode) === 'Date' && (node.arguments as unknown[]).length === 0;
        const name = isBareDate
          ? 'new Date()'
          : node.type === 'MemberExpression' || node.type === 'CallExpression'
            ? timeName(node)
            : undefined;
        if (name && !may.includes(name)) problems.push(at(source, node, name));
      });
      return problems;
    });
}

/** `Date.now`, called or passed on as a value; a bare `setTimeout` only where it is called. */
function timeName(node: SyntaxNode): string | undefined {
  const name = node.type === 'MemberExpression' ? dotted(node) : dotted(node.callee as SyntaxNode);
  if (!name || !TIME.test(name)) return undefined;
  const isMember = name.includes('.');
  return (node.type === 'MemberExpression') === isMember ? name : undefined;
}

const UNITS = 'src/domain/time-units.ts';
const OWN_UNIT = /\bconst (SECOND|MINUTE|HOUR|DAY)_MS = \d|\b(3_600_000|86_400_000)\b/;

/** Units of time that product code has of its own. */
export const unitProblems = (tree: Tree): string[] =>
  tree.sources
    .filter(({ path, text }) => /^(src|server)\//.test(path) && path !== UNITS && OWN_UNIT.test(text))
    .map(({ path }) => `${path}: units of time are those of ${UNITS}`);

const SQL_HOME = /^server\/(repositories|database|ledger)\//;
const SQL_CALL = /(^|\.)(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;

/** SQL, built or written, outside of the folders that may hold it. */
export function sqlProblems(tree: Tree): string[] {
  return tree.sources
    .filter((source) => /^(server|src)\//.test(source.path) && !SQL_HOME.test(source.path))
    .flatMap((source) => {
      const problems: string[] = [];
      walk(source.program, (node) => {
        const property = node.type === 'MemberExpression' ? ((node.property as SyntaxNode).name as string | undefined) : undefined;
        if (property && SQL_CALL.test(property)) problems.push(at(source, node, property));
        if (node.type === 'TaggedTemplateExpression' && dotted(node.tag as SyntaxNode) === 'sql') problems.push(at(source, node, 'sql`…`'));
      });
      return problems;
    });
}

/** Files of the pure and the serving layers that do not open with what they are. */
export function openingProblems(tree: Tree): string[] {
  return tree.sources
    .filter((source) => /^(src\/(domain|protocol|rest|worker)|server)\//.test(source.path))
    .filter((source) => source.text.slice(0, source.comments[0]?.start ?? source.text.length).trim() !== '' || source.comments.length === 0)
    .map((source) => `${source.path}: does not open with what it is`);
}

/** Who knows which money is shown: the setting, what writes an amount with its code, and the paper that names the account's money. */
const MONEY_HOME = /^src\/ui\/(state\/site|text\/money|screens\/order\/statement\/statement-paper)\.tsx?$/;

/** The currency asked for where an amount should be written by `moneyText`. */
export function moneyProblems(tree: Tree): string[] {
  return tree.sources
    .filter((source) => source.path.startsWith('src/ui/') && !MONEY_HOME.test(source.path))
    .filter((source) => /\bsetting\('currency'\)|import \{[^}]*\bmoneyCode\b[^}]*\} from '[^']*\/money\.ts'/.test(source.text))
    .map((source) => `${source.path}: money is written by moneyText`);
}

/** Rows of the first list of prices, which must not fetch the words of a mark, do by hand what `oldMark` does. */
const OLD_HOME = /^src\/ui\/(freshness\/freshness|products\/product-link|screens\/home\/mover-strip)\.tsx$/;
const LIVE_TEXTS = /<(PriceText|LiveText)\b/;
const SAYS_OLD = /\b(oldMark|isOldPrice)\(/;

/** A live price, or what follows from one, in a file that never says when it is old; and a second place that knows which one is. */
export function oldPriceProblems(tree: Tree): string[] {
  const page = tree.sources.filter(({ path }) => path.startsWith('src/ui/') && !path.startsWith('src/ui/kit/'));
  const unsaid = page.filter(({ text }) => LIVE_TEXTS.test(text) && !SAYS_OLD.test(text) && !text.includes('QUOTE_STATE.stale'));
  const byHand = page.filter(({ path, text }) => /QUOTE_STATE\.stale/.test(text) && !OLD_HOME.test(path));
  return [
    ...unsaid.map(({ path }) => `${path}: a live price without oldMark or isOldPrice`),
    ...byHand.map(({ path }) => `${path}: which price is old is said by oldMark and freshnessOf`),
  ];
}

/** `new Worker` outside of the one file that owns the worker. */
export function workerProblems(tree: Tree): string[] {
  return tree.sources
    .filter((source) => source.path.startsWith('src/') && source.path !== 'src/ui/engine/engine.ts')
    .flatMap((source) => {
      const problems: string[] = [];
      walk(source.program, (node) => {
        if (node.type === 'NewExpression' && /^(\w+\.)?(Shared)?Worker$/.test(dotted(node.callee as SyntaxNode) ?? ''))
          problems.push(at(source, node, 'new Worker'));
      });
      return problems;
    });
}
