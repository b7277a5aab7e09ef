/** The work tree as text, and its code as syntax trees: what every checker reads. Built from the disk, or from samples in a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

export type SyntaxNode = { readonly type: string; readonly start: number; readonly [key: string]: unknown };
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  /** What it imports or re-exports, as written: static, type-only and dynamic. */
  readonly specifiers: readonly string[];
  /** The same name by name; `undefined`: the file as a whole. */
  readonly imports: readonly { readonly specifier: string; readonly name: string | undefined }[];
  /** Names that it exports, those that it passes on among them. */
  readonly exports: readonly string[];
  readonly hasDefaultExport: boolean;
  readonly syntaxErrors: readonly string[];
};
export type Tree = { readonly files: ReadonlyMap<string, string>; readonly sources: readonly Source[] };

/** Folders that are made, fetched or private: never part of the tree. */
const OUTSIDE = new Set(['node_modules', 'dist', 'out', '.git', '.cache', '.data', '.tmp', 'coverage', 'results']);
const TEXT = /\.(ts|tsx|mts|mjs|js|json|md|css|html|tsv|yml|yaml|svg|sql|webmanifest|example)$|(^|\/)(run|LICENSE|\.[a-z]+)$/;
const CODE = /\.(ts|tsx|mts|mjs|js)$/;

/** The tree of a folder on disk; paths with `/`, relative to it. */
export function readTree(root: string): Tree {
  const files = new Map<string, string>();
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory() && !OUTSIDE.has(entry.name)) visit(path);
      if (entry.isFile() && !OUTSIDE.has(entry.name) && !entry.name.endsWith('.tsbuildinfo'))
        files.set(path, TEXT.test(path) ? readFileSync(join(root, path), 'utf8') : '');
    }
  };
  visit('');
  return treeOf(files);
}

/** A tree from texts by path. */
export function treeOf(files: ReadonlyMap<string, string> | Record<string, string>): Tree {
  const map = files instanceof Map ? (files as ReadonlyMap<string, string>) : new Map(Object.entries(files));
  return { files: map, sources: [...map].filter(([path]) => CODE.test(path)).map(([path, text]) => parse(path, text)) };
}

function parse(path: string, text: string): Source {
  const parsed = parseSync(path, text);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const exported = staticExports.flatMap((statement) => statement.entries);
  const program = parsed.program as unknown as SyntaxNode;
  const dynamic = dynamicImports.map((one) => text.slice(one.moduleRequest.start, one.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''));
  const again = exported.flatMap((entry) => entry.moduleRequest?.value ?? []);
  const typed = importTypes(program);
  const named = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map((entry) => ({ specifier: moduleRequest.value, name: nameOf(entry.importName) })),
  );
  const passedOn = exported.flatMap((entry) =>
    entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, name: nameOf(entry.importName) }] : [],
  );
  return {
    path,
    text,
    program,
    comments: parsed.comments,
    specifiers: [...staticImports.map((one) => one.moduleRequest.value), ...again, ...dynamic, ...typed],
    imports: [...named, ...passedOn, ...[...dynamic, ...typed].map((specifier) => ({ specifier, name: undefined }))],
    exports: [...new Set(exported.flatMap((entry) => entry.exportName.name ?? []))],
    hasDefaultExport: exported.some((entry) => entry.exportName.kind === 'Default'),
    syntaxErrors: parsed.errors.map((error) => error.message),
  };
}

/** The name that an import asks for; `undefined` for all of them, or for the default one. */
const nameOf = (name: { readonly kind: string; readonly name: string | null }): string | undefined =>
  name.kind === 'Name' ? (name.name ?? undefined) : undefined;

/** What `import('./a.ts').A` and `typeof import('./a.ts')` name in types. */
function importTypes(program: SyntaxNode): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    if (node.type === 'TSImportType') found.push((node.source as SyntaxNode).value as string);
  });
  return found;
}

/** Path of our own file that a specifier means, without its query; `undefined` for a package. */
export function resolveOwn(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#server/')) return bare.slice(1);
  if (bare.startsWith('#')) return `src/${bare.slice(1)}`;
  return bare.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), bare)) : undefined;
}

/** Calls `see` with every node of a syntax tree. */
export function walk(node: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, see);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (typeof (node as SyntaxNode).type === 'string') see(node as SyntaxNode);
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, see);
}

/** Line (from 1) of an offset. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** `path:line what`. */
export const at = (source: Source, node: { readonly start: number }, what: string): string =>
  `${source.path}:${lineOf(source.text, node.start)} ${what}`;
