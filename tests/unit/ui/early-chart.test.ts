import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '#protocol/engine-api.ts';
import { type ChartEvent, emitChart, onChart } from '#ui/state/chart.ts';

const column = () => new Float64Array([1]);
const chart = (productId: number): Extract<EngineEvent, { type: 'chart' }> => ({
  type: 'chart',
  request: { productId, period: '5min' },
  bars: { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() },
  older: true,
});

describe('a chart that was read ahead (decision D9.102)', () => {
  it('is handed to the first who listens, the newest only, and to nobody after', () => {
    const heard: ChartEvent[][] = [[], [], []];
    const listen = (who: number) => onChart((event) => heard[who]?.push(event));
    emitChart(chart(1));
    emitChart(chart(2));
    const stop = listen(0);
    expect(heard[0]).toEqual([chart(2)]);
    listen(1)();
    expect(heard[1]).toEqual([]);
    stop();
    // From here on a page has a chart of its own: what comes while none is shown belongs to one that was left.
    emitChart(chart(3));
    listen(2)();
    expect(heard[2]).toEqual([]);
    expect(heard[0]).toHaveLength(1);
  });
});
