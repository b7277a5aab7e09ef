/**
 * Builds the application without listening: everything it needs is passed in, every route is in the list below. It never opens a
 * database, never reads the environment, never makes a clock.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Alerts } from './alerts/alert-desk.ts';
import type { Candles } from './candles/candles.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Clock } from './clock/clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database/database.ts';
import type { LoginSteps } from './factors/login-steps.ts';
import type { Passkeys } from './factors/passkeys.ts';
import type { Security } from './factors/security.ts';
import type { Identities } from './identity/identity-desk.ts';
import type { Limits } from './limits/limits.ts';
import type { Metrics } from './metrics.ts';
import type { Protection } from './protection/create-protection.ts';
import { alertRoutes } from './routes/alert-routes.ts';
import { answerBroken } from './routes/broken-request.ts';
import { serveClient } from './routes/client-files.ts';
import { companyRoutes } from './routes/company-routes.ts';
import { contractRoutes } from './routes/contract-routes.ts';
import { credentialRoutes } from './routes/credential-routes.ts';
import { collectDocument, serveDocs } from './routes/docs-files.ts';
import { endRefusedUpgrade } from './routes/end-refused-upgrade.ts';
import { answerFailure, handleFailures } from './routes/failures.ts';
import { forexRoutes } from './routes/forex-routes.ts';
import { registerRoutes, requireDeclarations } from './routes/gate.ts';
import { registerHealth } from './routes/health-routes.ts';
import { identityRoutes } from './routes/identity-routes.ts';
import { readJsonBodies } from './routes/json-body.ts';
import { limitRequests } from './routes/limit-requests.ts';
import { loginStepRoutes } from './routes/login-step-routes.ts';
import { microRoutes } from './routes/micro-routes.ts';
import { orderRoutes } from './routes/order-routes.ts';
import { OWN_COMPILERS } from './routes/own-compilers.ts';
import { protectionRoutes } from './routes/protection-routes.ts';
import { receiptRoutes } from './routes/receipt-routes.ts';
import { type Route, takesFile } from './routes/route.ts';
import { securityHeaders } from './routes/security-headers.ts';
import { securityRoutes } from './routes/security-routes.ts';
import { ownSessionRoutes } from './routes/session-routes.ts';
import { siteRoutes } from './routes/site-routes.ts';
import { statementRoutes } from './routes/statement-routes.ts';
import { registerTape } from './routes/tape-routes.ts';
import { userRoutes } from './routes/user-routes.ts';
import type { Companies } from './site/companies.ts';
import type { Complaints } from './site/complaints.ts';
import type { SiteSettings } from './site/site-settings.ts';
import { registerSocket, type SocketParts } from './socket/register-socket.ts';
import type { TapeLog } from './tape/log/tape-log.ts';
import type { Receipts } from './trading/receipts/signed-deals.ts';
import type { Trading } from './trading/trading.ts';
import type { Uploads } from './uploads/uploads.ts';
import type { Credentials } from './users/create-people.ts';
import type { OwnSessions } from './users/own-sessions.ts';
import type { Sessions } from './users/sessions.ts';
import type { Users } from './users/users.ts';

export type AppParts = {
  readonly config: Pick<Config, 'trustProxy' | 'publicOrigins'>;
  readonly limits: Limits;
  readonly db: Db;
  /** Its time is tape time: what clients are told is the market's time. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly settings: SiteSettings;
  readonly companies: Companies;
  readonly complaints: Complaints;
  readonly catalogue: Catalogue;
  readonly candles: Candles;
  readonly trading: Trading;
  readonly alerts: Alerts;
  readonly identities: Identities;
  readonly uploads: Uploads;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly credentials: Credentials;
  readonly loginSteps: LoginSteps;
  readonly passkeys: Passkeys;
  readonly security: Security;
  readonly ownSessions: OwnSessions;
  readonly protection: Protection;
  readonly socket: Pick<SocketParts, 'tape' | 'outbox'>;
  readonly tapeLog: TapeLog;
  readonly receipts: Receipts;
  readonly obstacles: () => Promise<readonly string[]>;
  /** Folder of the built client; undefined serves none. */
  readonly clientFolder: string | undefined;
};

