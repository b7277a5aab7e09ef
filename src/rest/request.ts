/**
 * The request layer (specification S1 sections 7 and 8, decisions D0.05 to D0.12): headers, `t`, envelope, duplicate reads, loading,
 * toasts, 999. It promises that a read is answered once, that a call that changes something is never sent twice at a time, and that all
 * attempts of a call carry the token that was in use when it began; calls that move money go through `money-call.ts`. It owns no clock,
 * no transport and no storage: all are passed in.
 */
import type { Envelope } from '#protocol/errors.ts';
import { FIRST_ERROR } from '#protocol/first-error.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import { CALL_ERROR, CallError, isQuietFailure } from './call-error.ts';
import { type Ask, exchange } from './exchange.ts';
import type { CallOptions, MoneyOptions, Params, RequestParts, ResolvedIntent, Wire } from './wire.ts';

export type { KeyValue } from './intents.ts';
export type { CallOptions, MoneyOptions, RequestParts } from './wire.ts';

/** Reads (and calls that neither move money nor may be repeated): deadline of one attempt. */
const READ_TIMEOUT_MS = 15_000;
const READ_RETRY_AFTER_MS = 1_000;
const READ_ATTEMPTS = 2;
/** Calls under way at one time; more are refused, because then something loops. */
const CALLS_IN_FLIGHT_MAX = 256;

export type Request = {
  /** The reply's data. Rejects with a `CallError`. Money endpoints go through `money` whatever the caller wrote. */
  call<T>(endpoint: Endpoint, params?: Params, options?: CallOptions): Promise<T>;
  /** As `call`, exactly once: keeps asking until the outcome is final. `onChecking` tells that the answer is late. */
  money<T>(endpoint: Endpoint, params?: Params, options?: MoneyOptions): Promise<T>;
  /** Makes every money call that the caller of this moment left over final; call it whenever a session's user becomes known. */
  resumeIntents(): Promise<ResolvedIntent[]>;
  /** Says what an answer should not have held where a developer looks. */
  warn(text: string): void;
};

export function createRequest(parts: RequestParts): Request {
  const keyed = keysInFlight(parts);
  let busy = 0;

  const wireNow = (): Wire => {
    const caller = parts.caller();
    return { parts, caller, send: (endpoint, params, options) => exchange(parts, ask(parts, caller.token, endpoint, params, options)) };
  };

  /** Counts loading, shows toasts and tells of a lost session: the same for every kind of call. */
  async function observed<T>(options: CallOptions, run: (wire: Wire) => Promise<Envelope>): Promise<T> {
    const wire = wireNow();
    if (options.loading) parts.onBusy(++busy);
    try {
      const envelope = await run(wire);
      if (envelope.code !== FIRST_ERROR.ok) throw new CallError(envelope.code, envelope.msg, envelope.data);
      if (options.toastSuccess && envelope.msg) parts.onToast(envelope.msg, 'good');
      return envelope.data as T;
    } catch (error) {
      const failure = error instanceof CallError ? error : new CallError(CALL_ERROR.network);
      const isSessionLost = failure.code === FIRST_ERROR.session;
      // An answer to the token of an earlier session says nothing about the one now in use.
      if (isSessionLost && wire.caller.token === parts.caller().token) {
        parts.onSessionLost(options.initial === true, failure.data ? failure.msg : '');
      }
      const isShown = !options.silent && !isQuietFailure(failure) && !(isSessionLost && options.initial);
      if (isShown && failure.msg) parts.onToast(failure.msg, 'bad', failure.code);
      throw failure;
    } finally {
      if (options.loading) parts.onBusy(--busy);
    }
  }

  const request: Request = {
    call: (endpoint, params = {}, options = {}) => {
      if (endpoint.money) return request.money(endpoint, params, options);
      const key = options.key ?? callKey(endpoint, params);
      return observed(options, (wire) =>
        keyed(key, endpoint.method === 'GET', options.signal, (signal) => attempt(wire, endpoint, params, options, signal)),
      );
    },
    money: (endpoint, params = {}, options = {}) =>
      // The caller's signal is left out on purpose: a money call under way is never cancelled.
      observed(options, (wire) =>
        keyed(wire.caller.uid + callKey(endpoint, params), false, undefined, async () =>
          (await parts.loadMoney()).send(wire, { endpoint, params, options }),
        ),
      ),
    resumeIntents: async (wire = wireNow()) => (await parts.loadMoney()).resolve(wire),
    warn: parts.warn,
  };
  return request;
}

