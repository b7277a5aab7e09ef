/** The engine's counters, asked for by name: they are those of this moment, whatever the frames have told so far. */
import { expect, it } from 'vitest';
import { World } from './world.ts';

it('stats() tells of every tick that came, though nothing in sight has changed and no frame went up to tell it', async () => {
  const world = new World(4, 'base');
  await world.start();
  const { exchange, clock, page, engine } = world;
  const stand = async (silent: boolean, ms: number) => {
    for (const product of exchange.products) product.silent = silent;
    await clock.advance(ms);
  };
  await clock.advance(2_000);
  await stand(true, 500);
  const before = await engine.stats();
  const { frames } = page;
  let sent = 0;
  const { onTick } = exchange;
  exchange.onTick = (...said) => {
    sent++;
    onTick(...said);
  };
  await stand(false, 3_000);
  await stand(true, 500);
  const after = await engine.stats();
  expect(sent).toBeGreaterThan(20);
  expect(after.ticks - before.ticks).toBe(sent);
  expect(page.frames).toBe(frames);
});

it('stats() gives the figures and not the engine: what a caller does to them changes nothing', async () => {
  const world = new World(4, 'base');
  await world.start();
  await world.clock.advance(2_000);
  const first = await world.engine.stats();
  const { ticks } = first;
  first.ticks = -1;
  expect(ticks).toBeGreaterThan(0);
  expect((await world.engine.stats()).ticks).toBe(ticks);
});
