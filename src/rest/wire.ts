/** The types that the request layer and its money calls share: what is passed in, what a caller may ask, what one attempt is. */
import type { Envelope } from '#protocol/errors.ts';
import type { Endpoint } from '#protocol/rest/endpoint.ts';
import type { ExchangeParts } from './exchange.ts';

/**
 * Who calls: the session's token ('' for a visitor), and whose it is. `uid` '' while that is not known. A call is bound to it when it
 * begins: anyone who is logged in later, in this tab or in another, never sends, repeats or voids a thing of an earlier caller.
 */
export type Caller = { readonly token: string; readonly uid: string; readonly realm: 'demo' | 'real' };

export type RequestParts = ExchangeParts & {
  /** Prefix of every path: the page's own origin, '' for relative addresses. */
  readonly origin: string;
  /** The money calls, whose code comes with the first of them. Where it rejects, nothing was sent. */
  loadMoney(): Promise<MoneyCalls>;
  /** One of the 18 codes, sent as the header `lang`. */
  lang(): string;
  /** Who would call now. */
  caller(): Caller;
  /** 'bad': the call failed; its text may be a transport's code, and `code` says why. */
  onToast(text: string, kind: 'good' | 'bad', code?: number | string): void;
  /**
   * The server answered 999 to the token now in use. `initial`: a boot call, so the page stays where it is. `why`: the server's words, where it
   * knows by what the session was ended; else ''.
   */
  onSessionLost(initial: boolean, why: string): void;
  /** Number of calls marked `loading` now under way. */
  onBusy(count: number): void;
  warn(text: string): void;
};

export type Params = Readonly<Record<string, string | number | undefined>>;
export type CallOptions = {
  /** No toast for any failure. */
  readonly silent?: boolean;
  /** A boot call: 999 clears the session silently and nobody is sent to /login. */
  readonly initial?: boolean;
  readonly loading?: boolean;
  readonly timeoutMs?: number;
  /** Replaces the key under which equal reads cancel each other: the newest of all reads with one key wins. */
  readonly key?: string;
  /** How many times a read that met a transport failure is sent; 2 unless told. */
  readonly attempts?: number;
  readonly signal?: AbortSignal;
  /** Shows the reply's msg as a toast when it succeeds (specification: close, cancel, set-stop). */
  readonly toastSuccess?: boolean;
};

export type MoneyOptions = CallOptions & {
  /** The answer is late: the call has been sent four times and its outcome is now being asked for. */
  onChecking?(): void;
  /** Number of the tick whose price the person sees; 0 where it is not known. Never rejects. */
  readonly seenSeq?: Promise<number>;
};
/** A money call from before a reload of the page and the answer that is now final; `ERR_UNKNOWN_OUTCOME` when nobody can know it any more. */
export type ResolvedIntent = {
  readonly path: string;
  readonly clientId: string;
  /** When it was begun, by the clock of this browser. */
  readonly atMs: number;
  /** As `Intent` has it; 0 where it is not known. */
  readonly seenSeq: number;
  readonly code: number | string;
  readonly msg: string;
  readonly data: unknown;
};
export type MoneyAsk = { readonly endpoint: Endpoint; readonly params: Params; readonly options: MoneyOptions };

/** What `money-call.ts` offers this layer. */
export type MoneyCalls = {
  /**
   * The final envelope; rejects with a `CallError` when the call was certainly not executed or its outcome stays unknown, and quietly
   * (`ERR_CANCELED`) when its caller is no longer there to be told: they are at their next login.
   */
  send(wire: Wire, ask: MoneyAsk): Promise<Envelope>;
  /** Makes every stored intent of the caller final. */
  resolve(wire: Wire): Promise<ResolvedIntent[]>;
};

/** What `money-call.ts` may ask of this layer. */
export type Wire = {
  readonly parts: RequestParts;
  readonly caller: Caller;
  /** One attempt with the caller's token, any code of the envelope; rejects on transport failures only. */
  send(endpoint: Endpoint, params: Params, options: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<Envelope>;
};
