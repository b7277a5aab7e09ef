/**
 * The one gate in front of every route: who asks, may they, how often, with what; then the handler; then the envelope. It also
 * holds the law that a route without a whole declaration stops the start (security S27).
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Language, languageOf } from '#domain/languages.ts';
import { type Envelope, ERROR } from '#protocol/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../limits/limits.ts';
import { RateLimiter } from '../limits/rate-limiter.ts';
import type { Log } from '../log.ts';
import { invalidField, type Outcome, refused, withOutboxInData } from '../outcome.ts';
import type { Settings } from '../site/settings.ts';
import type { Session, Sessions } from '../users/sessions.ts';
import { traderOf, VERIFIED } from '../users/user-row.ts';
import { acceptedForm } from './accepted-form.ts';
import { aroundData, envelopeOf } from './envelope.ts';
import { inEvenTime } from './even-time.ts';
import { KeptJson } from './kept-json.ts';
import { readInput } from './read-input.ts';
import { readUpload } from './read-upload.ts';
import { requestKey } from './request-key.ts';
import { type Access, type FileReply, methodsOf, type Route, takesFile } from './route.ts';
import { routeSchema } from './route-schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** What is said to whoever holds the token of a session that was ended from elsewhere (decision D9.261). */
const ENDED_MESSAGES = {
  password: 'endedByPassword',
  reset: 'endedByReset',
  factor: 'endedByFactor',
  passkey: 'endedByPasskey',
  device: 'endedByDevice',
  address: 'endedByAddress',
  freeze: 'endedByFreeze',
  close: 'endedByClose',
} as const;

type GateParts = {
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'rest' | 'uploads'>;
  readonly settings: Settings;
  readonly sessions: Sessions;
  readonly log: Log;
};

const ACCESS_POINTS = ['auth', 'realm', 'owner', 'kyc', 'money'] as const;

/** Throws for a route that does not declare its access; and what it takes and answers, unless it is hidden as no call of the API. */
export function requireDeclarations(app: FastifyInstance): void {
  app.addHook('onRoute', ({ schema, ...route }: RouteOptions) => {
    const access = route.config?.access as Partial<Access> | undefined;
    const missing: string[] = ACCESS_POINTS.filter((point) => access?.[point] === undefined);
    if (!schema?.hide && !schema?.querystring && !schema?.body) missing.push('input');
    if (!schema?.hide && !schema?.response) missing.push('reply');
    if (missing.length > 0) throw new Error(`route ${String(route.method)} ${route.url} does not declare ${missing.join(', ')}`);
  });
}

/** The language of a call: its `lang` header, else the configured one, else English (decision D0.08). */
const languageOfRequest = (request: FastifyRequest, settings: Settings): Language =>
  languageOf(String(request.headers.lang ?? '')) ?? languageOf(settings.get('default_lang')) ?? 'en';

/** The token of the authorization header, raw or after `Bearer` (decision D0.07); '' without one. */
function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  return header.replace(/^Bearer\s+/i, '').trim();
}

/** Names under which somebody may have put a token into a URL (security S26). */
const TOKEN_NAMES: readonly string[] = ['token', 'authorization'];
const hasTokenInQuery = ({ query }: FastifyRequest): boolean => TOKEN_NAMES.some((name) => Object.hasOwn(query as object, name));

/** Sends an outcome in its envelope; business results are HTTP 200 whatever their code (decision D0.02). */
export function sendOutcome(
  reply: FastifyReply,
  outcome: Outcome,
  parts: { settings: Settings; clock: Clock },
  status = 200,
): FastifyReply {
  const { request } = reply;
  const nowMs = parts.clock.now();
  const envelope = envelopeOf(outcome, { lang: languageOfRequest(request, parts.settings), nowMs, rid: request.id });
  reply.code(status).headers(apiHeaders(nowMs));
  return outcome.data instanceof KeptJson ? sendKept(reply, outcome.data, envelope) : reply.send(envelope);
}

/** Data that is kept as text goes out in an envelope of this very answer, compressed with what is kept of it. */
function sendKept(reply: FastifyReply, data: KeptJson, envelope: Envelope): FastifyReply {
  const { before, after } = aroundData(envelope);
  const form = acceptedForm(reply.request);
  if (!form) return reply.send(before + data.text + after);
  return reply.headers({ 'content-encoding': form, vary: `${VARIES_BY}, accept-encoding` }).send(data.compressed(form, before, after));
}

/** Nothing of the API is ever kept by a cache; the date is that of the market, which a base client measures itself against. */
const apiHeaders = (nowMs: number): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  date: new Date(nowMs).toUTCString(),
  vary: VARIES_BY,
});
const VARIES_BY = 'lang, authorization';

