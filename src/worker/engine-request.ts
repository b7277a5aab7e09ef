/** The request layer as the engine uses it: it reads only, shows nothing by itself, and reads its settings at every call. */
import { createRequest, type Request, type RequestParts } from '#rest/request.ts';
import type { EngineParts } from './engine-parts.ts';

export type EngineRequestSettings = Pick<RequestParts, 'lang' | 'token'> & {
  /** Known only once the engine has started. */
  origin(): string;
  onSessionLost(): void;
  onServerDate(date: { serverMs: number; sentAtMs: number; receivedAtMs: number }): void;
};

export function engineRequest(parts: EngineParts, settings: EngineRequestSettings): Request {
  return createRequest({
    origin: '',
    fetch: (path, init) => parts.fetch(`${settings.origin()}${path}`, init),
    now: () => parts.clock.now(),
    sleep: (ms) => new Promise((resolve) => void parts.clock.after(ms, () => resolve())),
    random: (count) => parts.randomBytes(count),
    storage: parts.storage,
    lang: () => settings.lang(),
    token: () => settings.token(),
    // The page hears of failures by events; toasts and spinners are its own.
    onToast: () => undefined,
    onBusy: () => undefined,
    onSessionLost: () => settings.onSessionLost(),
    warn: (text) => parts.warn(text),
    onServerDate: (date) => settings.onServerDate(date),
  });
}
