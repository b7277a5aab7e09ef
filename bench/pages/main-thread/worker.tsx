/** As the product runs: the engine in its worker. */
import { createWorker, startEngine } from '../../../src/ui/engine.ts';
import { connectEngine } from '../../../src/ui/watch.ts';
import { engineOptions, showProductScreen } from './product-screen.tsx';

connectEngine(startEngine(createWorker(), engineOptions(), await showProductScreen()).api);
