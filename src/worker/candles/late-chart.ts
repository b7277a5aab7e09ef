/** The open chart before and after its code is here. The newest request counts: what was shown in between is never fetched. */
import type { ChartRequest } from '#protocol/engine-api.ts';
import type { QuoteBatch } from '#protocol/quote-batch.ts';
import type { BarUpdate } from '#protocol/received.ts';
import type { EngineCode } from '../engine-code.ts';
import type { EngineClock } from '../engine-parts.ts';
import { LatePart } from '../late-part.ts';
import type { ChartParts, OpenChart } from './open-chart.ts';

export class LateChart {
  request: ChartRequest | null = null;
  readonly part: LatePart<OpenChart>;

  constructor(clock: EngineClock, code: EngineCode, parts: ChartParts) {
    this.part = new LatePart<OpenChart>(clock, {
      load: async () => new (await code.chart()).OpenChart(parts),
      // It reads its history only now, after whatever was pushed before.
      onHere: (chart) => chart.show(this.request),
      onFailed: () => this.request && parts.emit({ type: 'chart-failed', request: this.request }),
    });
  }

  show(request: ChartRequest | null): void {
    this.request = request;
    this.part.here?.show(request);
    if (request) this.part.want();
  }

  refresh(): void {
    void this.part.here?.refresh();
  }

  mend(): void {
    void this.part.here?.mend();
  }

  older(): void {
    void this.part.here?.older();
  }

  tick(batch: QuoteBatch, row: number, timeMs: number): void {
    this.part.here?.tick(batch, row, timeMs);
  }

  push(bar: BarUpdate): void {
    this.part.here?.push(bar);
  }

  /** As `OpenChart.write`. */
  write(slots: Float64Array, at: number): number {
    return this.part.here?.write(slots, at) ?? 0;
  }
}