const HANDLER_TIMEOUT_MS = 10_000;
/** Longer than that of common proxies, so that the proxy closes first and never sends into a closed connection. */
const KEEP_ALIVE_MS = 72_000;
const PARAM_LENGTH_MAX = 100;
/** Up to a thousand bars are compressed in one call (0.7 ms): a stream for each answer takes longer, in the loop and beside it. */
const COMPRESSION: FastifyCompressOptions = {
  global: true,
  threshold: 1_024,
  syncThreshold: 131_072,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } },
};
/** The specification's two readings of "base path /api" (decision D0.01). */
const ALIAS = /^\/api(\/v2\/api\/)/;

/** Every call of the API, in one list. */
export const apiRoutes = (parts: AppParts): Route[] => [
  ...siteRoutes(parts),
  ...companyRoutes(parts),
  ...userRoutes(parts),
  ...credentialRoutes(parts),
  ...loginStepRoutes(parts),
  ...securityRoutes(parts),
  ...ownSessionRoutes(parts),
  ...protectionRoutes(parts),
  ...forexRoutes(parts),
  ...contractRoutes(parts),
  ...microRoutes(parts),
  ...orderRoutes(parts),
  ...receiptRoutes(parts),
  ...statementRoutes(parts),
  ...alertRoutes(parts),
  ...identityRoutes(parts),
];

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { metrics } = parts;
  const app = newInstance(parts);
  const routes = apiRoutes(parts);
  requireDeclarations(app);
  addHeaders(app, metrics);
  limitRequests(app, parts);
  handleFailures(app, parts);
  await app.register(compress, COMPRESSION);
  readJsonBodies(app);
  await app.register(formbody, { bodyLimit: parts.limits.rest.bodyBytesMax });
  await collectDocument(app);
  const [withFile, others] = [routes.filter(takesFile), routes.filter((route) => !takesFile(route))];
  registerRoutes(app, others, parts);
  // Forms with files are read nowhere else.
  await app.register(async (scope) => {
    await scope.register(multipart);
    registerRoutes(scope, withFile, parts);
  });
  registerTape(app, { ...parts, limits: parts.limits.rest });
  registerHealth(app, { ...parts, limits: parts.limits.rest });
  await registerSocket(app, { ...parts, ...parts.socket, ...parts.config, metrics, limits: parts.limits.socket });
  serveDocs(app);
  await serveClient(app, parts.clientFolder);
  return app;
}

/** Ids that no two requests share, over restarts and nodes too: the start of a process by chance, then a count. */
function requestIds(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${start}${(++count).toString(16).padStart(8, '0')}`;
}

function newInstance(parts: AppParts): FastifyInstance {
  const { config, limits, log } = parts;
  const app = fastify({
    loggerInstance: log,
    // Every request is in the metrics; a line of its own is written only when one fails.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.rest.bodyBytesMax,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    requestTimeout: limits.http.requestMs,
    // It runs from the request's first byte, so that it must not end before a slow body is cut.
    handlerTimeout: limits.http.requestMs + HANDLER_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A head or a body that comes slower is cut; Node looks only every 30 s unless it is told otherwise.
    http: { headersTimeout: limits.http.headMs, connectionsCheckingInterval: limits.http.checkMs },
    schemaController: OWN_COMPILERS,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    exposeHeadRoutes: false,
    // A request on a kept-alive connection during the stop is answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    genReqId: requestIds(),
    rewriteUrl: (request) => (request.url ?? '/').replace(ALIAS, '$1'),
    clientErrorHandler: (error, socket) => answerBroken(error, socket, parts.clock),
    frameworkErrors: (error, request, reply) => {
      endRefusedUpgrade(request as never, reply as never);
      reply.headers(securityHeaders({ host: undefined, isSecure: false, path: '' }));
      answerFailure(error, request as never, reply as never, parts);
    },
  });
  return app as unknown as FastifyInstance;
}

function addHeaders(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    endRefusedUpgrade(request, reply);
    const path = request.url.split('?')[0] ?? '/';
    reply.headers(securityHeaders({ host: request.headers.host, isSecure: request.protocol === 'https', path }));
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => metrics.request(request.routeOptions.url ?? 'none', reply.statusCode));
}
