/** Builds the pages of a bench as the product itself is built: production mode, one bundle, the worker as a module. */
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { build, type Plugin } from 'vite';
import { slimUplot } from '../../scripts/slim-uplot.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type BuiltPages = {
  /** Folder of the built pages below the repository's root: the `site` of a stand-in. */
  readonly site: string;
  /** Path of a page on that site, by the name of its HTML file without the ending. */
  path(page: string): string;
};

/**
 * Builds every `bench/pages/<name>/*.html`, or those in `pages` only, into `.cache/bench-pages/<name>`, or `<name>-<variant>`. React pages name their JSX source
 * themselves and get the real React, which lies beside the benches.
 */
export async function buildPages(
  name: string,
  options: { plugins?: readonly Plugin[]; variant?: string; pages?: readonly string[] } = {},
): Promise<BuiltPages> {
  const { plugins = [], variant, pages } = options;
  const folder = join('bench', 'pages', name);
  const site = join('.cache', 'bench-pages', variant ? `${name}-${variant}` : name);
  rmSync(join(root, site), { recursive: true, force: true });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [preact({ devToolsEnabled: false, reactAliasesEnabled: false }), slimUplot(), ...plugins],
    worker: { format: 'es', plugins: () => [...plugins] },
    build: {
      target: ['chrome111'],
      outDir: join(root, site),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: readdirSync(join(root, folder))
          .filter((file) => file.endsWith('.html') && (pages?.includes(file.slice(0, -'.html'.length)) ?? true))
          .map((file) => join(root, folder, file)),
      },
    },
  });
  assertBroken(plugins);
  return { site: relative(root, join(root, site)), path: (page) => `/${folder}/${page}.html` };
}

/** Breaks a module of the product on purpose: `from` becomes `to` in the file whose path ends so. Ask `assertBroken` after the build. */
export function breakModule(ending: string, from: string, to: string): Plugin {
  const seen = { isBroken: false };
  return {
    name: `break ${ending}`,
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith(ending) || !code.includes(from)) return undefined;
      seen.isBroken = true;
      return { code: code.replace(from, to), map: null };
    },
    // One build of pages is several: the page's and each worker's, in any order. Only when all are done is it known that nothing was found.
    api: () => {
      if (!seen.isBroken) throw new Error(`nothing to break: ${ending} has no ${from}`);
    },
  };
}

/** Throws when one that should break a module has found nothing to break. */
export function assertBroken(plugins: readonly Plugin[]): void {
  for (const { api } of plugins) if (typeof api === 'function') api();
}