export function sendWait(reply: FastifyReply, waitMs: number, parts: { settings: Settings; clock: Clock }): FastifyReply {
  reply.header('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))));
  return sendOutcome(reply, refused('tooManyRequests'), parts, 429);
}

/** Registers every route under the gate. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], parts: GateParts): void {
  const limiter = new RateLimiter(parts.clock, parts.limits.rest.bucketsMax);
  for (const route of routes) {
    for (const method of methodsOf(route)) {
      app.route({
        method,
        url: route.endpoint.path,
        config: { access: route.access },
        schema: routeSchema(route, method),
        // Their library writes every header down, the token among them, for whoever asks for so much of the log.
        ...(takesFile(route) ? { logLevel: 'warn' as const } : {}),
        handler: (request, reply) => answer(route, request, reply, parts, limiter),
      });
    }
  }
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: GateParts,
  limiter: RateLimiter,
): Promise<FastifyReply> {
  if (isPrefetch(request)) return sendOutcome(reply, prefetchRefusal, parts);
  if (hasTokenInQuery(request) && limiter.takeOfNetwork('report', request.ip, parts.limits.rest.report) === 0)
    parts.log.warn({ path: route.endpoint.path }, 'a token came in a query, where it counts for nothing and every proxy writes it down');
  const token = tokenOf(request);
  const session = route.access.auth === 'session' ? await parts.sessions.find(token) : undefined;
  const refusal = accessRefusal(route.access, session);
  if (refusal) return sendOutcome(reply, session ? refusal : await endedRefusal(parts.sessions, token), parts);
  const routeWaitMs = takeRoute(route, limiter, parts.limits.rest, session ? { userId: session.user.id } : { ip: request.ip });
  if (routeWaitMs > 0) return sendWait(reply, routeWaitMs, parts);
  // What is part of the path is an input like any other.
  const query = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, unknown>) };
  const read = readInput(route.input, query, request.method === 'POST' ? request.body : undefined);
  if ('problem' in read) return sendOutcome(reply, invalidField(read.problem), parts);
  const call: Parameters<Route['handle']>[0] = {
    input: read.input,
    lang: languageOfRequest(request, parts.settings),
    ip: request.ip,
    agent: request.headers['user-agent'] ?? '',
    key: requestKey({ method: request.method, path: route.endpoint.path, input: read.input, t: read.t, withOutbox: read.withOutbox }),
    session,
    findSession: () => parts.sessions.find(token),
    receive: (arrival) => readUpload(reply, parts.limits.uploads, arrival),
    ...(session ? { trader: traderOf(session.user) } : {}),
  };
  const outcome = await (route.isAlike ? inEvenTime(() => route.handle(call)) : route.handle(call));
  if (route.headers && 'code' in outcome && outcome.code === ERROR.ok) reply.headers(route.headers);
  if ('file' in outcome) return sendFile(reply, outcome, parts.clock.now());
  if ('waitMs' in outcome) return sendWait(reply, outcome.waitMs, parts);
  return sendOutcome(reply, read.withOutbox ? withOutboxInData(outcome) : outcome, parts);
}

/** A file is sent while it is written; one that breaks off ends the connection, so that nobody takes a part for the whole. */
function sendFile(reply: FastifyReply, { file, mediaType, disposition, headers: own }: FileReply, nowMs: number): FastifyReply {
  const headers = { ...apiHeaders(nowMs), 'content-type': mediaType, 'content-disposition': disposition, ...own };
  return reply
    .code(200)
    .headers(headers)
    .send(Readable.from(file, { objectMode: false }));
}

/** A browser that loads ahead of the person must change nothing (decision D0.05). */
const isPrefetch = (request: FastifyRequest): boolean =>
  [request.headers['sec-purpose'], request.headers.purpose, request.headers['x-purpose'], request.headers['x-moz']].some((header) =>
    /prefetch|prerender|preview/i.test(String(header ?? '')),
  );
const prefetchRefusal: Outcome = invalidField({ field: 'Sec-Purpose', value: 'prefetch', allowed: 'a call that a person asked for' });

/** 999; of a session that was ended from elsewhere with `why`, and words for it. */
async function endedRefusal(sessions: Pick<Sessions, 'endedBy'>, token: string): Promise<Outcome> {
  const why = await sessions.endedBy(token);
  return why === '' ? refused('session') : { ...refused('session', undefined, ENDED_MESSAGES[why]), data: { why } };
}

/** What keeps this caller out; `undefined` when nothing does. */
function accessRefusal(access: Access, session: Session | undefined): Outcome | undefined {
  if (access.auth === 'none') return undefined;
  if (!session) return refused('session');
  if (access.realm === 'real' && session.user.realm === 'demo') return refused('demoNotAllowed');
  if (access.realm === 'demo' && session.user.realm === 'real') return refused('notFound', undefined, 'demoOnly');
  if (access.kyc === 'done' && session.user.real_status !== VERIFIED)
    return { ...refused('realNameRequired'), code: ERROR.realNameRequired };
  return undefined;
}

/** Who is logged in counts by who they are, anybody else by where they come from. */
function takeRoute({ rate }: Route, limiter: RateLimiter, limits: Limits['rest'], who: { userId: number } | { ip: string }): number {
  if (rate === 'none') return 0;
  return 'userId' in who ? limiter.take(`${rate} user ${who.userId}`, limits[rate]) : limiter.takeOfNetwork(rate, who.ip, limits[rate]);
}
