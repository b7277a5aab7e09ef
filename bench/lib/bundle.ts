/** Bundles a module as the product is bundled, and imports it: apart, modules look each other's constants up at every use. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { assertBroken } from './build-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `entry` from the repository's root; `T` is what it exports. */
export async function bundle<T>(entry: string, plugins: readonly Plugin[] = []): Promise<T> {
  const outDir = join(root, '.cache', 'bench-bundles', entry.replaceAll(/\W/g, '-'));
  rmSync(outDir, { recursive: true, force: true });
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [...plugins],
    build: {
      ssr: join(root, entry),
      target: 'node20',
      outDir,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'bundle.mjs', topLevelVar: false } },
    },
  });
  assertBroken(plugins);
  return (await import(pathToFileURL(join(outDir, 'bundle.mjs')).href)) as T;
}
