import { describe, expect, it } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import { priceAtY, pricePerPx, yOfPrice } from '#ui/charts/price-place.ts';
import { stretchedRange } from '#ui/charts/price-range.ts';
import { PriceScaling } from '#ui/charts/price-scaling.ts';
import { wave } from './bars.ts';

/** Forty bars between 99.5 and 101.5, the newest closing at 101; all in view. */
function setUp() {
  const series = new BarSeries();
  series.reset(wave(40));
  const scaling = new PriceScaling();
  const measure = (last = 39) =>
    scaling.measure({ series, first: 0, last, drawn: undefined, marks: [], pointSize: 0.01, hasVolume: false });
  measure();
  return { series, scaling, measure };
}
const spanOf = ({ range }: PriceScaling) => range.max - range.min;

describe('D9.113 the scale of prices', () => {
  it('shows all bars in view with room around them', () => {
    const { scaling } = setUp();
    expect(scaling.range.min).toBeLessThan(99.5);
    expect(scaling.range.max).toBeGreaterThan(101.5);
  });

  it('drawn out it shows more prices and keeps the newest close where it was; reset, it is automatic again', () => {
    const { scaling, measure } = setUp();
    const { min, max } = scaling.range;
    const share = (max - 101) / (max - min);
    scaling.stretch(2);
    measure();
    expect(spanOf(scaling)).toBeCloseTo((max - min) * 2);
    expect((scaling.range.max - 101) / spanOf(scaling)).toBeCloseTo(share);
    scaling.reset();
    measure();
    expect(scaling.range).toEqual({ min, max });
  });

  it('of older bars it is drawn around their middle', () => {
    const { scaling, measure } = setUp();
    measure(20);
    const middle = (scaling.range.min + scaling.range.max) / 2;
    scaling.stretch(0.5);
    measure(20);
    expect((scaling.range.min + scaling.range.max) / 2).toBeCloseTo(middle);
  });

  it('can be drawn so far and no further, in and out', () => {
    const { scaling, measure } = setUp();
    const span = spanOf(scaling);
    scaling.stretch(1e9);
    measure();
    expect(spanOf(scaling)).toBeCloseTo(span * 8);
    scaling.stretch(1e-9);
    measure();
    expect(spanOf(scaling)).toBeCloseTo(span * 0.2);
  });

  it('holds while the newest bar stays inside; drawn in by hand, while its close does', () => {
    const { series, scaling, measure } = setUp();
    series.put(39 * 300_000, 100, 101.6, 99.5, 101, 0);
    expect(scaling.holds(series)).toBe(true);
    series.put(39 * 300_000, 100, 105, 99.5, 101, 0);
    expect(scaling.holds(series)).toBe(false);
    scaling.stretch(0.5);
    measure();
    expect(scaling.holds(series)).toBe(true);
    series.put(39 * 300_000, 100, 106, 99.5, 106, 0);
    expect(scaling.holds(series)).toBe(false);
  });

  it('by hand: 1 to 3 by 2 around 2 is 0 to 4', () => expect(stretchedRange({ min: 1, max: 3 }, 2, 2)).toEqual({ min: 0, max: 4 }));
});

describe('prices and heights', () => {
  const scale = { min: 100, max: 200, topPx: 10, heightPx: 50, axisWidthPx: 40, panePx: [] };
  it('lead to each other and back', () => {
    expect([yOfPrice(scale, 200), yOfPrice(scale, 150), yOfPrice(scale, 100)]).toEqual([10, 35, 60]);
    for (const price of [100, 123.4, 200]) expect(priceAtY(scale, yOfPrice(scale, price))).toBeCloseTo(price);
    expect(pricePerPx(scale)).toBe(2);
  });
});
