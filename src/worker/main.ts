/** The worker's entry: gives the engine the platform's clock, randomness, socket and fetch, and exposes it to the page. */
import { expose, transfer } from 'comlink';
import type { BarColumns, ChartLines, EngineApi, Frame, Sink } from '#protocol/engine-api.ts';
import { createEngine } from './engine.ts';
import { engineCode } from './engine-code.ts';
import type { EngineClock, OpenSocket } from './engine-parts.ts';

const clock: EngineClock = {
  now: () => Date.now(),
  steady: () => performance.timeOrigin + performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

const openSocket: OpenSocket = (url, handlers) => {
  const socket = new WebSocket(url);
  socket.onopen = () => handlers.onOpen();
  socket.onmessage = (event) => handlers.onMessage(event.data);
  socket.onclose = (event) => handlers.onClose(event.code, event.reason);
  return {
    send: (text) => socket.send(text),
    close() {
      // A close can take long on a dead link; nothing of it may be heard.
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    },
  };
};

const columns = (bars: BarColumns, lines: ChartLines | undefined): Transferable[] =>
  [...Object.values(bars), ...(lines?.columns ?? [])].map((column) => column.buffer as ArrayBuffer);

/** Everything in a frame that is moved, not copied. */
const transferables = (frame: Frame): Transferable[] => [
  frame.buffer,
  ...frame.events.flatMap((event) => (event.type === 'chart' || event.type === 'chart-older' ? columns(event.bars, event.lines) : [])),
];

const engine = createEngine(
  {
    clock,
    random: () => Math.random(),
    openSocket,
    fetch: (url, init) => fetch(url, init),
    warn: (text) => console.warn(text),
  },
  engineCode,
);

expose({
  ...engine,
  start: (options, sink) => {
    const moving: Sink = (frame) => sink(transfer(frame, transferables(frame)));
    return engine.start(options, moving);
  },
} satisfies EngineApi);
