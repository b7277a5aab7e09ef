/**
 * The application of operations, apart from the public one: metrics, the operator's commands behind their key, and in the demo the letters that were written. It listens on loopback or
 * on a Unix socket, and answers no browser: whatever a page could make one send has an Origin or a foreign Host.
 */
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import * as v from 'valibot';
import { DEV_OUTBOX_PATH, shownLetters } from '../letters/dev-outbox.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { OWN_COMPILERS } from '../routes/own-compilers.ts';
import type { OperatorParts } from './command.ts';
import { type Answer, OPERATOR_KEY_HEADER, OPERATOR_PATH, OperatorCall } from './operator-call.ts';
import { runCommand } from './operator-commands.ts';
import { isSameKey } from './operator-key.ts';

const BODY_BYTES_MAX = 8_192;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

type OperationsParts = OperatorParts & { readonly metrics: Metrics; readonly key: string; readonly log: Log };

const failed = (line: string): Answer => ({ isGood: false, lines: [line] });

export function createOperationsApp(parts: OperationsParts): FastifyInstance {
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: false,
    schemaController: OWN_COMPILERS,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isFromPage(request)) return reply.code(403).send(failed('not for pages'));
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return reply.code(error.statusCode).send(failed(error.message));
    parts.log.error({ err: error }, 'an operator call failed');
    return reply.code(500).send(failed('it failed; the log of the server says why'));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failed('there is nothing at this address')));
  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(await parts.metrics.text()));
  if (parts.config.profile === 'demo') {
    // What a person would have got by mail or as a short message: on this port only, and never where there are real people.
    app.get<{ Querystring: { to?: string } }>(DEV_OUTBOX_PATH, async (request, reply) =>
      reply.send({ letters: await shownLetters(parts, request.query.to) }),
    );
  }
  app.post(OPERATOR_PATH, async (request, reply) => {
    if (!isSameKey(String(request.headers[OPERATOR_KEY_HEADER] ?? ''), parts.key)) {
      parts.log.warn({}, 'an operator call without the right key');
      return reply.code(401).send(failed('the key of DATA_DIR is missing or wrong'));
    }
    const call = v.safeParse(OperatorCall, request.body);
    if (!call.success) {
      const [issue] = call.issues;
      return reply.code(400).send(failed(`${String(issue.path?.[0]?.key ?? 'call')}: takes ${issue.message}`));
    }
    return reply.send(await runCommand(parts, call.output));
  });
  return app;
}

/** A page of another site that a browser on this machine shows, also by a name that it points at loopback. */
const isFromPage = ({ headers, socket }: FastifyRequest): boolean =>
  headers.origin !== undefined || (socket.remoteAddress !== undefined && !LOCAL_HOST.test(headers.host ?? ''));
