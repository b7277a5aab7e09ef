/** What the engine reads from the server. It shows nothing by itself, moves no money, and takes its settings anew at every call. */
import type { ChartRequest } from '#protocol/engine-api.ts';
import { kline } from '#rest/forex.ts';
import { createRequest, type RequestParts } from '#rest/request.ts';
import { tradeList } from '#rest/trade-list.ts';
import type { EngineParts } from './engine-parts.ts';

type EngineReadSettings = Pick<RequestParts, 'lang' | 'caller'> & {
  /** Known only once the engine has started. */
  origin(): string;
  onSessionLost(): void;
  onServerDate(date: { serverMs: number; sentAtMs: number; receivedAtMs: number }): void;
};

/** The page hears of failures by events. */
const SILENT = { silent: true } as const;

export function engineReads(parts: EngineParts, settings: EngineReadSettings) {
  const request = createRequest({
    origin: '',
    fetch: (path, init) => parts.fetch(`${settings.origin()}${path}`, init),
    now: () => parts.clock.now(),
    sleep: (ms) => new Promise((resolve) => void parts.clock.after(ms, () => resolve())),
    loadMoney: () => Promise.reject(new Error('no money here')),
    lang: () => settings.lang(),
    caller: () => settings.caller(),
    onToast: () => undefined,
    onBusy: () => undefined,
    onSessionLost: () => settings.onSessionLost(),
    warn: parts.warn,
    onServerDate: (date) => settings.onServerDate(date),
  });
  return {
    products: () => tradeList(request, SILENT),
    /** `endMs` is exclusive. */
    bars: ({ productId, period }: ChartRequest, range: { limit: number; endMs?: number }) =>
      kline(request, { productId, period, ...range }, SILENT),
    /** What else is read, by code that comes later. */
    request,
  };
}
