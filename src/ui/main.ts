/** The first script: small on purpose. It starts the worker and fetches the rest of the app side by side. */
import { createWorker } from './engine/engine.ts';

const worker = createWorker();
import('./start.tsx').then(
  ({ start }) => start(worker),
  () => document.getElementById('boot-failed')?.removeAttribute('hidden'),
);
