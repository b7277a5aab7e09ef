/**
 * The only file that makes the worker. One long-lived comlink remote, one sink, proxied once: a call through a passing proxy hangs
 * for ever once that proxy is collected. Knows no signal and no screen: `start.tsx` ties the two together.
 */
import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { EngineApi, EngineOptions, Sink } from '#protocol/engine-api.ts';
import { engineName } from '#protocol/engine-name.ts';
import { SOCKET_PATH } from '#protocol/socket.ts';
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

/** Starts the engine in a worker: it reads the list and opens the socket by itself, and keeps its frames until they are shown. */
export const createWorker = (options: EngineOptions): Worker =>
  new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: engineName(options) });

export type Engine = {
  readonly api: Remote<EngineApi>;
  /** Frames come to `sink`; the buffer goes back when its promise resolves. Called once. */
  show(sink: Sink): void;
  stop(): void;
};

/** Where the engine finds the server: this page's own. */
export const ownServer = (): Pick<EngineOptions, 'origin' | 'socketUrl'> => ({
  origin: location.origin,
  socketUrl: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`,
});

/** The page's hold on the engine in that worker. */
export function holdEngine(worker: Worker): Engine {
  const api = wrap<EngineApi>(worker);
  return {
    api,
    show(sink) {
      const take: Sink = async (frame) => {
        const buffer = await sink(frame);
        return transfer(buffer, [buffer]);
      };
      void api.show(proxy(take));
    },
    stop: () => {
      api[releaseProxy]();
      worker.terminate();
    },
  };
}
