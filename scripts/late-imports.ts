/**
 * Every `import()` of the build goes through `lateImport`, which asks anew for what failed. In the page Vite puts a function of its own around
 * each, for the styles: ours takes its place. In the worker the source calls `lateImport`. Both are called with `() => import('./file')`,
 * which here becomes `(importFile) => importFile('./file')`.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const AROUND_IMPORTS = '\0vite/preload-helper.js';
const PAGE_IMPORT = fileURLToPath(new URL('../src/ui/lazy/page-import.ts', import.meta.url));
/** As the bundler writes it: with the names taken out of the module, or without. */
const LATE = /(async ?)?\(\)=>(\{(?:let|const)\{[^{}]*\}=await ?\(?)?import\((?=["'`]\.\/)/g;
const LEFT = /\bimport\(\s*["'`]\.\/[^)]*\)/;

/** What takes the place is as long as what was there, so that source maps hold. */
const handOver = (found: string, isAsync = '', names = ''): string => `${isAsync && 'async '}$i=>${names}$i(`.padEnd(found.length, ' ');

/** Fails the build over an import that would be left as it is. */
export const lateImports: Plugin = {
  name: 'late-imports',
  enforce: 'pre',
  load: (id) => (id === AROUND_IMPORTS ? `export { pageImport as __vitePreload } from ${JSON.stringify(PAGE_IMPORT)};` : undefined),
  generateBundle: {
    // Behind Vite's own, which finds the styles of each import.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.js')) continue;
        const code = (file.type === 'chunk' ? file.code : String(file.source)).replace(LATE, handOver);
        const left = LEFT.exec(code)?.[0];
        if (left) this.error(`${file.fileName}: ${left} is no late import`);
        if (file.type === 'chunk') file.code = code;
        else file.source = code;
      }
    },
  },
};
