/** A page whose worker takes the same frames from the same socket and does the least with them: the floor beside which the engine's is measured. */
import type { FloorAsk, FloorCounts } from './floor-worker.ts';
import workerUrl from './floor-worker.ts?worker&url';

/** `start` resolves when the worker is subscribed. */
export type FloorBench = { start(ask: FloorAsk): Promise<FloorCounts>; counts(): Promise<FloorCounts> };

type TrustedScripts = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
};
/** The page runs under the product's policy, which knows one name for workers. */
const policy = (globalThis as { trustedTypes?: TrustedScripts }).trustedTypes?.createPolicy('app-worker', {
  createScriptURL: (url) => url,
});
const worker = new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module' });
const ask = (words?: FloorAsk): Promise<FloorCounts> =>
  new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FloorCounts>) => resolve(data), { once: true });
    worker.postMessage(words);
  });
const floorBench: FloorBench = { start: ask, counts: ask };
Object.assign(globalThis, { floorBench });
