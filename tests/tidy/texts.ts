/** Languages: every one has the keys and placeholders of English; English has what the page uses, and nothing else. */
import { type SyntaxNode, type Tree, walk } from './tree.ts';

type Texts = Record<string, unknown>;
const FILE = /^locales\/([^/]+)\/([^/]+)\.json$/;
const PLURAL = /_(zero|one|two|few|many|other)$/;

function textsOf(tree: Tree): Map<string, Map<string, Texts>> {
  const languages = new Map<string, Map<string, Texts>>();
  for (const [path, text] of tree.files) {
    const [, language, namespace] = FILE.exec(path) ?? [];
    if (!language || !namespace) continue;
    const of = languages.get(language) ?? new Map<string, Texts>();
    of.set(namespace, JSON.parse(text) as Texts);
    languages.set(language, of);
  }
  return languages;
}

const placeholders = (text: unknown): string =>
  [...String(text).matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)]
    .map((match) => match[1] ?? '')
    .sort((a, b) => a.localeCompare(b))
    .join(' ');
const stem = (key: string) => key.replace(PLURAL, '');

/** Keys that a language lacks or has too many, empty texts, other placeholders than in English. Plural endings differ by language. */
export function languageProblems(tree: Tree): string[] {
  const languages = textsOf(tree);
  const english = languages.get('en') ?? new Map<string, Texts>();
  return [...languages].flatMap(([language, namespaces]) =>
    [...new Set([...english.keys(), ...namespaces.keys()])].flatMap((namespace) =>
      namespaceProblems(`locales/${language}/${namespace}.json`, english.get(namespace), namespaces.get(namespace)),
    ),
  );
}

function namespaceProblems(path: string, english: Texts | undefined, texts: Texts | undefined): string[] {
  if (!texts) return [`${path}: missing`];
  if (!english) return [`${path}: not in English`];
  const wanted = new Map(Object.entries(english).map(([key, text]) => [stem(key), placeholders(text)]));
  const given = new Set(Object.keys(texts).map(stem));
  const missing = [...wanted.keys()].filter((key) => !given.has(key)).map((key) => `${path}: ${key} missing`);
  const wrong = Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string' || text.trim() === '') return [`${path}: ${key} is not a text`];
    const expected = wanted.get(stem(key));
    if (expected === undefined) return [`${path}: ${key} not in English`];
    return PLURAL.test(key) || placeholders(text) === expected
      ? []
      : [`${path}: ${key} has {{${placeholders(text)}}}, English {{${expected}}}`];
  });
  return [...missing, ...wrong];
}

/** Keys that the page names and English has not, and keys that nobody names. A key may be named by a template with holes. */
export function usageProblems(tree: Tree): string[] {
  const english = textsOf(tree).get('en') ?? new Map<string, Texts>();
  const known = new Set([...english].flatMap(([namespace, texts]) => Object.keys(texts).map((key) => `${namespace}:${stem(key)}`)));
  const isKey = new RegExp(`^(${[...english.keys()].join('|') || 'none'}):`);
  const named: string[] = [];
  const patterns: RegExp[] = [];
  for (const source of tree.sources.filter((one) => one.path.startsWith('src/ui/')))
    walk(source.program, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string' && isKey.test(node.value)) named.push(node.value);
      const holes = node.type === 'TemplateLiteral' ? templateText(node) : undefined;
      if (holes && isKey.test(holes[0] ?? '')) patterns.push(new RegExp(`^${holes.map(literally).join('.+')}$`));
    });
  const missing = [...new Set(named)].filter((key) => !known.has(key)).map((key) => `${key} is named in src/ui and not in locales/en`);
  const unused = [...known].filter((key) => !named.includes(key) && !patterns.some((pattern) => pattern.test(key)));
  return [...missing, ...unused.map((key) => `${key} is in locales/en and named nowhere in src/ui`)];
}

const templateText = (node: SyntaxNode): string[] =>
  (node.quasis as readonly SyntaxNode[]).map((part) => (part.value as { cooked: string }).cooked);
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
