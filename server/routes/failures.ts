/** Turns everything that goes wrong outside a handler into an envelope (security S39): never a stack, never SQL, one id to find it in the log. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DecimalRangeError } from '#domain/decimal.ts';
import { FIELD_NAMES } from '#protocol/order-requests.ts';
import type { Clock } from '../clock/clock.ts';
import { DatabaseUnavailableError } from '../database/database-errors.ts';
import { BusyError } from '../limits/busy-error.ts';
import { invalidField, type Outcome, refused } from '../outcome.ts';
import type { Settings } from '../site/settings.ts';
import { SessionEndedError } from '../users/live-session.ts';
import { sendOutcome } from './gate.ts';

type Parts = { readonly settings: Settings; readonly clock: Clock };

export function handleFailures(app: FastifyInstance, parts: Parts): void {
  app.setNotFoundHandler((_request, reply) => sendOutcome(reply, refused('notFound', undefined, 'noRoute'), parts, 404));
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply, parts));
}

/** Also the answer to a request that never reached a route, such as one with a broken address. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply, parts: Parts): FastifyReply {
  const known = knownFailure(error);
  if (known) {
    if (known.status >= 500) request.log.error({ err: error }, 'unavailable');
    if (known.retryAfterS) reply.header('retry-after', String(known.retryAfterS));
    return sendOutcome(reply, known.outcome, parts, known.status);
  }
  request.log.error({ err: error }, 'request failed');
  return sendOutcome(reply, refused('generic'), parts, 500);
}

type Known = { readonly outcome: Outcome; readonly status: number; readonly retryAfterS?: number };

function knownFailure(error: FastifyError): Known | undefined {
  if (error instanceof DecimalRangeError) {
    return {
      outcome: invalidField({ field: FIELD_NAMES.lots, value: '', allowed: 'numbers whose product stays below 92,233,720,368' }),
      status: 200,
    };
  }
  if (error instanceof SessionEndedError) return { outcome: refused('session'), status: 200 };
  if (error instanceof BusyError || error instanceof DatabaseUnavailableError || error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    return { outcome: refused('generic', undefined, 'busy'), status: 503, retryAfterS: 1 };
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { outcome: refused('invalidField', undefined, 'tooLarge'), status: 413 };
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return { outcome: refused('notFound', undefined, 'noRoute'), status: 404 };
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return {
      outcome: invalidField({ field: 'content-type', value: '', allowed: 'application/x-www-form-urlencoded or application/json' }),
      status: 200,
    };
  }
  // The rest below 500 is a body that cannot be read: broken JSON, a wrong length, a forbidden name in it.
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return { outcome: invalidField({ field: 'body', value: '', allowed: 'a form or a JSON object' }), status: 200 };
  }
  return undefined;
}
