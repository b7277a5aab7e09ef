/** The worker's entry: makes the engine with the platform's parts and exposes it to the page. */
import { expose, transfer } from 'comlink';
import type { BarColumns, EngineApi, Frame, IndicatorColumns, Sink } from '#protocol/engine-api.ts';
import { namedOptions } from '#protocol/engine-name.ts';
import { createEngine } from './engine.ts';
import { engineCode } from './engine-code.ts';
import { platform } from './platform.ts';

const columns = (bars: BarColumns, lines: IndicatorColumns | undefined): Transferable[] =>
  [...Object.values(bars), ...(lines?.columns ?? [])].map((column) => column.buffer as ArrayBuffer);

/** Everything in a frame that is moved, not copied. */
const transferables = (frame: Frame): Transferable[] => [
  frame.buffer,
  ...frame.events.flatMap((event) => (event.type === 'chart' || event.type === 'chart-older' ? columns(event.bars, event.lines) : [])),
];

const engine = createEngine(platform, engineCode);
engine.start(namedOptions(self.name));

expose({
  ...engine,
  show: (sink) => {
    const moving: Sink = (frame) => sink(transfer(frame, transferables(frame)));
    engine.show(moving);
  },
} satisfies EngineApi);
