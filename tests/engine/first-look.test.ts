/** What the page will show first is asked for before the page can ask, and goes up with the first frame that the page takes. */
import { describe, expect, it } from 'vitest';
import type { FirstLook } from '#protocol/engine-api.ts';
import { QUOTE_STATE } from '#protocol/frame.ts';
import { createEngine } from '#worker/engine.ts';
import type { ClientSaid } from './fake-member.ts';
import { VirtualClock } from './virtual-clock.ts';
import { EXT_PROFILES, World } from './world.ts';

const OPTIONS = { origin: 'https://shop.example', socketUrl: 'wss://shop.example/api/v2/ws', lang: 'en', profiles: EXT_PROFILES };
const HOME: FirstLook = { rows: 2, productId: 0, period: '' };

/** A world whose page has not come yet. */
function begin(firstLook: FirstLook | undefined): World {
  const world = new World(1, 'ext');
  world.engine.start(firstLook ? { ...OPTIONS, firstLook } : OPTIONS);
  return world;
}
const subscribed = (world: World): ClientSaid[] => world.got('sub').filter((message) => message.topic === 'DAY_MARKET');
const listReads = (world: World) => world.backend.rest.filter((path) => path.includes('trade_list')).length;

describe('before the page is there', () => {
  it('the list is read, the socket opened, the prices of the first rows asked for, and no frame is lost', async () => {
    const world = begin(HOME);
    await world.clock.advance(5_000);
    expect([world.page.frames, world.sockets, listReads(world)]).toEqual([0, 1, 1]);
    expect(subscribed(world).length).toBeGreaterThan(0);
    world.engine.show(world.page.sink);
    await world.clock.advance(20);
    expect(world.page.frames).toBeGreaterThan(0);
    expect(world.page.products).toBe(1);
    expect([...world.page.quotes.keys()]).toEqual([1, 2]);
    expect(world.page.quotes.get(1)).toMatchObject({ state: QUOTE_STATE.live });
  });

  it('D9.195: the list is asked for before the socket is opened, so that what the socket says first is newer', async () => {
    const clock = new VirtualClock();
    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url.includes('trade_list') ? 'list' : url);
      return new Promise<Response>(() => undefined);
    };
    const openSocket = () => {
      asked.push('socket');
      return { send: () => undefined, close: () => undefined };
    };
    const never = () => new Promise<never>(() => undefined);
    const code = { chart: never, account: never, ticket: never };
    createEngine({ clock, random: () => 0, warn: () => undefined, fetch, openSocket }, code).start({ ...OPTIONS, firstLook: HOME });
    await clock.advance(100);
    expect(asked).toEqual(['list', 'socket']);
  });

  it('what the page then watches takes the place of the first look', async () => {
    const world = begin(HOME);
    world.engine.show(world.page.sink);
    world.engine.watchQuotes([3]);
    await world.clock.advance(3_000);
    expect([...world.page.quotes.keys()]).toEqual([3]);
  });

  it('without a first look nothing is watched', async () => {
    const world = begin(undefined);
    world.engine.show(world.page.sink);
    await world.clock.advance(3_000);
    expect([world.page.products, world.page.quotes.size]).toEqual([1, 0]);
  });

  it('the same language told again does not read the list again', async () => {
    const world = begin(HOME);
    world.engine.setLang('en');
    await world.clock.advance(5_000);
    expect(listReads(world)).toBe(1);
    world.engine.setLang('de');
    await world.clock.advance(5_000);
    expect(listReads(world)).toBe(2);
  });
});

describe('a first look at a chart', () => {
  it('has its bars read by the time the page asks, which then get up at once and once only', async () => {
    const world = begin({ rows: 0, productId: 2, period: '5min' });
    await world.clock.advance(5_000);
    const klines = () => world.backend.rest.filter((path) => path.includes('/kline')).length;
    const readAhead = klines();
    expect(readAhead).toBeGreaterThan(0);
    world.engine.show(world.page.sink);
    await world.clock.advance(1_000);
    world.page.bars.clear();
    world.engine.watchChart({ productId: 2, period: '5min' });
    await world.clock.advance(200);
    expect(world.page.request).toEqual({ productId: 2, period: '5min' });
    expect(world.page.bars.size).toBeGreaterThanOrEqual(300);
    expect(klines()).toBe(readAhead);
    const told = () => world.page.events.filter(({ type }) => type === 'chart').length;
    const before = told();
    world.engine.watchChart({ productId: 2, period: '5min' });
    await world.clock.advance(200);
    expect(told()).toBe(before);
  });

  it('that the page does not want after all is another chart, whole', async () => {
    const world = begin({ rows: 0, productId: 2, period: '5min' });
    await world.clock.advance(5_000);
    world.engine.show(world.page.sink);
    world.engine.watchChart({ productId: 1, period: '1min' });
    await world.clock.advance(2_000);
    expect(world.page.request).toEqual({ productId: 1, period: '1min' });
    const truth = world.exchange.product(1).bars.get(0) ?? [];
    expect([...world.page.bars.keys()].at(-1)).toBe(truth.at(-1)?.timeMs);
  });

  it.each([
    ['a product that is not there', { rows: 0, productId: 999, period: '5min' }, 1],
    ['a period that is none', { rows: 0, productId: 2, period: '7min' }, undefined],
  ])('at %s looks at what there is', async (_name, firstLook, productId) => {
    const world = begin(firstLook);
    world.engine.show(world.page.sink);
    await world.clock.advance(5_000);
    expect(world.page.request?.productId).toBe(productId);
    expect(world.page.quotes.size).toBe(1);
  });
});

describe('before the page takes frames (decision D9.159)', () => {
  const told = (world: World) => world.glances.map((rows) => rows.map(({ code }) => code));

  it('it is told the live prices of the first look, now and again, and none once it takes frames', async () => {
    const world = begin(HOME);
    await world.clock.advance(5_000);
    const codes = [1, 2].map((id) => world.exchange.product(id).code);
    expect(told(world).length).toBeGreaterThan(3);
    expect(told(world).length).toBeLessThanOrEqual(21);
    expect(told(world).at(-1)).toEqual(codes);
    // None is said to be live for longer than a silence may last.
    expect(world.glances.flat().filter(({ liveMs }) => !(liveMs > 0 && liveMs <= 5_000))).toEqual([]);
    world.engine.show(world.page.sink);
    const before = told(world).length;
    await world.clock.advance(5_000);
    expect(told(world).length).toBe(before);
  });

  it('D9.514 what is behind a closed market is not told: it would stand in that one’s place', async () => {
    const world = begin({ ...HOME, rows: 3 });
    Object.assign(world.exchange.product(2), { open: false });
    await world.clock.advance(5_000);
    expect(told(world).length).toBeGreaterThan(3);
    expect(new Set(told(world).flat())).toEqual(new Set([world.exchange.product(1).code]));
  });

  it('without a first look, and while nothing is live, it is told nothing', async () => {
    const [blind, silent] = [begin(undefined), begin(HOME)];
    silent.engine.signal('offline');
    await blind.clock.advance(5_000);
    await silent.clock.advance(5_000);
    expect([told(blind), told(silent)]).toEqual([[], []]);
  });
});
