import { describe, expect, it, vi } from 'vitest';
import { BarSeries } from '#ui/charts/bar-series.ts';
import { Viewport } from '#ui/charts/viewport.ts';
import { wave } from './bars.ts';

/** A viewport 300 px wide that hears its series as the chart does. */
function setUp(count: number, startMs = 3_000_000_000) {
  const series = new BarSeries();
  const events = { onOlder: vi.fn(), onFollow: vi.fn() };
  const port = new Viewport(series, events);
  series.listen(({ kind, count: added }) => {
    if (kind === 'reset') port.placeAfterReset('1/5min');
    else if (kind === 'older') port.keepBehindOlder(added);
    else if (kind === 'append') port.followAppended();
  });
  port.resize(300);
  series.reset(wave(count, startMs));
  return { series, events, port, startMs };
}
const timeAt = (series: BarSeries, index: number) => series.time[index];

describe('a viewport', () => {
  it('goes along with a new bar when it showed the newest one, and stays when it did not', () => {
    const { series, port, startMs } = setUp(300);
    const before = port.view;
    series.put(startMs + 300 * 300_000, 1, 1, 1, 1, 0);
    expect(port.view.to).toBe(before.to + 1);
    port.panBars(-100);
    const still = port.view;
    series.put(startMs + 301 * 300_000, 1, 1, 1, 1, 0);
    expect(port.view).toEqual(still);
  });

  it('keeps what is seen in place when older bars come, after asking for them', () => {
    const { series, port, events, startMs } = setUp(300);
    expect(events.onOlder).not.toHaveBeenCalled();
    port.panBars(-245);
    expect(events.onOlder).toHaveBeenCalled();
    const seen = timeAt(series, port.bars.first);
    series.prepend(wave(200, startMs - 200 * 300_000));
    expect(timeAt(series, port.bars.first)).toBe(seen);
  });

  it('keeps its place in time when the same chart is read again, and says when it leaves and meets the newest bar', () => {
    const { series, port, events, startMs } = setUp(300);
    port.panBars(-100);
    expect(events.onFollow).toHaveBeenLastCalledWith(false);
    const right = timeAt(series, port.bars.last - 1);
    series.reset(wave(250, startMs + 60 * 300_000));
    expect(Math.abs((timeAt(series, port.bars.last - 1) ?? 0) - (right ?? 0))).toBeLessThanOrEqual(300_000);
    port.showNewest();
    expect(events.onFollow).toHaveBeenLastCalledWith(true);
    series.reset(wave(100, startMs));
    expect(port.bars.last).toBe(99);
  });

  it('D9.113 goes back to how it opened, however far it was moved and zoomed', () => {
    const { port } = setUp(300);
    const opened = port.view;
    port.zoom(0.4, 40);
    port.panBars(-150);
    expect(port.view).not.toEqual(opened);
    port.reset();
    expect(port.view).toEqual(opened);
    expect(port.barAt(port.barX(280))).toBe(280);
  });

  it('opens at the newest bars although it was hidden when they came', () => {
    const series = new BarSeries();
    const port = new Viewport(series, { onOlder: vi.fn(), onFollow: vi.fn() });
    series.reset(wave(300));
    port.placeAfterReset('1/5min');
    port.resize(300);
    expect(port.bars).toEqual({ first: 252, last: 299 });
  });
});
