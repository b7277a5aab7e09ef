/**
 * Every import of code that comes late. Chromium before 151 repeats an import that failed by heart, for as long as the page or the worker
 * lives; so the next one asks under another address, as a newer browser would ask the network again.
 */

/** Imports a file of the build by its address beside the importing one. */
type ImportFile = <M>(file: string) => Promise<M>;

/** After so many failures in a row it is not the file itself that is missing: a browser may remember the failure of one that it builds on. */
const STUCK_AFTER = 3;
/** By file, how often it has failed. Whoever asks meanwhile asks under the same address, so that its state is there once. */
const failures: Record<string, number> = {};

/**
 * `load` is written as `() => import('./file.ts')`; the build has it take the import that is handed to it (`scripts/late-imports.ts`).
 * Rejects as `import` does. `onStuck` is told the address of a file whose import has failed three times and more.
 */
export const lateImport = <T>(load: (importFile: ImportFile) => Promise<T>, onStuck?: (file: string) => void): Promise<T> =>
  load(<M>(file: string): Promise<M> => {
    const failed = failures[file] ?? 0;
    return import(/* @vite-ignore */ failed ? `${file}?${failed}` : file).catch((error: unknown) => {
      failures[file] = failed + 1;
      if (failed + 1 >= STUCK_AFTER) onStuck?.(file);
      throw error;
    });
  });
