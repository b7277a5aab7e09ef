import { pathToFileURL } from 'node:url';

/** What a bundle exports: apart from `bundle.ts`, since a process that measures need not load what builds. */
export const bundled = async <T>(file: string): Promise<T> => (await import(pathToFileURL(file).href)) as T;
