/**
 * Names of the wire stay with the wire. Which they are is read from the schemas and socket words themselves: every key of theirs that begins
 * with a capital or is put together of several words. Types and components may be called so, fields may not.
 */
import { at, type Source, type SyntaxNode, type Tree, walk } from './tree.ts';

/** Where the wire is described. */
const DESCRIBED = /^src\/protocol\/(rest\/[a-z-]+|socket)\.ts$/;
/** What a person fills in to get in, and how a site is set up, is called the same everywhere: only what begins with a capital counts of these. */
const OWN_WORDS = /^src\/protocol\/rest\/(user|site|credentials)\.ts$/;
/** Who may speak of it: the descriptions and the mapping beside them. */
const MAPPING = /^src\/protocol\//;
/** Who hands fields over as they are called: the calls of the page, the routes and the sockets of the server. Rows they may not take apart. */
const HANDING_OVER = /^(src\/rest|server\/(routes|socket))\//;
/** What must not: the house. Tests and benches speak to the wire. */
const HOUSE = /^(src|server)\//;
/** Columns are the server's own words, whoever has the same. */
const TABLES = /^server\/database\/([a-z-]+-)?schema\.ts$/;

const named = (node: unknown): string | undefined => {
  const { type, name, value } = (node ?? {}) as { type?: string; name?: string; value?: unknown };
  if (type === 'Identifier') return name;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
};

/** The name of a field where a node defines, reads or takes one. */
function fieldOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Property' || node.type === 'TSPropertySignature') return node.computed ? undefined : named(node.key);
  if (node.type !== 'MemberExpression') return undefined;
  const property = node.property as SyntaxNode;
  return node.computed && property.type === 'Identifier' ? undefined : named(property);
}

/** The names of the fields that a file describes. */
function fieldsIn({ program }: Source): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    const field = node.type === 'MemberExpression' ? undefined : fieldOf(node);
    if (field) found.push(field);
  });
  return found;
}

const isCapital = (field: string): boolean => /^[A-Z][a-z]/.test(field);
const isPutTogether = (field: string): boolean => /_|[a-z][A-Z]/.test(field);

/** The names that only the wire may use: those of rows and pushes, and those that are handed over too. */
function wireNames(tree: Tree): { rows: ReadonlySet<string>; fields: ReadonlySet<string>; columns: ReadonlySet<string> } {
  const described = tree.sources.filter(({ path }) => DESCRIBED.test(path));
  return {
    rows: new Set(described.flatMap(fieldsIn).filter(isCapital)),
    fields: new Set(
      described
        .filter(({ path }) => !OWN_WORDS.test(path))
        .flatMap(fieldsIn)
        .filter(isPutTogether),
    ),
    columns: new Set(tree.sources.filter(({ path }) => TABLES.test(path)).flatMap(fieldsIn)),
  };
}

/** Fields of the house that have a name of the wire. */
export function wireNameProblems(tree: Tree): string[] {
  const { rows, fields, columns } = wireNames(tree);
  const isWrong = (path: string, field: string): boolean =>
    rows.has(field) || (fields.has(field) && !HANDING_OVER.test(path) && !(path.startsWith('server/') && columns.has(field)));
  return tree.sources
    .filter(({ path }) => HOUSE.test(path) && !MAPPING.test(path))
    .flatMap((source) => {
      const problems: string[] = [];
      walk(source.program, (node) => {
        const field = fieldOf(node);
        if (field && isWrong(source.path, field)) problems.push(at(source, node, `${field}: a name of the wire`));
      });
      return problems;
    });
}
