/**
 * The log: JSON lines in UTC. Nothing secret reaches it: requests are written by an allow-list (method, path without its query,
 * address, id), and the names below are cut out wherever they turn up (security S40).
 */
import { type DestinationStream, type Logger, pino } from 'pino';

/** The few words of a logger that services need, so that they never see pino or the web framework. pino's own logger fits it. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For tests and for parts that have nothing to say. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };

const SECRETS = [
  'authorization',
  'password',
  're_password',
  'new_password',
  'secondary_password',
  'current',
  'factor',
  'pay_password',
  'token',
  'device',
  'demo_id',
  'card_id',
  'ssn',
  'sms_code',
  'auth_code',
  'client_id',
  'params',
  'target',
  'SMTP_URL',
  'smtpUrl',
  'SMS_URL',
  'smsUrl',
  'ticket',
  'secret',
  'answer',
  'SECRETS_KEY',
  'secretsKey',
  'DATABASE_URL',
  'databaseUrl',
];

/** `stream` receives the lines; standard output without one. */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[cut]' },
    serializers: { req: requestLine, err: pino.stdSerializers.err },
  };
  return stream ? pino(options, stream) : pino(options);
}

/** What is logged of a request: never its query, headers or body. */
function requestLine(request: { method?: string; url?: string; ip?: string; id?: string }): Record<string, unknown> {
  return { id: request.id, method: request.method, path: request.url?.split('?')[0], ip: request.ip };
}
