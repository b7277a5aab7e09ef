import { describe, expect, it } from 'vitest';
import type { IndicatorChoice } from '#domain/indicators/indicator-choice.ts';
import { IndicatorSet } from '#worker/indicators/indicator-set.ts';
import { World } from './world.ts';

const CHOSEN: IndicatorChoice[] = [
  { kind: 'ma', numbers: [5, 10] },
  { kind: 'boll', numbers: [20, 2] },
  { kind: 'macd', numbers: [12, 26, 9] },
  { kind: 'rsi', numbers: [14] },
];

/** The lines of the bars that the page holds, computed from the beginning. */
function wanted(world: World, chosen = CHOSEN): Map<number, number[]> {
  const bars = [...world.page.bars.values()].sort((a, b) => a.timeMs - b.timeMs);
  const times = Float64Array.from(bars, (bar) => bar.timeMs);
  const columns = new IndicatorSet(chosen).whole(
    times,
    Float64Array.from(bars, (bar) => bar.close),
  );
  return new Map(bars.map(({ timeMs }, at) => [timeMs, columns.map((column) => column[at] as number)]));
}
const sorted = (lines: Map<number, number[]>) => new Map([...lines].sort(([a], [b]) => a - b));

async function open(speaks: 'base' | 'ext', seed = 1): Promise<World> {
  const world = new World(seed, speaks);
  await world.start();
  world.engine.watchQuotes([1]);
  await world.clock.advance(2_000);
  return world;
}
/** Lets what is under way arrive: no tick comes meanwhile. */
async function settle(world: World): Promise<void> {
  for (const product of world.exchange.products) product.silent = true;
  await expect.poll(() => world.clock.advance(1_000).then(() => world.page.lines.size)).toBe(world.page.bars.size);
}

describe.each(['base', 'ext'] as const)('indicators of the chart on a %s link', (speaks) => {
  it('come with the bars, move with ticks and go on over new bars as if computed at once', async () => {
    const world = await open(speaks);
    world.engine.watchChart({ productId: 1, period: '1min', indicators: CHOSEN });
    await world.clock.advance(3_000);
    await expect.poll(() => world.clock.advance(200).then(() => world.page.lines.size)).toBe(world.page.bars.size);
    const before = world.page.lines.size;
    await world.clock.advance(400_000);
    await settle(world);
    expect(world.page.lines.size).toBeGreaterThan(before + 4);
    expect(sorted(world.page.lines)).toEqual(wanted(world));
    expect(world.page.fault).toBeUndefined();
  });

  it('are computed anew when older bars come in front: an average reaches back', async () => {
    const world = await open(speaks);
    world.engine.watchChart({ productId: 1, period: '1min', indicators: CHOSEN });
    await world.clock.advance(5_000);
    const first = Math.min(...world.page.bars.keys());
    await expect.poll(() => world.clock.advance(200).then(() => world.page.lines.get(first)?.[0])).toBeNaN();
    world.engine.olderBars();
    await world.clock.advance(2_000);
    await settle(world);
    expect(world.page.lines.get(first)?.[0]).not.toBeNaN();
    expect(sorted(world.page.lines)).toEqual(wanted(world));
  });

  it('are switched without fetching the bars again, and end with an empty choice', async () => {
    const world = await open(speaks);
    world.engine.watchChart({ productId: 1, period: '1min' });
    await world.clock.advance(3_000);
    expect(world.page.lines.size).toBe(0);
    const calls = world.backend.rest.filter((path) => path.includes('/kline')).length;
    world.engine.watchChart({ productId: 1, period: '1min', indicators: [{ kind: 'rsi', numbers: [7] }] });
    await expect.poll(() => world.clock.advance(200).then(() => world.page.lines.size)).toBe(world.page.bars.size);
    await settle(world);
    expect(sorted(world.page.lines)).toEqual(wanted(world, [{ kind: 'rsi', numbers: [7] }]));
    world.engine.watchChart({ productId: 1, period: '1min', indicators: [] });
    await expect.poll(() => world.clock.advance(200).then(() => world.page.lines.size)).toBe(0);
    expect(world.backend.rest.filter((path) => path.includes('/kline'))).toHaveLength(calls);
  });

  it('a choice that makes no sense is left out, the chart goes on', async () => {
    const world = await open(speaks);
    const nonsense = [{ kind: 'ma', numbers: [1e9] }, { kind: 'x', numbers: [1] }, null] as unknown as IndicatorChoice[];
    world.engine.watchChart({ productId: 1, period: '1min', indicators: nonsense });
    await world.clock.advance(5_000);
    expect([world.page.bars.size > 100, world.page.lines.size]).toEqual([true, 0]);
  });
});
