/**
 * The only file that makes the worker. One long-lived comlink remote, one sink, proxied once: a call through a passing proxy hangs
 * for ever once that proxy is collected. Knows no signal and no screen: `start.tsx` ties the two together.
 */
import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { EngineApi, EngineOptions, Sink } from '#protocol/engine-api.ts';
import workerUrl from '#worker/main.ts?worker&url';

type TrustedScripts = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
};

/** The one Trusted Types policy for workers: it lets through exactly the URL that the build wrote. */
const policy = (globalThis as { trustedTypes?: TrustedScripts }).trustedTypes?.createPolicy('app-worker', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError(`not the engine: ${url}`);
    return url;
  },
});

/** Starts loading the worker's code; nothing runs in it until `startEngine`. */
export const createWorker = (): Worker =>
  new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: 'engine' });

export type Engine = { readonly api: Remote<EngineApi>; stop(): void };

/** Opens the engine in the worker. Frames come to `sink`; the buffer goes back when its promise resolves. */
export function startEngine(worker: Worker, options: EngineOptions, sink: Sink): Engine {
  const api = wrap<EngineApi>(worker);
  const take: Sink = async (frame) => {
    const buffer = await sink(frame);
    return transfer(buffer, [buffer]);
  };
  void api.start(options, proxy(take));
  return {
    api,
    stop: () => {
      api[releaseProxy]();
      worker.terminate();
    },
  };
}
