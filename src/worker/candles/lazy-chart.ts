/** The open chart before and after its code is here. The newest request counts: what was shown in between is never fetched. */
import type { ChartRequest } from '#protocol/engine-api.ts';
import type { QuoteBatch } from '#protocol/quote-batch.ts';
import type { BarUpdate } from '#protocol/received.ts';
import type { EngineCode } from '../engine-code.ts';
import type { EngineClock } from '../engine-parts.ts';
import { LazyModule } from '../lazy-module.ts';
import type { ChartParts, OpenChart } from './open-chart.ts';

export class LazyChart {
  request: ChartRequest | null = null;
  readonly module: LazyModule<OpenChart>;
  /** The page has not asked for what is read, and heard nothing of it. */
  #isAhead = false;

  constructor(clock: EngineClock, code: EngineCode, parts: ChartParts) {
    this.module = new LazyModule<OpenChart>(clock, {
      load: async () => new (await code.chart()).OpenChart(parts),
      // It reads its history only now, after whatever was pushed before.
      onHere: (chart) => chart.show(this.request),
      onFailed: () => this.request && parts.emit({ type: 'chart-failed', request: this.request }),
    });
  }

  show(request: ChartRequest | null): void {
    this.request = request;
    this.module.here?.show(request);
    if (request) this.module.want();
    if (this.#isAhead) this.module.here?.repeat();
    this.#isAhead = false;
  }

  /** Reads a chart before the page asks for it; when it does, what is here by then goes up at once. */
  readAhead(request: ChartRequest): void {
    this.show(request);
    this.#isAhead = true;
  }

  refresh(): void {
    void this.module.here?.refresh();
  }

  mend(): void {
    void this.module.here?.mend();
  }

  older(): void {
    void this.module.here?.older();
  }

  tick(batch: QuoteBatch, row: number, timeMs: number): void {
    this.module.here?.tick(batch, row, timeMs);
  }

  push(bar: BarUpdate): void {
    this.module.here?.push(bar);
  }

  /** As `OpenChart.write`. */
  write(slots: Float64Array, at: number): number {
    return this.module.here?.write(slots, at) ?? 0;
  }
}
