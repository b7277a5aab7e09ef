/** Bundles a module as the product is bundled: apart, modules look each other's constants up at every use. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { assertBroken } from './build-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `entry` from the repository's root. Gives the file that was made. */
export async function bundle(entry: string, plugins: readonly Plugin[] = []): Promise<string> {
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
  return join(outDir, 'bundle.mjs');
}
