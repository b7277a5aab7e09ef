import { describe, expect, it } from 'vitest';
import type { TagScene } from '#ui/charts/pen.ts';
import type { PriceScale } from '#ui/charts/price-range.ts';
import { lineMarks } from '#ui/charts/tags/line-painter.ts';
import type { PriceLine } from '#ui/charts/tags/price-line.ts';
import { isSameTags, tagsOf } from '#ui/charts/tags/tag-columns.ts';
import { layoutTags, type TagSpot } from '#ui/charts/tags/tag-layout.ts';

const COLUMN = { top: 0, height: 260, step: 26 };
const at = (...heights: number[]): TagSpot[] => heights.map((y, index) => ({ key: `${index}`, y }));
const placed = (spots: TagSpot[], column = COLUMN) => layoutTags(spots, column).map(({ keys, y }) => [keys.join(), Math.round(y)]);

describe('D9.112 the tags of a column', () => {
  it('stand at their prices where there is room', () => {
    expect(placed(at(50, 100, 200))).toEqual([
      ['0', 50],
      ['1', 100],
      ['2', 200],
    ]);
  });

  it('two buys and a sell at one price are fanned out around it, in the order that they came', () => {
    expect(placed(at(100, 100, 100))).toEqual([
      ['0', 74],
      ['1', 100],
      ['2', 126],
    ]);
  });

  it('four at one price stand as one that names all of them', () => {
    expect(placed(at(100, 100, 100, 100))).toEqual([['0,1,2,3', 100]]);
  });

  it('those beyond the plot wait at its edge, the outermost outermost', () => {
    expect(placed(at(-50, -900, 100))).toEqual([
      ['1', 13],
      ['0', 39],
      ['2', 100],
    ]);
  });

  it('fifty find room: nothing is lost, and the crowd is told by its count', () => {
    const places = layoutTags(at(...Array.from({ length: 50 }, (_, index) => index * 5)), COLUMN);
    expect(places.length).toBeLessThanOrEqual(10);
    expect(places.flatMap(({ keys }) => keys)).toHaveLength(50);
  });

  it('a chosen one stands by itself in the middle of a crowd', () => {
    const spots = at(...Array.from({ length: 50 }, () => 100)).map((tag) => ({ ...tag, isAlone: tag.key === '7' }));
    const places = layoutTags(spots, COLUMN);
    expect(places.map(({ keys }) => keys.length).sort()).toEqual([1, 49]);
    expect(places.find(({ keys }) => keys.length === 1)?.keys).toEqual(['7']);
  });

  it('a finger has its 44 pixels where tags are apart, and half of the way where they are near', () => {
    expect(layoutTags(at(50, 150), COLUMN).map(({ reach }) => reach)).toEqual([22, 22]);
    expect(layoutTags(at(50, 80, 200), COLUMN).map(({ reach }) => reach)).toEqual([15, 15, 22]);
  });

  it('without room for one there is none', () => expect(layoutTags(at(5), { ...COLUMN, height: 20 })).toEqual([]));
});

describe('the columns of a chart', () => {
  const scale = { min: 1, max: 2, topPx: 0, heightPx: 260, axisWidthPx: 50, panePx: [] };
  const line = (key: string, kind: PriceLine['kind'], price: number): PriceLine => ({ key, kind, price, label: key });
  const entry = line('1/entry', 'entry', 1.5);
  const loss = line('1/stopLoss', 'stopLoss', 1.5);

  it('orders stand at the left and their stops at the right, so that one never covers the other', () => {
    expect(tagsOf([entry, loss], scale, 26).map(({ key, side, y }) => [key, side, y])).toEqual([
      ['1/entry', 'orders', 130],
      ['1/stopLoss', 'stops', 130],
    ]);
  });

  it('says on which side of the scale a price lies', () => {
    const shown = tagsOf([line('a', 'stopLoss', 0.5), line('b', 'takeProfit', 2.5), loss], scale, 26);
    expect(shown.map(({ key, off }) => [key, off])).toEqual([
      ['b', 'above'],
      ['1/stopLoss', ''],
      ['a', 'below'],
    ]);
  });

  it('needs no other elements while the same lines stand in the same groups', () => {
    const lines = [entry, loss];
    expect(isSameTags(tagsOf(lines, scale, 26), tagsOf(lines, { ...scale, min: 1.2 }, 26))).toBe(true);
    expect(isSameTags(tagsOf(lines, scale, 26), tagsOf([entry], scale, 26))).toBe(false);
    expect(isSameTags(tagsOf(lines, scale, 26), tagsOf([{ ...entry }, loss], scale, 26))).toBe(false);
  });
});

describe('D9.447 at the scale, where the newest price stands', () => {
  const scale: PriceScale = { min: 100, max: 200, topPx: 0, heightPx: 200, axisWidthPx: 60, panePx: [] };
  const stop = (key: string, price: number): PriceLine => ({
    key,
    kind: key.startsWith('up') ? 'takeProfit' : 'stopLoss',
    price,
    label: key,
  });
  const heights = (lines: PriceLine[], newest?: number) => tagsOf(lines, scale, 22, newest).map(({ key, y }) => [key, Math.round(y)]);

  it('no tag covers it: what is above goes up and what is below goes down, the others as far as they must', () => {
    const lines = [stop('up', 150.5), stop('down', 149), stop('down far', 138)];
    expect(heights(lines, 150)).toEqual([
      ['up', 78],
      ['down', 122],
      ['down far', 144],
    ]);
  });

  it('tags that are away from it stay, as do all where no price is known, and orders, which stand elsewhere', () => {
    const away = [stop('up', 180), stop('down', 120)];
    expect(heights(away, 150)).toEqual(heights(away));
    const near = [stop('up', 151)];
    expect(heights(near)).toEqual([['up', 98]]);
    expect(heights([{ key: 'buy', kind: 'entry', price: 150, label: 'Buy' }], 150)).toEqual([['buy', 100]]);
  });

  it('near an end the one side is held there, and the other makes the room that it can', () => {
    const lines = [stop('up', 192), stop('down', 189)];
    expect(heights(lines, 190)).toEqual([
      ['up', 11],
      ['down', 42],
    ]);
  });

  it('at an end without room for that all stay where they are', () => {
    expect(heights([stop('up', 199)], 193)).toEqual(heights([stop('up', 199)]));
  });

  it('labels of the scale that a stop would cut give way as a whole, and none to an order', () => {
    const rows = (kind: PriceLine['kind']) => {
      const cleared: number[] = [];
      const known: Record<string, unknown> = { fillRect: (_x: number, y: number) => cleared.push(y), canvas: { width: 360 } };
      const context = new Proxy(known, { get: (of, name) => of[String(name)] ?? (() => undefined) });
      const geometry = { left: 0, top: 0, width: 300, height: 200, ratio: 1, view: { from: 0, to: 50 }, range: scale };
      const ticks = [145, 150, 170].map((price) => ({ at: price, text: `${price}` }));
      const scene = { geometry, panes: [], colours: { ground: '#fff', lines: [] }, font: '', emPx: 12, ticks } as unknown as TagScene;
      lineMarks([{ key: 'a', kind, price: 149, label: '' }]).paint(context as unknown as CanvasRenderingContext2D, scene);
      return cleared.length;
    };
    expect([rows('stopLoss'), rows('alert'), rows('entry')]).toEqual([2, 2, 0]);
  });
});
