/** Who may import whom: the table of layers, one owner of uPlot and of the worker, no cycles. */
import { resolveOwn, type Source, type Tree } from './tree.ts';

/** Own folder of a file, longest first: the first that matches is its layer. */
const LAYERS = [
  'src/domain',
  'src/protocol',
  'src/rest',
  'src/worker',
  'src/ui/kit',
  'src/ui/charts',
  'src/ui/browser',
  'src/ui/navigation',
  'src/ui/language',
  'src/ui/text',
  'src/ui/state',
  'src/ui/engine',
  'src/ui/lazy',
  'src/ui/requests',
  'src/ui/freshness',
  'src/ui/products',
  'src/ui/receipts',
  'src/ui/orders',
  'src/ui/alerts',
  'src/ui/credentials',
  'src/ui/photos',
  'src/ui/identity',
  'src/ui/security',
  'src/ui/company',
  'src/ui/notices',
  'src/ui/shell',
  'src/ui/perf',
  'src/ui/screens',
  'src/ui',
  'server',
] as const;
type Layer = (typeof LAYERS)[number];

/** What every room of the page may use that shows something: words, figures, the mirrored state, the parts of the kit. */
const SHOWN = ['src/domain', 'src/protocol', 'src/ui/kit', 'src/ui/language', 'src/ui/text', 'src/ui/state', 'src/ui/engine'] as const;

/**
 * What a layer may import beside itself. `src/ui` stands for the files right in that folder. Screens reach `src/rest` for the commands
 * of their own forms (submit, close); what the screens of trading and of orders both need is `src/ui/orders`, what is about price alerts `src/ui/alerts`, about doors and passwords `src/ui/credentials`, and lists that several
 * screens show stay in `src/ui/state`.
 */
const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  'src/domain': [],
  'src/protocol': ['src/domain'],
  'src/rest': ['src/domain', 'src/protocol'],
  'src/worker': ['src/domain', 'src/protocol', 'src/rest'],
  // A sheet is a step of the history.
  'src/ui/kit': ['src/domain', 'src/ui/browser', 'src/ui/navigation'],
  'src/ui/charts': ['src/domain', 'src/ui/kit'],
  'src/ui/browser': ['src/rest'],
  'src/ui/navigation': ['src/ui/browser'],
  'src/ui/language': ['src/domain', 'src/protocol', 'src/ui/browser'],
  'src/ui/text': ['src/domain', 'src/ui/language'],
  'src/ui/state': [
    'src/domain',
    'src/protocol',
    'src/rest',
    'src/ui/browser',
    'src/ui/navigation',
    'src/ui/language',
    'src/ui/text',
    'src/ui/requests',
  ],
  'src/ui/engine': ['src/domain', 'src/protocol', 'src/ui/state'],
  'src/ui/lazy': ['src/protocol', 'src/ui/kit', 'src/ui/language', 'src/ui/navigation', 'src/ui/state'],
  'src/ui/requests': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/navigation', 'src/ui'],
  'src/ui/freshness': SHOWN,
  'src/ui/products': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/lazy', 'src/ui/navigation', 'src/ui/requests', 'src/ui'],
  'src/ui/receipts': [...SHOWN, 'src/rest', 'src/ui/lazy', 'src/ui/requests'],
  'src/ui/orders': [
    ...SHOWN,
    'src/rest',
    'src/ui/lazy',
    'src/ui/navigation',
    'src/ui/requests',
    'src/ui/freshness',
    'src/ui/receipts',
    'src/ui',
  ],
  'src/ui/alerts': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/navigation', 'src/ui/requests', 'src/ui/freshness', 'src/ui'],
  'src/ui/credentials': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/lazy', 'src/ui/navigation', 'src/ui/requests', 'src/ui'],
  'src/ui/photos': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/requests'],
  'src/ui/identity': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/navigation', 'src/ui/requests', 'src/ui/photos', 'src/ui'],
  'src/ui/security': [...SHOWN, 'src/rest', 'src/ui/browser', 'src/ui/requests'],
  'src/ui/company': [...SHOWN, 'src/rest', 'src/ui/requests'],
  'src/ui/notices': ['src/protocol', 'src/ui/orders', 'src/ui/identity'],
  'src/ui/shell': [...SHOWN, 'src/ui/browser', 'src/ui/lazy', 'src/ui/navigation', 'src/ui/requests', 'src/ui/security', 'src/ui'],
  'src/ui/perf': SHOWN,
  'src/ui/screens': [
    ...SHOWN,
    'src/rest',
    'src/ui/charts',
    'src/ui/browser',
    'src/ui/lazy',
    'src/ui/navigation',
    'src/ui/requests',
    'src/ui/freshness',
    'src/ui/products',
    'src/ui/receipts',
    'src/ui/orders',
    'src/ui/alerts',
    'src/ui/credentials',
    'src/ui/photos',
    'src/ui/identity',
    'src/ui/security',
    'src/ui/company',
    'src/ui/shell',
    'src/ui',
  ],
  'src/ui': [
    ...SHOWN,
    'src/rest',
    'src/ui/browser',
    'src/ui/navigation',
    'src/ui/requests',
    'src/ui/orders',
    'src/ui/alerts',
    'src/ui/identity',
    'src/ui/security',
    'src/ui/company',
    'src/ui/notices',
    'src/ui/shell',
    'src/ui/perf',
    'src/ui/screens',
  ],
  server: ['src/domain', 'src/protocol'],
};
/** The table of routes belongs to the frame of the page: screens and state get paths from `paths.ts`. */
const ROUTES = 'src/ui/routes.ts';
const ENGINE = 'src/ui/engine/engine.ts';

