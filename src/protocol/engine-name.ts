/**
 * What the engine is started with, in the name of its worker: that is there when its code is run. A message is held back until the page's
 * main thread has heard that the worker is up, which on a slow phone is busy with the app by then.
 */
import type { EngineOptions } from './engine-api.ts';

export const engineName = (options: EngineOptions): string => JSON.stringify(options);

/** The options that the page gave. Throws for any other name. */
export const namedOptions = (name: string): EngineOptions => JSON.parse(name) as EngineOptions;
