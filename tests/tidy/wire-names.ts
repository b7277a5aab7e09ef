/**
 * Names of the wire stay with the wire. Which they are is read from the schemas and socket words themselves: every key of theirs that begins
 * with a capital. Types and components may be called so, fields may not.
 */
import { at, type Source, type SyntaxNode, type Tree, walk } from './tree.ts';

/** Where the wire is described. */
const DESCRIBED = /^src\/protocol\/(rest\/[a-z-]+|socket)\.ts$/;
/** Who may speak of it: the descriptions and the mapping beside them. */
const MAPPING = /^src\/protocol\//;
/** What must not: the house. Tests and benches speak to the wire. */
const HOUSE = /^(src|server)\//;
/** Rows that the house still handles as they come; a name that one of them has is nobody's fault. */
const NOT_YET: ReadonlySet<string> = new Set(['ProductRow', 'CategoryRow', 'MultipleRow', 'CandleRow', 'ShortCandleRow', 'KlinePush']);

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

function fieldsIn(node: unknown): Set<string> {
  const found = new Set<string>();
  walk(node, (inner) => {
    const field = fieldOf(inner);
    if (field && /^[A-Z][a-z]/.test(field) && inner.type !== 'MemberExpression') found.add(field);
  });
  return found;
}

/** Every top-level description with its name. */
function descriptions({ program }: Source): [name: string, node: unknown][] {
  return (program.body as readonly SyntaxNode[]).flatMap((statement) => {
    const declared = (statement.declaration ?? statement) as SyntaxNode;
    if (declared.type === 'TSTypeAliasDeclaration') return [[named(declared.id) ?? '', declared]];
    const list = (declared.declarations ?? []) as readonly SyntaxNode[];
    return list.map((one): [string, unknown] => [named(one.id) ?? '', one.init]);
  });
}

/** The names that only the wire may use. */
function wireNames(tree: Tree): ReadonlySet<string> {
  const all = tree.sources.filter(({ path }) => DESCRIBED.test(path)).flatMap(descriptions);
  const names = new Set<string>();
  for (const [name, node] of all) if (!NOT_YET.has(name)) for (const field of fieldsIn(node)) names.add(field);
  for (const [name, node] of all) if (NOT_YET.has(name)) for (const field of fieldsIn(node)) names.delete(field);
  return names;
}

/** Fields of the house that have a name of the wire. */
export function wireNameProblems(tree: Tree): string[] {
  const names = wireNames(tree);
  return tree.sources
    .filter(({ path }) => HOUSE.test(path) && !MAPPING.test(path))
    .flatMap((source) => {
      const problems: string[] = [];
      walk(source.program, (node) => {
        const field = fieldOf(node);
        if (field && names.has(field)) problems.push(at(source, node, `${field}: a name of the wire`));
      });
      return problems;
    });
}