/** Calls under way by their key. */
function keysInFlight(parts: Pick<RequestParts, 'warn'>) {
  const inFlight = new Map<string, AbortController>();
  /** Takes the key for one call. Reads cancel the older holder; anything else is itself refused. */
  return async function keyed<T>(
    key: string,
    replaces: boolean,
    outer: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const holder = inFlight.get(key);
    if ((holder && !replaces) || inFlight.size >= CALLS_IN_FLIGHT_MAX) {
      parts.warn('request blocked, not sent');
      throw new CallError(CALL_ERROR.blocked);
    }
    holder?.abort();
    const mine = new AbortController();
    const forward = () => mine.abort();
    if (outer?.aborted) mine.abort();
    outer?.addEventListener('abort', forward, { once: true });
    inFlight.set(key, mine);
    try {
      return await run(mine.signal);
    } finally {
      outer?.removeEventListener('abort', forward);
      if (inFlight.get(key) === mine) inFlight.delete(key);
    }
  };
}

/** Repeats a read whose failure may pass. */
async function attempt(wire: Wire, endpoint: Endpoint, params: Params, options: CallOptions, signal: AbortSignal): Promise<Envelope> {
  const attempts = endpoint.method === 'GET' ? (options.attempts ?? READ_ATTEMPTS) : 1;
  for (let number = 1; ; number++) {
    try {
      return await wire.send(endpoint, params, { timeoutMs: options.timeoutMs ?? READ_TIMEOUT_MS, signal });
    } catch (error) {
      if (number >= attempts || !isWorthRepeating(error)) throw error;
      await pause(wire.parts, READ_RETRY_AFTER_MS, signal);
    }
  }
}

/** Method, path and sorted parameters without `t` and `client_id` (decision D0.10). */
export function callKey(endpoint: Endpoint, params: Params): string {
  const pairs = entries(params).filter(([name]) => name !== 't' && name !== 'client_id');
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${endpoint.method} ${endpoint.path} ${JSON.stringify(pairs)}`;
}

/** True for failures after which the same read may succeed: no network, no time, a server in trouble. */
function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.code === CALL_ERROR.network || error.code === CALL_ERROR.timeout || /^HTTP_5\d\d$/.test(String(error.code));
}

const entries = (params: Params): [string, string][] =>
  Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));

const BODY_TYPES = { form: 'application/x-www-form-urlencoded;charset=UTF-8', json: 'application/json' } as const;

function ask(
  parts: RequestParts,
  token: string,
  endpoint: Endpoint,
  params: Params,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Ask {
  const fields = entries(params);
  const query = new URLSearchParams(endpoint.body === 'query' ? fields : []);
  if (endpoint.method === 'GET') query.set('t', String(parts.now()));
  const headers: Record<string, string> = { lang: parts.lang(), authorization: token };
  if (endpoint.body !== 'query') headers['content-type'] = BODY_TYPES[endpoint.body];
  return {
    method: endpoint.method,
    url: `${parts.origin}${endpoint.path}${query.size > 0 ? `?${query}` : ''}`,
    headers,
    body: bodyOf(endpoint, fields, params),
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

/** In JSON a number is one (decision D0.13), and what is undefined is not there. */
function bodyOf(endpoint: Endpoint, fields: [string, string][], params: Params): string | undefined {
  if (endpoint.body === 'form') return new URLSearchParams(fields).toString();
  return endpoint.body === 'json' ? JSON.stringify(params) : undefined;
}

/** Sleeps, but a cancel ends it at once. */
function pause(parts: RequestParts, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new CallError(CALL_ERROR.cancelled));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    parts.sleep(delayMs).then(resolve, reject);
  });
}
