/** Documents name only what is there; nothing in the tree names a machine or a registry. */
import type { Tree } from './tree.ts';

/** Made by a script, or given by whoever runs it: named in documents, absent from a clean tree. */
const MADE = /^(\.cache|\.data|\.tmp|out|dist|node_modules|bench\/node_modules)(\/|$)/;
const FILE_NAME = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|md|json|css|html|tsv|yml)$/;

/** Paths in backticks and links, and npm scripts, that do not exist. */
export function documentProblems(tree: Tree): string[] {
  const scripts = Object.keys((JSON.parse(tree.files.get('package.json') ?? '{}') as { scripts?: Record<string, string> }).scripts ?? {});
  return [...tree.files]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) => [...missingPaths(tree, path, text), ...missingScripts(scripts, path, text)]);
}

function missingPaths(tree: Tree, document: string, text: string): string[] {
  const withoutBlocks = text.replace(/^```[\s\S]*?^```/gm, '');
  const quoted = [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string);
  const linked = [...withoutBlocks.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)[^)]*\)/g)].map((match) => match[1] as string);
  return [...quoted, ...linked]
    .filter((name) => isPath(tree, name) && !exists(tree, name))
    .map((name) => `${document}: ${name} does not exist`);
}

/** Looks like a path of ours: a file name with an ending, or something inside one of our folders. */
function isPath(tree: Tree, name: string): boolean {
  if (MADE.test(name) || /[\s<>*…{}$=(]/.test(name) || name.startsWith('/') || name.startsWith('#')) return false;
  const folder = name.slice(0, Math.max(0, name.indexOf('/')));
  return (
    FILE_NAME.test(name) ||
    name.startsWith('../') ||
    (folder !== '' && [...tree.files.keys()].some((path) => path.startsWith(`${folder}/`)))
  );
}

/** As a path from the root, a folder, or the end of a path (`engine.ts` for `src/ui/engine/engine.ts`). */
function exists(tree: Tree, name: string): boolean {
  const bare = name.replace(/\/$/, '');
  return [...tree.files.keys()].some((path) => path === bare || path.startsWith(`${bare}/`) || path.endsWith(`/${bare}`));
}

function missingScripts(scripts: readonly string[], document: string, text: string): string[] {
  const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map((match) => (match[1] ?? match[2]) as string);
  return [...new Set(named)].filter((name) => !scripts.includes(name)).map((name) => `${document}: npm script ${name} does not exist`);
}

/** Decisions are looked up by their number: each has one of its own. */
export function decisionProblems(tree: Tree): string[] {
  const numbers = [...(tree.files.get('docs/spec/decisions.md') ?? '').matchAll(/^- \*\*(D[\d.]+)\*\*/gm)].map(
    (match) => match[1] as string,
  );
  return numbers.filter((number, at) => numbers.indexOf(number) < at).map((number) => `docs/spec/decisions.md: ${number} stands twice`);
}

/** Folders of one machine, and hosts of package registries. */
const MACHINE = /(?<![\w.:/-])\/(?:work|home\/\w+|Users\/\w+|root)\/\w/;
const REGISTRY = /\bregistry\.[\w-]+\.\w+|\b(?:artifactory|verdaccio|nexus)[\w.-]*[:/]|https?:\/\/[\w.-]*registry[\w.-]*/i;

/** Where the tree gives away where it was written, and lock entries that name a host. */
export function machineProblems(tree: Tree): string[] {
  const named = [...tree.files].flatMap(([path, text]) => {
    const found = MACHINE.exec(text)?.[0] ?? REGISTRY.exec(text)?.[0];
    return found ? [`${path}: ${found}`] : [];
  });
  const lock = tree.files.get('package-lock.json') ?? '';
  return /"resolved":\s*"https?:/.test(lock) ? [...named, 'package-lock.json: entries name a host'] : named;
}