const layerOf = (path: string): Layer | undefined => LAYERS.find((layer) => path.startsWith(`${layer}/`));
const screenOf = (path: string): string | undefined => /^src\/ui\/screens\/([^/]+)\//.exec(path)?.[1];

/** Every import that crosses a wall, as `from imports what: why not`. */
export function wallProblems(tree: Tree): string[] {
  return tree.sources.flatMap((source) => source.specifiers.flatMap((specifier) => wallProblem(source, specifier) ?? []));
}

function wallProblem(source: Source, specifier: string): string | undefined {
  const layer = layerOf(source.path);
  if (!layer) return undefined;
  const problem = (why: string) => `${source.path} imports ${specifier}: ${why}`;
  const target = resolveOwn(source.path, specifier);
  if (target === undefined) {
    const isPlot = specifier === 'uplot' || specifier.startsWith('uplot/');
    return isPlot && layer !== 'src/ui/charts' ? problem('only src/ui/charts imports uPlot') : undefined;
  }
  if (target.startsWith('src/worker/') && layer !== 'src/worker') {
    return source.path === ENGINE && specifier.includes('?worker&url')
      ? undefined
      : problem(`only ${ENGINE} reaches the worker, by address`);
  }
  if (/[?&]worker\b/.test(specifier)) return problem('only src/worker is a worker');
  const targetLayer = layerOf(target);
  if (!targetLayer)
    return target.startsWith('locales/') && source.path.startsWith('src/ui/') ? undefined : outside(source, target, problem);
  const screens = [screenOf(source.path), screenOf(target)];
  if (screens[0] && screens[1] && screens[0] !== screens[1]) return problem('a screen never imports another screen');
  if (target === ROUTES && layer !== 'src/ui' && layer !== 'src/ui/shell') return problem('paths come from src/ui/paths.ts');
  if (targetLayer === layer || MAY_IMPORT[layer].includes(targetLayer)) return undefined;
  return problem(`${layer} may import ${[layer, ...MAY_IMPORT[layer]].join(', ')}`);
}

function outside(source: Source, target: string, problem: (why: string) => string): string | undefined {
  const isOwnCss = source.path.startsWith('src/ui/') && target.endsWith('.css');
  return isOwnCss ? undefined : problem('it lies outside of src and server');
}

/** Imports of files that are not there. */
export function missingImports(tree: Tree): string[] {
  return tree.sources.flatMap((source) =>
    source.specifiers.flatMap((specifier) => {
      const target = resolveOwn(source.path, specifier);
      return target === undefined || tree.files.has(target) || specifier.includes('${')
        ? []
        : [`${source.path} imports ${specifier}: no such file`];
    }),
  );
}

/** Rings of files in src and server that import each other, types included. */
export function cycles(tree: Tree): string[] {
  const inside = (path: string) => /^(src|server|tests|bench|scripts)\//.test(path);
  const edges = new Map(
    tree.sources
      .filter((source) => inside(source.path))
      .map((source) => [
        source.path,
        source.specifiers.filter((one) => !one.includes('?')).flatMap((one) => resolveOwn(source.path, one) ?? []),
      ]),
  );
  const state = new Map<string, 'open' | 'done'>();
  const found = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === 'open') {
      found.add([...trail.slice(trail.indexOf(path)), path].join(' > '));
      return;
    }
    if (state.has(path)) return;
    state.set(path, 'open');
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of edges.keys()) visit(path, []);
  return [...found];
}
