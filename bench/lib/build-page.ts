/** Builds a page of a bench as the product is built: Vite, production mode, minified. `bench/pages/<name>/index.html` is its entry. */
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { slimUplot } from '../../scripts/slim-uplot.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type PageBuild = {
  /** Folder below bench/pages. */
  readonly name: string;
  /** Changes of the product's code, for the broken runs. */
  readonly plugins?: readonly Plugin[];
};

/** Gives the folder of the built page. A run that breaks something builds into a folder of its own. */
export async function buildPage({ name, plugins = [] }: PageBuild): Promise<string> {
  const outDir = `${root}.cache/bench-pages/${name}${plugins.length ? '-broken' : ''}`;
  await build({
    root: `${root}bench/pages/${name}`,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [slimUplot(), ...plugins],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'chrome111', modulePreload: { polyfill: false } },
  });
  return outDir;
}

/** A plugin that replaces one piece of a module's text. It fails when the piece is not there just once: nothing would be broken. */
export const replaceIn = (file: string, from: string, to: string): Plugin => ({
  name: 'break-on-purpose',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(file)) return undefined;
    if (code.split(from).length !== 2) throw new Error(`${file} does not hold '${from}' once`);
    return code.replace(from, to);
  },
});
