/** As the product runs: the engine in its worker. */
import { createWorker, holdEngine } from '../../../src/ui/engine/engine.ts';
import { connectEngine } from '../../../src/ui/engine/watch.ts';
import { engineOptions, showProductScreen } from './product-screen.tsx';

const worker = createWorker(engineOptions());
const sink = await showProductScreen(() => engine.api.stats());
const engine = holdEngine(worker);
engine.show(sink);
connectEngine(engine.api);
