/** What the build puts around every import of the page that comes late (`scripts/late-imports.ts`): the code, and the styles it is shown in. */
import { lateImport } from '#protocol/late-import.ts';

const styles: Record<string, Promise<unknown> | undefined> = {};

/** One that fails is taken away again: left in the document it would pass for one that is here. */
const fetchStyle = (file: string): Promise<unknown> =>
  (styles[file] ??= new Promise((resolve, reject) => {
    const href = `/${file}`;
    if (document.querySelector(`[rel=stylesheet][href="${href}"]`)) return resolve(0);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve });
    link.onerror = () => {
      styles[file] = undefined;
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  }));

/**
 * The server has it, and yet it cannot be imported: only another page gets what it builds on. Offline the page stays: what the browser has kept
 * of the file is no answer of the server.
 */
const leaveStuck = (file: string): void => {
  fetch(new URL(file, import.meta.url), { cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  );
};

/** What could not be had is said where somebody waits for it. Nobody waits for what is only fetched ahead, or tells of something at a side. */
const missing = new WeakSet<object>();
addEventListener('unhandledrejection', (event) => missing.has(event.reason) && event.preventDefault());

/** `files`: styles by their path in the build. Rejects when code or a style cannot be had; the next call asks for what failed. */
export async function pageImport<T>(load: Parameters<typeof lateImport<T>>[0], files: readonly string[] = []): Promise<T> {
  try {
    return (await Promise.all([lateImport(load, leaveStuck), ...files.map(fetchStyle)]))[0];
  } catch (error) {
    missing.add(Object(error));
    throw error;
  }
}
