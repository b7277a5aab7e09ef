/** The first script: small on purpose. It starts the worker and fetches the rest of the app side by side. */
import { createWorker } from './engine.ts';
import { readHash } from './navigate.ts';
import { routeOf } from './routes.ts';

const worker = createWorker();
const [path = '/'] = (readHash() ?? '/').split('?');
// The first screen's code comes beside the app's own, not after it; a failure is told by the page that needs it.
routeOf(path)
  ?.load()
  .catch(() => undefined);
import('./start.tsx').then(
  ({ start }) => start(worker),
  () => document.getElementById('boot-failed')?.removeAttribute('hidden'),
);
