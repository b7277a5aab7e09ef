/** The platform's clock, chance, socket and fetch, as the engine wants them. The engine itself names none of these. */
import type { Glance } from '#protocol/engine-api.ts';
import type { EngineClock, EngineParts, OpenSocket } from './engine-parts.ts';

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
  socket.binaryType = 'arraybuffer';
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

export const platform: EngineParts = {
  clock,
  random: () => Math.random(),
  openSocket,
  fetch: (url, init) => fetch(url, init),
  warn: (text) => console.warn(text),
  glance: (rows) => postMessage({ glance: rows } satisfies Glance),
};
