/** What a link tells of itself: bytes taken in, and how long reconnects were held back on purpose. */
import { expect, it } from 'vitest';
import type { EngineParts, SocketHandlers } from '#worker/engine-parts.ts';
import { Link } from '#worker/socket/link.ts';
import { VirtualClock } from './virtual-clock.ts';
import { World } from './world.ts';

/** A link whose sockets open when told; `random` is one half, so that the first wait is 125 ms and the second 500 ms. */
function openLink() {
  const clock = new VirtualClock();
  const sockets: SocketHandlers[] = [];
  const parts: EngineParts = {
    clock,
    random: () => 0.5,
    openSocket: (_url, handlers) => {
      sockets.push(handlers);
      return { send: () => undefined, close: () => undefined };
    },
    fetch: () => Promise.reject(new Error('no network')),
    warn: () => undefined,
  };
  const quiet = () => undefined;
  const link = new Link(parts, {
    onOpen: quiet,
    onFrame: quiet,
    onDown: quiet,
    onConnecting: quiet,
    ping: quiet,
    expectsStream: () => false,
  });
  link.start('ws://test');
  const newest = () => sockets.at(-1) as SocketHandlers;
  newest().onOpen();
  return { clock, link, newest };
}

it('counts the bytes of text and of binary frames, over all sockets', async () => {
  const { clock, link, newest } = openLink();
  newest().onMessage('{"type":"pong"}');
  newest().onMessage(new ArrayBuffer(48));
  expect(link.bytes).toBe(15 + 48);
  newest().onClose(1006, '');
  await clock.advance(125);
  newest().onOpen();
  newest().onMessage('pong');
  expect(link.bytes).toBe(15 + 48 + 4);
});

it('counts the ms that attempts were held back on purpose, and no more when a wake-up cuts the wait short or a timer fires late', async () => {
  const { clock, link, newest } = openLink();
  newest().onClose(1006, '');
  expect(link.waitedMs).toBe(0);
  await clock.advance(1_000);
  expect(link.waitedMs).toBe(125);
  newest().onClose(1006, '');
  await clock.advance(200);
  link.signal('online');
  expect(link.waitedMs).toBe(325);
  newest().onOpen();
  newest().onClose(1006, '');
  clock.sleepMachine(60_000);
  await clock.advance(1);
  expect(link.waitedMs).toBe(325 + 250 + 500);
});

it('a frame and the stats bring both figures to the page', async () => {
  const world = new World(1, 'ext');
  await world.start();
  world.engine.watchQuotes([1]);
  await world.clock.advance(2_000);
  const before = await world.engine.stats();
  expect(before.bytes).toBeGreaterThan(100);
  expect(before.waitedMs).toBe(0);
  expect(world.page.bytes).toBe(before.bytes);
  world.network.connections.at(-1)?.cut(1006, '');
  await world.clock.advance(2_000);
  const after = await world.engine.stats();
  expect(after.bytes).toBeGreaterThan(before.bytes);
  expect(after.waitedMs).toBeGreaterThan(0);
  expect(after.waitedMs).toBeLessThan(250);
});

it('G11: a link that came back speaks with its first prices: one frame after the one that reported the loss', async () => {
  const world = new World(2, 'ext');
  await world.start();
  world.engine.watchQuotes([1, 2]);
  await world.clock.advance(12_000);
  world.network.connections.at(-1)?.cut(1006, '');
  await world.clock.advance(60);
  expect(world.page.link).toBe(2);
  const [framesLost, oldMs] = [world.page.frames, world.page.quotes.get(1)?.timeMs ?? 0];
  for (let ms = 0; ms < 500 && world.page.link !== 1; ms++) await world.clock.advance(1);
  expect(world.page.link).toBe(1);
  expect(world.page.frames).toBe(framesLost + 1);
  expect(world.page.quotes.get(1)?.timeMs).toBeGreaterThan(oldMs);
});

it('a link that came back and has nothing to say is reported all the same, within half a second', async () => {
  const world = new World(2, 'base');
  await world.start();
  await world.clock.advance(12_000);
  world.network.connections.at(-1)?.cut(1006, '');
  await world.clock.advance(1_200);
  expect(world.page.link).toBe(1);
});
