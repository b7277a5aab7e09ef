/** A server that answers calls of the request layer as a test scripts it, and the layer's other parts, recorded. */
import type { FetchLike, ReplyLike } from '#rest/exchange.ts';
import { moneyCalls } from '#rest/money-call.ts';
import type { MoneyStore } from '#rest/money-wire.ts';
import { createRequest, type KeyValue, type Request } from '#rest/request.ts';
import type { Caller, MoneyCalls } from '#rest/wire.ts';
import { VirtualClock } from '../../engine/virtual-clock.ts';

export type Sent = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: URLSearchParams;
  raw: string | undefined;
  aborted: boolean;
};
/** What one call meets: an envelope, a status, no network, or silence until the end of time. */
export type Answer =
  | { code: number; msg?: string; data?: unknown }
  | { status: number; retryAfter?: string }
  | 'down'
  | 'silent'
  | { text: string };

export class MemoryStorage implements KeyValue {
  readonly entries = new Map<string, string>();
  get = (key: string): string | null => this.entries.get(key) ?? null;
  set = (key: string, value: string): void => void this.entries.set(key, value);
  remove = (key: string): void => void this.entries.delete(key);
}

const reply = (status: number, json: () => Promise<unknown>, retryAfter?: string): ReplyLike => ({
  ok: status >= 200 && status < 300,
  status,
  headers: { get: (name) => (name === 'retry-after' ? (retryAfter ?? null) : null) },
  json,
});

/** The locks of one browser: holders of a name run one after the other. */
class Locks {
  readonly #held = new Map<string, Promise<unknown>>();
  lock = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (this.#held.get(name) ?? Promise.resolve()).then(work);
    this.#held.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

let nextSeed = 1;
/** What two tabs of one browser share. */
type Browser = { readonly clock: VirtualClock; readonly storage: MemoryStorage; readonly locks: Locks };

export class FakeServer {
  readonly clock: VirtualClock;
  readonly storage: MemoryStorage;
  readonly locks: Locks;
  readonly sent: Sent[] = [];
  readonly toasts: string[] = [];
  readonly kinds: string[] = [];
  readonly warnings: string[] = [];
  readonly lost: boolean[] = [];
  readonly whys: string[] = [];
  readonly busy: number[] = [];
  caller: Caller = { token: 'token-1', uid: 'user of token-1', realm: 'demo' };
  lang = 'en';
  delayMs = 10;
  /** Answers by the number of the call (0 first) and its path. */
  answer: (sent: Sent, index: number) => Answer = () => ({ code: 1, msg: 'ok', data: null });
  /** No two pages make the same keys. */
  #seed = nextSeed++;

  /** How long it is waited between two tries. */
  pause: MoneyStore['pause'] = (parts, delayMs) => parts.sleep(delayMs);

  readonly #money: MoneyCalls;
  /** How the code of money calls comes; a test may delay or fail it. */
  loadMoney: () => Promise<MoneyCalls> = async () => this.#money;

  readonly request: Request;

  /** `browser`: another tab of it. */
  constructor(browser: Browser = { clock: new VirtualClock(), storage: new MemoryStorage(), locks: new Locks() }) {
    this.clock = browser.clock;
    this.storage = browser.storage;
    this.locks = browser.locks;
    const random = (bytes: number) => Uint8Array.from({ length: bytes }, () => this.#byte());
    this.#money = moneyCalls({
      random,
      storage: this.storage,
      lock: this.locks.lock,
      pause: (parts, delayMs) => this.pause(parts, delayMs),
    });
    this.request = this.#page();
  }

  /** Logs in and out: '' for a visitor. */
  set token(token: string) {
    this.caller = { token, uid: token === '' ? '' : `user of ${token}`, realm: 'demo' };
  }

  #page = (): Request =>
    createRequest({
      origin: 'https://shop.example',
      fetch: (url, init) => this.#fetch(url, init),
      now: () => this.clock.now(),
      sleep: (ms) => this.clock.sleep(ms),
      loadMoney: () => this.loadMoney(),
      lang: () => this.lang,
      caller: () => this.caller,
      onToast: (text, kind) => {
        this.toasts.push(text);
        this.kinds.push(kind);
      },
      onSessionLost: (initial, why) => {
        this.lost.push(initial);
        this.whys.push(why);
      },
      onBusy: (count) => this.busy.push(count),
      warn: (text) => this.warnings.push(text),
    });

  paths = (): string[] => this.sent.map((sent) => sent.url.pathname);

  #byte(): number {
    this.#seed = (this.#seed * 48271) % 2147483647;
    return this.#seed & 0xff;
  }

  #fetch: FetchLike = (url, init) => {
    const sent: Sent = {
      url: new URL(url),
      method: init.method,
      headers: init.headers,
      body: new URLSearchParams(init.body ?? ''),
      raw: init.body,
      aborted: false,
    };
    this.sent.push(sent);
    const answer = this.answer(sent, this.sent.length - 1);
    return new Promise((resolve, reject) => {
      init.signal.addEventListener('abort', () => {
        sent.aborted = true;
        reject(new Error('aborted'));
      });
      if (answer === 'silent') return;
      this.clock.after(this.delayMs, () => {
        if (answer === 'down') return reject(new TypeError('failed to fetch'));
        if ('text' in answer) return resolve(reply(200, async () => JSON.parse(answer.text)));
        if ('status' in answer) return resolve(reply(answer.status, async () => ({ code: 0, msg: 'no', data: null }), answer.retryAfter));
        resolve(reply(200, async () => ({ msg: '', data: null, ts: 1, rid: 'r', ...answer })));
      });
    });
  };
}

/** The outcome of a promise as data, so that a test can go on while it is open. */
export function watched<T>(promise: Promise<T>): {
  state: 'open' | 'done' | 'failed';
  value?: T;
  error?: { code: unknown; msg: string; data: unknown };
} {
  const seen: { state: 'open' | 'done' | 'failed'; value?: T; error?: { code: unknown; msg: string; data: unknown } } = { state: 'open' };
  promise.then(
    (value) => Object.assign(seen, { state: 'done', value }),
    (error) => Object.assign(seen, { state: 'failed', error }),
  );
  return seen;
}
