/** Verifies receipts on the page's own thread, which the browser slows down as it is told, and in a worker, while the page's tasks are watched. */
import { floor, type Verified, verified } from './verify-file.ts';
import workerUrl from './verify-worker.ts?worker&url';

export type ReceiptBench = {
  verified(text: string, pin: string, sample?: string): Promise<Verified>;
  floor(text: string, sample: string): Promise<void>;
  inWorker(text: string, pin: string): Promise<Verified & { longestTaskMs: number }>;
};

const tasks: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration);
}).observe({ type: 'longtask' });
type TrustedScripts = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
};
/** The page runs under the product's policy, which knows one name for workers. */
const policy = (globalThis as { trustedTypes?: TrustedScripts }).trustedTypes?.createPolicy('app-worker', {
  createScriptURL: (url) => url,
});
const worker = new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module' });

const receiptBench: ReceiptBench = {
  verified,
  floor,
  inWorker: async (text, pin) => {
    // What comes before has to be told before it counts.
    await new Promise((resolve) => setTimeout(resolve, 200));
    tasks.length = 0;
    const found = new Promise<Verified>((resolve) =>
      worker.addEventListener('message', ({ data }) => resolve(data as Verified), { once: true }),
    );
    worker.postMessage({ text, pin });
    const answer = await found;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { ...answer, longestTaskMs: Math.max(0, ...tasks) };
  },
};
Object.assign(globalThis, { receiptBench });
