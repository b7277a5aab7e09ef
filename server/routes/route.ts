/**
 * What a route is: one endpoint of the protocol, who may call it, what it takes and what it answers. Every route declares all five
 * points of access; the application refuses to start with one that does not (security S27).
 */
import type * as v from 'valibot';
import type { Language } from '#domain/languages.ts';
import type { Endpoint, FileEndpoint } from '#protocol/rest/endpoint.ts';
import type { Outcome } from '../outcome.ts';
import type { RequestKey, Trader } from '../trading/trading.ts';
import type { ReceiveFile } from '../uploads/uploads.ts';
import type { Session } from '../users/sessions.ts';

export type Access = {
  /** 'session': code 999 without a live token. */
  readonly auth: 'none' | 'session';
  /** Which realm may call it; the other gets a refusal. */
  readonly realm: 'any' | 'demo' | 'real';
  /** 'self': everything it reads or writes is found by the caller's id; a foreign id answers as not found. */
  readonly owner: 'none' | 'self';
  /** 'done': real-name verification must be finished (code 1006). */
  readonly kyc: 'none' | 'done';
  /** True: moves money, has a key, is never cached, accepted by GET and POST (decision D0.05). */
  readonly money: boolean;
};
/** Which bucket of `limits.rest` a call takes from, beside the one of all calls. */
type RateName =
  | 'none'
  | 'list'
  | 'candles'
  | 'submit'
  | 'close'
  | 'sums'
  | 'statement'
  | 'createDemo'
  | 'register'
  | 'forget'
  | 'sendCode'
  | 'captcha'
  | 'credential'
  | 'freeze'
  | 'ownLimit'
  | 'upload'
  | 'passkey'
  | 'complaint';

/** What a handler knows of a call. */
type Call<I> = {
  readonly input: I;
  readonly lang: Language;
  readonly ip: string;
  /** Its User-Agent; '' without one. */
  readonly agent: string;
  readonly key: RequestKey;
  /** Present when the route asks for a session. */
  readonly session: Session | undefined;
  /** Who is logged in where a route that anybody may call is called. */
  readonly findSession: () => Promise<Session | undefined>;
  /** Reads the file of the form, of a route whose endpoint takes one. */
  readonly receive: ReceiveFile;
};
/** A call of a route with `auth: 'session'`. */
export type OwnCall<I> = Call<I> & { readonly session: Session; readonly trader: Trader };
/** Too early: the caller is told to wait (429). */
type Wait = { readonly waitMs: number };

/** A file in place of an envelope, written while it is read. */
export type FileReply = {
  readonly file: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  readonly mediaType: string;
  readonly disposition: string;
  /** In place of those that every reply has. */
  readonly headers?: Readonly<Record<string, string>>;
};

type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
type Shared<S extends InputSchema> = {
  readonly endpoint: Endpoint | FileEndpoint;
  readonly summary: string;
  readonly access: Access;
  readonly rate: RateName;
  readonly input: S;
  /** Schema of the reply's data. */
  readonly reply: v.GenericSchema;
  /** Sent with a success. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True for a GET that changes state and moves no money: accepted by POST too (decision D0.05). */
  readonly alsoPost?: boolean;
  /** Answers alike whether an account has an address or not, and in even time (`even-time.ts`). */
  readonly isAlike?: true;
  /** Media types of a reply that is a file in place of an envelope. */
  readonly files?: readonly string[];
};
export type Route = Shared<InputSchema> & { readonly handle: (call: Call<Record<string, unknown>>) => Promise<Outcome | Wait | FileReply> };

type PublicAccess = Access & { readonly auth: 'none' };
type OwnAccess = Access & { readonly auth: 'session' };

/** A route that anybody may call. */
export function publicRoute<const S extends InputSchema>(
  route: Shared<S> & { access: PublicAccess; handle: (call: Call<v.InferOutput<S>>) => Promise<Outcome | Wait | FileReply> },
): Route {
  return { ...route, handle: (call) => route.handle(call as Call<v.InferOutput<S>>) };
}

/** A route for anyone who is logged in. */
export function ownRoute<const S extends InputSchema>(
  route: Shared<S> & { access: OwnAccess; handle: (call: OwnCall<v.InferOutput<S>>) => Promise<Outcome | Wait | FileReply> },
): Route {
  return { ...route, handle: (call) => route.handle(call as OwnCall<v.InferOutput<S>>) };
}

/** HTTP methods under which a route is served. */
export function methodsOf(route: Route): ('GET' | 'POST')[] {
  if (route.access.money || route.alsoPost === true) return ['GET', 'POST'];
  return [route.endpoint.method];
}

/** True for a route whose body is a form with a file. */
export const takesFile = ({ endpoint }: Route): boolean => endpoint.body === 'file';

/** Access of most routes. */
export const PUBLIC: PublicAccess = { auth: 'none', realm: 'any', owner: 'none', kyc: 'none', money: false };
export const OWN: OwnAccess = { auth: 'session', realm: 'any', owner: 'self', kyc: 'none', money: false };
export const OWN_MONEY: OwnAccess = { ...OWN, money: true };
