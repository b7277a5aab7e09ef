/** The same engine and the same screen with everything on the main thread. */
import { connectEngine } from '../../../src/ui/engine/watch.ts';
import { createEngine } from '../../../src/worker/engine.ts';
import { engineCode } from '../../../src/worker/engine-code.ts';
import { platform } from '../../../src/worker/platform.ts';
import { engineOptions, showProductScreen } from './product-screen.tsx';

const engine = createEngine(platform, engineCode);
engine.start(engineOptions());
engine.show(await showProductScreen(() => engine.stats()));
connectEngine(engine);
