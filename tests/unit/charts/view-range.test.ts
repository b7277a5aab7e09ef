import { describe, expect, it } from 'vitest';
import {
  BAR_WIDTH_MAX_PX,
  BAR_WIDTH_MIN_PX,
  BARS_IN_SIGHT_MIN,
  followsNewest,
  newestView,
  pannedView,
  RIGHT_GAP_BARS,
  resizedView,
  visibleBars,
  wantsOlder,
  zoomedView,
} from '#ui/charts/view-range.ts';

const COUNT = 300;
const WIDTH = 300;

describe('the range of bars in view', () => {
  it('opens at the newest bars with room on the right', () => {
    const view = newestView(COUNT, WIDTH, 6);
    expect(view.to).toBe(COUNT - 0.5 + RIGHT_GAP_BARS);
    expect(view.to - view.from).toBe(50);
    expect(visibleBars(view, COUNT)).toEqual({ first: 252, last: 299 });
    expect(followsNewest(view, COUNT)).toBe(true);
  });

  it('pans to older bars and stops with some still in sight, at both ends', () => {
    const view = newestView(COUNT, WIDTH, 6);
    expect(pannedView(view, -100, COUNT).to).toBe(view.to - 100);
    expect(followsNewest(pannedView(view, -100, COUNT), COUNT)).toBe(false);
    const old = pannedView(view, -10_000, COUNT);
    expect(visibleBars(old, COUNT)).toEqual({ first: 0, last: BARS_IN_SIGHT_MIN });
    const far = pannedView(view, 10_000, COUNT);
    expect(visibleBars(far, COUNT).first).toBeGreaterThan(COUNT - 3 * BARS_IN_SIGHT_MIN);
    expect(visibleBars(far, COUNT).last).toBe(COUNT - 1);
    expect(far.to - far.from).toBe(50);
  });

  it('zooms around the place under the fingers, within its limits', () => {
    const view = newestView(COUNT, WIDTH, 6);
    const anchor = 280;
    const share = (anchor - view.from) / (view.to - view.from);
    const closer = zoomedView(view, 0.5, anchor, WIDTH, COUNT);
    expect(closer.to - closer.from).toBeCloseTo(25);
    expect((anchor - closer.from) / (closer.to - closer.from)).toBeCloseTo(share);
    const closest = zoomedView(view, 1e-9, anchor, WIDTH, COUNT);
    expect(WIDTH / (closest.to - closest.from)).toBeCloseTo(BAR_WIDTH_MAX_PX);
    const farthest = zoomedView(view, 1e9, anchor, WIDTH, COUNT);
    expect(WIDTH / (farthest.to - farthest.from)).toBeCloseTo(BAR_WIDTH_MIN_PX);
  });

  it('keeps the width of a bar when the box changes its own', () => {
    const view = newestView(COUNT, WIDTH, 6);
    const wider = resizedView(view, WIDTH, 400);
    expect(400 / (wider.to - wider.from)).toBeCloseTo(6);
    expect(wider.to).toBe(view.to);
    expect(resizedView(view, 0, 400)).toBe(view);
  });

  it('asks for older bars half a screen before the first one', () => {
    expect(wantsOlder({ from: 26, to: 76 })).toBe(false);
    expect(wantsOlder({ from: 24, to: 74 })).toBe(true);
  });

  it('shows nothing of no bars', () => {
    const { first, last } = visibleBars(newestView(0, WIDTH), 0);
    expect(last).toBeLessThan(first);
  });
});
